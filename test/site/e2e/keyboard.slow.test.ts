import { expect, test } from "vitest";
import { isSampled } from "../../sync/sample-kills.ts";
import { describeInBrowser } from "../browser.ts";
import type { OpenedPage } from "../open-page.ts";
import { starterPages } from "./pages.ts";
import { findInDialog, openSearch } from "./search-dialog.ts";
import { starterChoice, writeStarterWithHistory } from "./starter.ts";
import { useSite } from "./use-site.ts";

/** See `focused` in in-page.js. */
interface Focused {
  readonly name: string;
  readonly tag: string;
  readonly href: string | null;
  readonly text: string;
  readonly label: string | null;
  readonly isShown: boolean;
  readonly isMarked: boolean;
}

describeInBrowser("with the keyboard alone", (browser) => {
  const site = useSite(writeStarterWithHistory, starterChoice);

  test("the first stop of every page skips to its content", async () => {
    const opened = await browser.open();
    for (const path of Object.values(starterPages)) {
      await opened.page.goto(site().url + path);
      await opened.page.keyboard.press("Tab");
      const first = await focused(opened);
      expect(first?.href, path).toMatch(/^#./);
      expect(first?.isShown, path).toBe(true);
    }
    await opened.page.keyboard.press("Enter");
    await opened.page.keyboard.press("Tab");
    const isInMain = "document.activeElement.closest('main') !== null";
    expect(await opened.page.evaluate(isInMain)).toBe(true);
  });

  test.each([390, 1280])("every stop of every page is seen, %i px wide", async (width) => {
    const opened = await browser.open({ width });
    const faults: string[] = [];
    for (const [nth, [type, path]] of Object.entries(starterPages).entries()) {
      if (!isSampled(nth + (width === 390 ? 0 : 1), 2)) continue;
      await opened.page.goto(site().url + path);
      const stops = await tabThrough(opened, 60);
      faults.push(...stopFaults(stops).map((fault) => `${type}: ${fault}`));
    }
    expect(faults).toEqual([]);
  });

  test("/ opens the search, arrows and Enter lead to a memory", async () => {
    const { page, seen } = await browser.open();
    await page.goto(`${site().url}topics/garden/`);
    await openSearch(page);
    await findInDialog(page, "bomba rice paella");
    // Field, page, its first memory, its second, and back to the first.
    for (const key of ["ArrowDown", "ArrowDown", "ArrowDown", "ArrowUp", "Enter"]) {
      await page.keyboard.press(key);
    }
    await page.waitForURL(/\/topics\/cooking(?:-rice)?\//);
    expect(await page.evaluate("document.querySelector(':target')?.id ?? ''")).toMatch(/^e-/);
    expect(await page.locator(":target").isVisible()).toBe(true);
    expect(seen.complaints).toEqual([]);
  });

  test("Escape closes the search at once, with words in it or not, and gives the focus back", async () => {
    const opened = await browser.open();
    const { page } = opened;
    await page.goto(`${site().url}topics/garden/`);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    const before = await focused(opened);
    for (const words of ["", "rice"]) {
      await openSearch(page);
      await page.keyboard.type(words);
      await page.keyboard.press("Escape");
      expect(await page.locator("dialog[open]").count()).toBe(0);
      expect((await focused(opened))?.name).toBe(before?.name);
    }
  });

  test("Ctrl+K opens the search too, and / in a field is a slash", async () => {
    const { page } = await browser.open();
    await page.goto(`${site().url}topics/garden/`);
    await page.keyboard.press("Control+k");
    const input = page.locator("dialog[open] input").first();
    await input.waitFor();
    await page.keyboard.type("a/b");
    expect(await input.inputValue()).toBe("a/b");
  });

  test("the theme can be chosen, and stays on the next page", async () => {
    const { page } = await browser.open();
    await page.goto(`${site().url}topics/garden/`);
    const ground = (): Promise<string> =>
      page.evaluate<string>("getComputedStyle(document.documentElement).backgroundColor");
    const light = await ground();
    await page.getByRole("button", { name: /theme/i }).focus();
    for (let turn = 0; turn < 3 && (await ground()) === light; turn++) {
      await page.keyboard.press("Enter");
    }
    const dark = await ground();
    expect(dark).not.toBe(light);
    await page.goto(`${site().url}topics/cooking/`, { waitUntil: "domcontentloaded" });
    expect(await ground()).toBe(dark);
  });

  test("the graph can be zoomed, moved and shown whole", async () => {
    const { page, seen } = await browser.open();
    await page.goto(`${site().url}graph/`, { waitUntil: "networkidle" });
    const picture = page.locator("main canvas").first();
    const look = (): Promise<string> =>
      page.evaluate<string>("document.querySelector('main canvas').toDataURL()");
    const whole = await look();
    for (const name of ["Zoom in", "Zoom out"]) {
      const button = page.getByRole("button", { name });
      await button.focus();
      const before = await look();
      await page.keyboard.press("Enter");
      await expect.poll(look, { message: name }).not.toBe(before);
    }
    await picture.focus();
    await page.keyboard.press("ArrowLeft");
    await expect.poll(look, { message: "arrow" }).not.toBe(whole);
    await page.getByRole("button", { name: "Show everything" }).focus();
    await page.keyboard.press("Enter");
    await picture.blur();
    await expect.poll(look, { message: "shown whole" }).toBe(whole);
    expect(seen.complaints).toEqual([]);
  });
});

describeInBrowser("the list of headings", (browser) => {
  const site = useSite(writeStarterWithHistory, starterChoice);

  test("marks the one that is read, and none above the first", async () => {
    const { page } = await browser.open({ height: 500 });
    await page.goto(`${site().url}topics/cooking/`);
    const marked = page.locator(".toc [aria-current]");
    expect(await marked.count()).toBe(0);
    const last = page.locator(".toc a").last();
    await last.click();
    await expect.poll(() => marked.allTextContents()).toEqual([await last.textContent()]);
    await page.mouse.wheel(0, -9_999);
    await expect.poll(() => marked.count()).toBe(0);
  });
});

const focused = ({ ask }: OpenedPage): Promise<Focused | null> => ask("focused");

/** What Tab stops at, until it leaves the page or comes round. */
async function tabThrough(opened: OpenedPage, most: number): Promise<Focused[]> {
  const stops: Focused[] = [];
  while (stops.length < most) {
    await opened.page.keyboard.press("Tab");
    const stop = await focused(opened);
    if (stop === null) break;
    stops.push(stop);
  }
  return stops;
}

function stopFaults(stops: readonly Focused[]): string[] {
  return [
    ...(stops.length < 4 ? [`only ${stops.length} stops`] : []),
    ...stops.filter(({ isShown }) => !isShown).map(({ name, text }) => `${name} "${text}" unseen`),
    ...stops
      .filter(({ isMarked }) => !isMarked)
      .map(({ name, text }) => `${name} "${text}" unmarked`),
  ];
}
