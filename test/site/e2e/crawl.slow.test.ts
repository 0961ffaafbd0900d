import { cpSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { isSampled } from "../../sync/sample-kills.ts";
import { describeInBrowser } from "../browser.ts";
import { writeHandbook, writeSlipBox, writeWiki } from "../foreign-vaults.ts";
import { writeEmptyVault } from "../hard-vault.ts";
import { everything, writeHard, writeStarter } from "./built-site.ts";
import { crawlSite } from "./crawl.ts";
import { useSite } from "./use-site.ts";

/** Vaults of yours, to be crawled as well: LOCI_CRAWL=DIR:DIR. */
const named = (process.env.LOCI_CRAWL ?? "").split(":").filter((folder) => folder !== "");
const yours = named.map((folder) => ({
  name: folder,
  write: (root: string) => cpSync(folder, root, { recursive: true }),
  base: "/",
  least: 2,
}));

describeInBrowser("buildSite()", (browser) => {
  describe.each([
    { name: "starter", write: writeStarter, base: "/my notes/", least: 60 },
    { name: "hard", write: writeHard, base: "/notes/", least: 250 },
    { name: "empty", write: writeEmptyVault, base: "/", least: 2 },
    { name: "handbook", write: writeHandbook, base: "/", least: 6 },
    { name: "slip box", write: writeSlipBox, base: "/box/", least: 15 },
    { name: "wiki", write: writeWiki, base: "/", least: 5 },
    ...yours,
  ])("of the $name vault", ({ write, base, least }) => {
    const site = useSite(write, { base: encodeURI(base), include: everything });

    test("makes pages that are whole, reachable and well linked", async () => {
      const opened = await browser.open();
      const { pages, faults } = await crawlSite(site(), opened);
      expect(faults).toEqual([]);
      expect(pages.size).toBeGreaterThanOrEqual(least);
    });

    test("makes pages that a phone shows without a complaint, a request elsewhere or a sideways scroll", async () => {
      const opened = await browser.open({ width: 360, height: 640 });
      const { pages } = await crawlSite(site(), opened);
      const { page, seen, ask } = opened;
      const faults: string[] = [];
      for (const url of [...pages.keys()].filter((_, nth) => isSampled(nth, 4))) {
        await page.goto(url, { waitUntil: "load" });
        const wide = await ask<string[]>("overflowing");
        const said = [...wide, ...seen.complaints.splice(0), ...seen.elsewhere.splice(0)];
        faults.push(...said.map((fault) => `${decodeURI(url)}: ${fault}`));
      }
      expect(faults).toEqual([]);
    }, 120_000);
  });
});
