import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, expect, test } from "vitest";
import { describeInBrowser } from "../browser.ts";
import type { OpenedPage } from "../open-page.ts";
import { everything, starterPages, useSite, writeStarter } from "./site.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const rules = {
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  resultTypes: ["violations"],
};

describeInBrowser("axe-core finds nothing", (browser) => {
  describe.each([
    ["en", 1280],
    ["ar", 390],
  ] as const)("in %s, %i px wide,", (language, width) => {
    const site = useSite(writeStarter, { include: everything, language });

    test("on any kind of page, light and dark", async () => {
      const opened = await browser.open({ width });
      const faults: string[] = [];
      for (const [kind, path] of Object.entries(starterPages)) {
        await opened.page.goto(site().url + path);
        faults.push(...(await faultsInBothThemes(opened, kind)));
      }
      expect(faults).toEqual([]);
    }, 120_000);

    test("with the search open, empty and with results", async () => {
      const opened = await browser.open({ width });
      const { page } = opened;
      await page.goto(`${site().url}topics/cooking/`);
      await page.keyboard.press("/");
      await page.locator("dialog[open] input").waitFor();
      const faults = await faultsInBothThemes(opened, "empty dialog");
      await page.keyboard.type("bomba rice");
      await page.locator("dialog[open] a[href*='cooking']").first().waitFor();
      faults.push(...(await faultsInBothThemes(opened, "dialog with results")));
      expect(faults).toEqual([]);
    });
  });
});

/** Dark differs in colours alone, so only the rules about them run again. */
async function faultsInBothThemes({ page, ask }: OpenedPage, name: string): Promise<string[]> {
  await page.evaluate(axe);
  const light = await ask<string[]>("axe", rules);
  await page.emulateMedia({ colorScheme: "dark" });
  const colours = { type: "rule", values: ["color-contrast", "link-in-text-block"] };
  const dark = await ask<string[]>("axe", { ...rules, runOnly: colours });
  await page.emulateMedia({ colorScheme: "light" });
  return [
    ...light.map((fault) => `${name}, light: ${fault}`),
    ...dark.map((fault) => `${name}, dark: ${fault}`),
  ];
}
