import { mkdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { chromium, type Page } from "playwright-core";
import { openSite, writeStarter } from "../test/site/e2e/built-site.ts";
import { browserArgs, findChromium, openPage } from "../test/site/open-page.ts";

/**
 * Makes the pictures of the README and the docs (docs/images/) from the starter vault: `node scripts/screens.ts`. Needs Chromium.
 */
const folder = resolve(import.meta.dirname, "..", "docs", "images");
const maxBytes = 150_000;

interface Picture {
  readonly name: string;
  readonly path: string;
  readonly dark?: boolean;
  readonly height?: number;
  prepare?(page: Page): Promise<void>;
}

const pictures: readonly Picture[] = [
  { name: "home", path: "", height: 860 },
  { name: "topic", path: "topics/cooking/", height: 860 },
  { name: "timeline-dark", path: "timeline/2026-02/", dark: true, height: 860 },
  {
    name: "search-dark",
    path: "topics/garden/",
    dark: true,
    height: 860,
    prepare: async (page) => {
      await page.keyboard.press("/");
      await page.keyboard.type("rice", { delay: 50 });
      await page.locator("dialog[open] a[href]").first().waitFor();
      await page.waitForTimeout(300);
    },
  },
];

const executablePath = findChromium();
if (executablePath === undefined) {
  console.error("Cannot make screens: no Chromium; install it (apt install chromium)");
  process.exit(1);
}
mkdirSync(folder, { recursive: true });
const site = await openSite(writeStarter, { title: "Ana & Ben" });
const browser = await chromium.launch({ executablePath, args: browserArgs() });
try {
  for (const picture of pictures) {
    const { page } = await openPage(browser, picture);
    await page.goto(site.url + picture.path, { waitUntil: "networkidle" });
    await picture.prepare?.(page);
    const file = join(folder, `${picture.name}.png`);
    await page.screenshot({ path: file });
    await page.context().close();
    const bytes = statSync(file).size;
    console.log(`${file}  ${Math.round(bytes / 1000)} kB`);
    if (bytes > maxBytes) {
      console.error(`Too large for a README: ${file}`);
      process.exitCode = 1;
    }
  }
} finally {
  await browser.close();
  await site.close();
}
