import { expect, test } from "vitest";
import { describeInBrowser } from "../browser.ts";
import type { OpenedPage } from "../open-page.ts";
import { everything, starterPages, useSite, writeStarter } from "./site.ts";

/** See `focused` in in-page.js. */
interface Focused {
  readonly name: string;
  readonly href: string | null;
  readonly text: string;
  readonly isShown: boolean;
  readonly isMarked: boolean;
}

const focused = ({ ask }: OpenedPage): Promise<Focused | null> => ask("focused");

describeInBrowser("with the keyboard alone", (browser) => {
  const site = useSite(writeStarter, { include: everything });

  test.each([390, 1280])(
    "the first stop skips to the content, and every stop is seen, %i px wide",
    async (width) => {
      const opened = await browser.open({ width });
      const faults: string[] = [];
      for (const [kind, path] of Object.entries(starterPages)) {
        await opened.page.goto(site().url + path);
        const stops = await tabThrough(opened, 40);
        if (stops[0]?.href !== "#Main") faults.push(`${kind}: begins with ${stops[0]?.name}`);
        const bad = stops.filter(({ isShown, isMarked }) => !(isShown && isMarked));
        faults.push(...bad.map(({ name, text }) => `${kind}: ${name} "${text}" is not seen`));
      }
      expect(faults).toEqual([]);
    },
    120_000,
  );

  test("/ and Ctrl+K open the search, Enter leads to a page, one Escape closes it and gives the focus back", async () => {
    const opened = await browser.open();
    const { page, seen } = opened;
    await page.goto(`${site().url}topics/garden/`);
    for (const key of ["Tab", "Tab"]) await page.keyboard.press(key);
    const before = await focused(opened);
    const input = page.locator("dialog[open] input").first();
    for (const [keys, words] of [
      ["Control+k", ""],
      ["/", "a/b"],
    ] as const) {
      await page.keyboard.press(keys);
      await input.waitFor();
      await page.keyboard.type(words);
      expect(await input.inputValue()).toBe(words);
      await page.keyboard.press("Escape");
      expect(await page.locator("dialog[open]").count()).toBe(0);
      expect((await focused(opened))?.name).toBe(before?.name);
    }
    await page.keyboard.press("/");
    await input.waitFor();
    await input.fill("bomba rice paella");
    const hit = page.locator("dialog[open] a[href*='/topics/cooking']").first();
    await hit.waitFor();
    while (!(await hit.evaluate((link) => link.matches(":focus"))))
      await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/topics\/cooking/);
    expect(seen.complaints).toEqual([]);
  });

  test("the theme is chosen, and stays on the next page", async () => {
    const { page } = await browser.open();
    await page.goto(`${site().url}topics/garden/`);
    const ground = () =>
      page.evaluate<string>("getComputedStyle(document.documentElement).backgroundColor");
    const light = await ground();
    await page.locator("#Theme").focus();
    for (let turn = 0; turn < 3 && (await ground()) === light; turn++) {
      await page.keyboard.press("Enter");
    }
    const dark = await ground();
    expect(dark).not.toBe(light);
    await page.goto(`${site().url}topics/cooking/`, { waitUntil: "domcontentloaded" });
    expect(await ground()).toBe(dark);
  });

  test("the graph is zoomed, moved and shown whole", async () => {
    const { page, seen } = await browser.open();
    await page.goto(`${site().url}graph/`, { waitUntil: "networkidle" });
    const look = () => page.evaluate<string>("document.querySelector('main canvas').toDataURL()");
    const whole = await look();
    await page.locator("main canvas").focus();
    for (const key of ["+", "ArrowLeft", "-"]) {
      const before = await look();
      await page.keyboard.press(key);
      await expect.poll(look, { message: key }).not.toBe(before);
    }
    await page.keyboard.press("0");
    await expect.poll(look, { message: "shown whole" }).toBe(whole);
    expect(seen.complaints).toEqual([]);
  });

  test("a graph of thousands of notes keeps the page free: a part a frame, all of it at the end", async () => {
    const { page, seen } = await browser.open({ width: 390 });
    const nodes = Array.from({ length: 5_000 }, (_, i) => ({
      ...{ title: `Note ${i}`, url: "/", group: "", degree: 2 },
      ...{ x: (i % 71) * 40, y: Math.floor(i / 71) * 40 },
    }));
    const links = nodes.map((_, i) => [i, (i * 31) % nodes.length]);
    await page.route("**/graph.json", (route) => route.fulfill({ json: { nodes, links } }));
    await page.addInitScript(`
      const { stroke, clearRect } = CanvasRenderingContext2D.prototype;
      globalThis.drawn = { links: 0, atOnce: 0, most: 0, frame: 0 };
      const nextFrame = requestAnimationFrame;
      globalThis.requestAnimationFrame = (work) => nextFrame((frame) => {
        if (frame !== drawn.frame) Object.assign(drawn, { frame, atOnce: 0 });
        work(frame);
      });
      Object.assign(CanvasRenderingContext2D.prototype, {
        clearRect(...area) { drawn.links = 0; clearRect.apply(this, area); },
        stroke() {
          drawn.atOnce++;
          drawn.links++;
          drawn.most = Math.max(drawn.most, drawn.atOnce);
          stroke.call(this);
        },
      });`);
    await page.goto(`${site().url}graph/`);
    const drawn = () => page.evaluate<Record<string, number>>("drawn");
    await expect.poll(drawn, { timeout: 60_000 }).toMatchObject({ links: links.length });
    await page.locator("main canvas").focus();
    for (const key of ["+", "ArrowLeft", "-"]) await page.keyboard.press(key);
    await expect.poll(drawn, { timeout: 60_000 }).toMatchObject({ links: links.length });
    expect((await drawn()).most).toBeLessThan(500);
    expect(seen.complaints).toEqual([]);
  });
});

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
