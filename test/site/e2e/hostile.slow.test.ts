import { expect, test } from "vitest";
import { maxFileBytes } from "../../../src/vault/list-files.ts";
import { isSampled } from "../../sync/sample-kills.ts";
import { describeInBrowser, type SiteBrowser } from "../browser.ts";
import { filesOf } from "./built-site.ts";
import { crawlSite, urlOf } from "./crawl.ts";
import { openedNotes, writeHostile } from "./hostile-vault.ts";
import { useSite } from "./use-site.ts";

describeInBrowser("hostile notes", (browser) => {
  const site = useSite(writeHostile);
  // One note alone has thousands of entries and another thousands of tags: more pages of their kinds are alike.
  const pages = (): string[] => {
    const all = filesOf(site().out).filter((file) => file.endsWith(".html"));
    const tags = all.filter((file) => file.startsWith("tags/"));
    const alike = new Set([
      ...tags.slice(40),
      ...all.filter((file) => /page-\d/.test(file)).slice(40),
    ]);
    return all.filter((file) => !alike.has(file)).map((file) => urlOf(site(), file));
  };

  test("there are two hundred, and a page of each", () => {
    expect(openedNotes.size).toBeGreaterThanOrEqual(200);
    expect(pages().length).toBeGreaterThan(openedNotes.size);
  });

  test("leave every page whole, with sound links and nothing that could run", async () => {
    const opened = await browser.open();
    const { pages: crawled, faults } = await crawlSite(site(), opened);
    expect(faults).toEqual([]);
    for (const [name, text] of openedNotes) {
      if (Buffer.byteLength(text) > maxFileBytes) continue; // Not read, as everywhere in Loci.
      const page = crawled.get(`${site().url}topics/${name}/`);
      expect(page, name).toBeDefined();
      expect(page?.text.length, name).toBeGreaterThan(100);
      if (!name.startsWith("hostile-frontmatter-")) {
        expect(page?.headingText, name).toContain(name.replace(/^hostile-[a-z]+-/, ""));
      }
    }
  }, 300_000);

  test("run nothing, ask nobody and lead nowhere", async () => {
    const sample = pages().filter((_, nth) => isSampled(nth + 1, 10));
    expect(await faultsOf(browser, sample, { withoutPolicy: false })).toEqual([]);
  }, 300_000);

  test("run nothing either in a browser that knows no policy", async () => {
    const sample = pages().filter((_, nth) => isSampled(nth, 9));
    expect(await faultsOf(browser, sample, { withoutPolicy: true })).toEqual([]);
  }, 300_000);
});

/** Opens every page: what ran, what was said, what was asked for, and where it led. */
async function faultsOf(
  browser: SiteBrowser,
  pages: readonly string[],
  { withoutPolicy }: { readonly withoutPolicy: boolean },
): Promise<string[]> {
  const { page, seen } = await browser.open({ withoutPolicy });
  const faults: string[] = [];
  for (const url of pages) {
    await page.goto(url, { waitUntil: "load" });
    const ran = await page.evaluate<string | undefined>("window.__pwned");
    const chrome = await page.evaluate<number>(
      "document.querySelectorAll('body > header.top, body > main#main, body > footer').length",
    );
    const found = [
      ...(ran === undefined ? [] : [`ran: ${ran}`]),
      ...(chrome === 3 ? [] : ["lost its header, main part or footer"]),
      ...(page.url() === url ? [] : [`went to ${page.url()}`]),
      ...(page.frames().length === 1 ? [] : ["has a frame"]),
      ...seen.complaints.splice(0),
      ...seen.elsewhere.splice(0).map((address) => `asked for ${address}`),
    ];
    faults.push(...found.map((fault) => `${decodeURI(url)}: ${fault}`));
  }
  return faults;
}
