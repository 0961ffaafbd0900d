import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, expect, test } from "vitest";
import { allKills } from "../../sync/sample-kills.ts";
import { describeInBrowser } from "../browser.ts";
import type { OpenedPage } from "../open-page.ts";
import { starterPages } from "./pages.ts";
import { openSearch } from "./search-dialog.ts";
import { starterChoice, writeStarterWithHistory } from "./starter.ts";
import { useSite } from "./use-site.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const rules = {
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  resultTypes: ["violations"],
};

describeInBrowser("axe-core finds nothing", (browser) => {
  describe.each(["en", "ar"])("in the interface in %s", (language) => {
    const site = useSite(writeStarterWithHistory, { ...starterChoice, language });

    test.each(widths(language))("on any page type, light and dark, %i px wide", async (width) => {
      const opened = await browser.open({ width });
      const faults: string[] = [];
      for (const [type, path] of Object.entries(starterPages)) {
        await opened.page.goto(site().url + path);
        faults.push(...(await faultsInBothThemes(opened, type)));
      }
      expect(faults).toEqual([]);
    });

    test.each(widths(language))("with the search dialog open, %i px wide", async (width) => {
      const opened = await browser.open({ width });
      await opened.page.goto(`${site().url}topics/cooking/`);
      await openSearch(opened.page);
      const faults = await faultsInBothThemes(opened, "empty dialog");
      await opened.page.keyboard.type("bomba rice");
      await opened.page.locator("dialog[open] a[href*='#e-']").first().waitFor();
      faults.push(...(await faultsInBothThemes(opened, "dialog with results")));
      await opened.page.keyboard.press("ArrowDown");
      faults.push(...(await faultsInBothThemes(opened, "dialog with one chosen")));
      expect(faults).toEqual([]);
    });
  });
});

/** Each interface on one of them, and on the other too where all is wanted: structure and words are the same. */
const widths = (language: string): number[] =>
  allKills ? [390, 1280] : [language === "en" ? 1280 : 390];

/** Dark differs in colours alone, so only the rules about them run again. */
async function faultsInBothThemes({ page, ask }: OpenedPage, name: string): Promise<string[]> {
  await page.evaluate(axe);
  const light = await ask<string[]>("axe", rules);
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await ask<string[]>("axe", {
    ...rules,
    runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] },
  });
  await page.emulateMedia({ colorScheme: "light" });
  return [
    ...light.map((fault) => `${name}, light: ${fault}`),
    ...dark.map((fault) => `${name}, dark: ${fault}`),
  ];
}
