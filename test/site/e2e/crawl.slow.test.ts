import { cpSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { describeInBrowser } from "../browser.ts";
import { writeHandbook, writeSlipBox, writeWiki } from "../foreign-vaults.ts";
import { writeEmptyVault, writeHardVault } from "../hard-vault.ts";
import { crawlSite } from "./crawl.ts";
import { everything, useSite, writeStarter } from "./site.ts";

/** Vaults of yours, to be crawled as well: LOCI_CRAWL=DIR:DIR. */
const named = (process.env.LOCI_CRAWL ?? "").split(":").filter((folder) => folder !== "");
const yours = named.map((folder) => ({
  name: folder,
  write: (root: string) => cpSync(folder, root, { recursive: true }),
  least: 2,
}));

describeInBrowser("the site", (browser) => {
  describe.each([
    { name: "starter", write: writeStarter, least: 60 },
    { name: "hard", write: writeHardVault, least: 250 },
    { name: "empty", write: writeEmptyVault, least: 2 },
    { name: "handbook", write: writeHandbook, least: 6 },
    { name: "slip box", write: writeSlipBox, least: 15 },
    { name: "wiki", write: writeWiki, least: 5 },
    ...yours,
  ])("of the $name vault", ({ write, least }) => {
    const site = useSite(write, { include: everything });

    test("has pages that are whole, reachable and well linked, and that a phone shows without a complaint", async () => {
      const opened = await browser.open({ width: 360, height: 640 });
      const { pages, faults } = await crawlSite(site(), opened);
      expect(faults).toEqual([]);
      expect(pages.size).toBeGreaterThanOrEqual(least);
      const { page, seen, ask } = opened;
      const every = Math.ceil(pages.size / 60);
      for (const url of [...pages.keys()].filter((_, nth) => nth % every === 0)) {
        await page.goto(url, { waitUntil: "load" });
        const wide = await ask<string[]>("overflowing");
        const said = [...wide, ...seen.complaints.splice(0), ...seen.elsewhere.splice(0)];
        faults.push(...said.map((fault) => `${decodeURI(url)}: ${fault}`));
      }
      expect(faults).toEqual([]);
    }, 300_000);
  });
});
