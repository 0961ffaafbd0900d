import { mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { describeInBrowser } from "../browser.ts";
import { starterPages } from "./pages.ts";
import { openSearch } from "./search-dialog.ts";
import { starterChoice, writeStarterWithHistory } from "./starter.ts";
import { useSite } from "./use-site.ts";

/** `LOCI_SCREENS=DIR` keeps the pictures; else they lie in a temp folder, to look at after a failure. */
function screensFolder(): string {
  const named = process.env.LOCI_SCREENS;
  if (!named) return mkdtempSync(join(tmpdir(), "loci-screens-"));
  mkdirSync(named, { recursive: true });
  return named;
}

describeInBrowser("screens", (browser) => {
  const site = useSite(writeStarterWithHistory, starterChoice);
  const folder = screensFolder();

  const all = [
    { theme: "light", width: 1280 },
    { theme: "light", width: 390 },
    { theme: "dark", width: 390 },
    { theme: "dark", width: 1280 },
  ];
  test.each(process.env.LOCI_SCREENS ? all : all.filter((_, nth) => nth % 2 === 0))(
    "of every page type, $theme, $width px wide",
    async ({ theme, width }) => {
      const { page, seen } = await browser.open({ dark: theme === "dark", width, height: 900 });
      for (const [type, path] of Object.entries(starterPages)) {
        await page.goto(site().url + path, {
          waitUntil: type === "graph" ? "networkidle" : "load",
        });
        const picture = join(folder, `${type.replaceAll(" ", "-")}-${theme}-${width}.png`);
        const bytes = await page.screenshot({ path: picture });
        expect(bytes.length, `${picture} is not empty`).toBeGreaterThan(5_000);
      }
      await openSearch(page);
      await page.screenshot({ path: join(folder, `dialog-${theme}-${width}.png`) });
      expect(seen.complaints).toEqual([]);
    },
  );
});
