import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { describeInBrowser } from "../browser.ts";
import { type BuiltSite, writeStarter } from "./built-site.ts";
import { useSite } from "./use-site.ts";

describeInBrowser("a topic page", (browser) => {
  const site = useSite(writeStarter);

  test("weighs less than 12 kB with all it loads, and its scripts less than 3 kB", async () => {
    const { page, seen } = await browser.open();
    await page.goto(`${site().url}topics/cooking/`, { waitUntil: "networkidle" });
    const loaded = [...new Set(seen.requests)].map((url) => ({ url, bytes: packed(site(), url) }));
    const sum = (ending: RegExp): number =>
      loaded.filter(({ url }) => ending.test(url)).reduce((all, { bytes }) => all + bytes, 0);
    expect(loaded.length, "the page, its style and its scripts").toBeGreaterThanOrEqual(3);
    expect(sum(/\.js$/), JSON.stringify(loaded)).toBeLessThan(3_000);
    expect(sum(/./), JSON.stringify(loaded)).toBeLessThan(12_000);
  });

  test("loads nothing of the search before that is opened", async () => {
    const { page, seen } = await browser.open();
    await page.goto(`${site().url}topics/cooking/`, { waitUntil: "networkidle" });
    expect(seen.requests.filter((url) => url.includes("pagefind"))).toEqual([]);
  });
});

/** Bytes of a file of the site as a server that packs sends it. */
function packed(site: BuiltSite, url: string): number {
  const path = decodeURIComponent(url.slice(site.url.length).split(/[?#]/, 1)[0] ?? "");
  const file = path === "" || path.endsWith("/") ? `${path}index.html` : path;
  return gzipSync(readFileSync(join(site.out, file))).length;
}
