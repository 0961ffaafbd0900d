import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { writeFiles } from "../../temp.ts";
import { describeInBrowser } from "../browser.ts";
import { markerEnding } from "../hard/private.ts";
import { spokenTexts } from "../hard/scripts.ts";
import { writeHardVault } from "../hard-vault.ts";
import { scriptFiles, scriptQuestions } from "../script-vault.ts";
import { type ExportedSite, useSite } from "./site.ts";

/** Words as they are compared: Pagefind's spaces and the forms of Unicode say nothing. */
const plain = (text: string): string => text.normalize().replace(/\s+/g, "");

/** Asks the open search; resolves with all that it shows when it has come to rest. */
async function find(page: Page, query: string): Promise<string> {
  const dialog = page.locator("dialog[open]");
  await dialog.locator("input").first().fill(query);
  const message = dialog.locator(".pagefind-ui__message");
  const said = async () => plain((await message.allTextContents()).join());
  await expect.poll(said, { message: query, timeout: 10_000 }).toContain(plain(query));
  await page.waitForTimeout(200); // Those of the question before are still there.
  const shown = async () =>
    plain((await dialog.locator(".pagefind-ui__result").allTextContents()).join());
  for (let before = ""; ; ) {
    await page.waitForTimeout(80);
    const now = await shown();
    if (now === before && (await dialog.locator(".pagefind-ui__loading").count()) === 0) return now;
    before = now;
  }
}

async function openSearch(page: Page, site: ExportedSite): Promise<void> {
  await page.goto(site.url);
  await page.keyboard.press("/");
  await page.locator("dialog[open] input").first().waitFor();
}

describeInBrowser("the search", (browser) => {
  const scripts = useSite((root) => writeFiles(root, scriptFiles), { include: ["people"] });
  const hard = useSite(writeHardVault, { language: "ar" });

  test("finds what is written in every script, in an interface in English", async () => {
    const { page, seen } = await browser.open();
    await openSearch(page, scripts());
    const missed: string[] = [];
    for (const [script, pairs] of Object.entries(scriptQuestions)) {
      for (const [question, text] of pairs) {
        const shown = await find(page, question);
        if (!shown.includes(plain(text))) missed.push(`${script}: ${question}`);
      }
    }
    expect(missed).toEqual([]);
    expect(seen.complaints).toEqual([]);
  }, 120_000);

  test("finds every language from an Arabic interface too, and no private word", async () => {
    const { page, seen } = await browser.open({ width: 390 });
    await openSearch(page, hard());
    const missed: string[] = [];
    for (const { query, text, language } of spokenTexts) {
      const shown = await find(page, query);
      if (!shown.includes(plain(text).slice(0, 12))) missed.push(`${language}: ${query}`);
    }
    expect(missed).toEqual([]);
    for (const word of ["secretentry", "personentry", "bankentry", "tagentry", "secretfootnote"]) {
      // Pagefind then shows what begins alike.
      expect(await find(page, word + markerEnding), word).not.toContain(markerEnding);
    }
    expect(seen.complaints).toEqual([]);
    expect(seen.elsewhere).toEqual([]);
  }, 120_000);

  test("the page of exactly that name, or alias, is among the first three, and a hostile text is shown as text", async () => {
    const { page, seen } = await browser.open();
    await openSearch(page, scripts());
    const titles = page.locator("dialog[open] .pagefind-ui__result-link");
    for (const [query, title] of [
      ["cooking", "Cooking"],
      ["kitchen", "Cooking"],
      ["妈妈", "妈妈"],
    ] as const) {
      await find(page, query);
      expect((await titles.allTextContents()).slice(0, 3), query).toContain(title);
    }
    for (const query of ["zebra", "<img src=x onerror=alert(9)>", "%", '"', "a".repeat(2_000)]) {
      await page.locator("dialog[open] input").first().fill(query);
      await page.waitForTimeout(600);
    }
    const strange = "dialog :is(img[src=x], script, iframe, [onerror], [onmouseover])";
    expect(await page.locator(strange).count()).toBe(0);
    expect(seen.complaints).toEqual([]);
  });
});
