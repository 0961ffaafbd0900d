import { expect, test } from "vitest";
import { maxFileBytes } from "../../../src/vault/list-files.ts";
import { describeInBrowser, type SiteBrowser } from "../browser.ts";
import { crawlSite, urlOf } from "./crawl.ts";
import { openedNotes, writeHostile } from "./hostile-vault.ts";
import { filesOf, useSite } from "./site.ts";

describeInBrowser("hostile notes", (browser) => {
  const site = useSite(writeHostile);

  test("leave every page whole, with sound links and nothing that could run", async () => {
    expect(openedNotes.size).toBeGreaterThanOrEqual(200);
    const { pages, faults } = await crawlSite(site(), await browser.open());
    expect(faults).toEqual([]);
    for (const [name, text] of openedNotes) {
      if (Buffer.byteLength(text) > maxFileBytes) continue; // Not read, as everywhere in Loci.
      const page = pages.get(`${site().url}topics/${name}/`);
      expect(page, name).toBeDefined();
      expect(page?.text.length, name).toBeGreaterThan(100);
    }
  }, 300_000);

  /** Pages of notes, and some of the tags, of which there are thousands. */
  const sample = (every: number, from: number): string[] => {
    const all = filesOf(site().out).filter((file) => file.endsWith(".html"));
    const tags = all.filter((file) => file.startsWith("tags/"));
    const others = all.filter((file) => !file.startsWith("tags/"));
    const files = [...others, ...tags.slice(0, 40)].filter((_, nth) => nth % every === from);
    return files.map((file) => urlOf(site(), file));
  };

  test("run nothing, ask nobody and lead nowhere", async () => {
    expect(await faultsOf(browser, sample(4, 1), false)).toEqual([]);
  }, 300_000);

  test("run nothing either in a browser that knows no policy", async () => {
    expect(await faultsOf(browser, sample(3, 0), true)).toEqual([]);
  }, 300_000);
});

/** Opens every page: what ran, what was said, what was asked for, and where it led. */
async function faultsOf(
  browser: SiteBrowser,
  pages: readonly string[],
  withoutPolicy: boolean,
): Promise<string[]> {
  const { page, seen } = await browser.open({ withoutPolicy });
  const faults: string[] = [];
  for (const url of pages) {
    await page.goto(url, { waitUntil: "load" });
    const ran = await page.evaluate<string | undefined>("window.__pwned");
    const frame = "body > header.top, body > main#Main, body > footer";
    const parts = await page.evaluate<number>(`document.querySelectorAll("${frame}").length`);
    const found = [
      ...(ran === undefined ? [] : [`ran: ${ran}`]),
      ...(parts === 3 ? [] : ["lost its header, main part or footer"]),
      ...(page.url() === url ? [] : [`went to ${page.url()}`]),
      ...(page.frames().length === 1 ? [] : ["has a frame"]),
      ...seen.complaints.splice(0),
      ...seen.elsewhere.splice(0).map((address) => `asked for ${address}`),
    ];
    faults.push(...found.map((fault) => `${decodeURI(url)}: ${fault}`));
  }
  return faults;
}
