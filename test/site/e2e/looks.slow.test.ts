import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { describeInBrowser } from "../browser.ts";
import { writeHardVault } from "../hard-vault.ts";
import { everything, starterPages, useSite, writeStarter } from "./site.ts";

interface TextEdge {
  readonly direction: string;
  readonly left: number;
  readonly right: number;
  readonly text: string;
}

const rice = "Prefers bomba rice for paella";

describeInBrowser("a page of the site", (browser) => {
  const site = useSite(writeStarter, { include: everything });

  test("weighs less than 12 kB with all it loads, its scripts less than 3 kB, and nothing of the search", async () => {
    const { page, seen } = await browser.open();
    await page.goto(`${site().url}topics/cooking/`, { waitUntil: "networkidle" });
    const loaded = [...new Set(seen.requests)].map((url) => {
      const path = decodeURIComponent(new URL(url).pathname).replace(/\/$/, "/index.html");
      return { url, bytes: gzipSync(readFileSync(join(site().out, path))).length };
    });
    const sum = (ending: RegExp): number =>
      loaded.filter(({ url }) => ending.test(url)).reduce((all, { bytes }) => all + bytes, 0);
    expect(loaded.length, "the page, its style and its scripts").toBeGreaterThanOrEqual(3);
    expect(sum(/\.js$/), JSON.stringify(loaded)).toBeLessThan(3_000);
    expect(sum(/./), JSON.stringify(loaded)).toBeLessThan(12_000);
    expect(sum(/pagefind/)).toBe(0);
  });

  test("reads well without JavaScript, moves nothing where that is asked, and fits a phone", async () => {
    const plain = await browser.open({ javaScript: false });
    const still = await browser.open({ reducedMotion: true, width: 360 });
    const faults: string[] = [];
    for (const [kind, path] of Object.entries(starterPages)) {
      await plain.page.goto(site().url + path);
      const shown = (await plain.page.locator("main").allInnerTexts()).join("").trim();
      if (shown.length < 20) faults.push(`${kind}: ${shown}`);
      await still.page.goto(site().url + path);
      const bad = [
        ...(await still.ask<string[]>("moving")),
        ...(await still.ask<string[]>("overflowing")),
      ];
      faults.push(...bad.map((fault) => `${kind}: ${fault}`));
    }
    expect(faults).toEqual([]);
    await plain.page.goto(`${site().url}topics/cooking/`);
    expect(await plain.page.getByText(rice).first().isVisible()).toBe(true);
    await plain.page.locator("main a[href$='/topics/cooking-rice/']").first().click();
    expect(plain.page.url()).toBe(`${site().url}topics/cooking-rice/`);
  }, 120_000);

  test("prints its text and none of what is only for a screen, dark ink on paper", async () => {
    const { page, ask } = await browser.open();
    await page.goto(`${site().url}topics/cooking/`);
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    expect(await ask("shown", "nav, button, dialog, input, select, form")).toEqual([]);
    expect(await page.getByText(rice).first().isVisible()).toBe(true);
    expect(
      brightness(await page.evaluate<string>("getComputedStyle(document.body).color")),
    ).toBeLessThan(110);
  });

  test("follows the system's theme", async () => {
    const { page } = await browser.open({ dark: true });
    await page.goto(site().url);
    const ground = () =>
      page.evaluate<string>("getComputedStyle(document.documentElement).backgroundColor");
    expect(brightness(await ground())).toBeLessThan(80);
    await page.emulateMedia({ colorScheme: "light" });
    expect(brightness(await ground())).toBeGreaterThan(200);
  });

  test("marks the heading that is read, and none above the first", async () => {
    const { page } = await browser.open({ height: 500 });
    await page.goto(`${site().url}topics/cooking/`);
    const marked = page.locator(".toc [aria-current]");
    const last = page.locator(".toc a").last();
    await last.click();
    await expect.poll(() => marked.allTextContents()).toEqual([await last.textContent()]);
    await page.mouse.wheel(0, -9_999);
    await expect.poll(() => marked.count()).toBe(0);
  });
});

describeInBrowser("right-to-left", (browser) => {
  describe("text in an English interface", () => {
    const site = useSite(writeHardVault);

    test("is set from the right, line by line, and English from the left", async () => {
      const { page, ask } = await browser.open({ width: 360 });
      await page.goto(`${site().url}topics/mixed-directions/`);
      const edges = await ask<TextEdge[]>("textEdges", "main li[id^='e-'] .words");
      const arabic = edges.find(({ text }) => text.startsWith("مرحبا, said Salma"));
      expect([arabic?.direction, (arabic?.right ?? 9) < 5]).toEqual(["rtl", true]);
      expect(edges.find(({ text }) => text.startsWith("Salma says"))?.direction).toBe("ltr");
    });
  });

  describe("interface", () => {
    const site = useSite(writeStarter, { include: everything, language: "ar" });

    test("is mirrored on every kind of page, fits a phone, and keeps English memories left to right", async () => {
      const { page, ask, seen } = await browser.open({ width: 360 });
      const faults: string[] = [];
      for (const [kind, path] of Object.entries(starterPages)) {
        await page.goto(site().url + path);
        const html = await page.evaluate(
          "document.documentElement.dir + document.documentElement.lang",
        );
        if (html !== "rtlar") faults.push(`${kind}: ${html}`);
        faults.push(...(await ask<string[]>("overflowing")).map((fault) => `${kind}: ${fault}`));
      }
      expect(faults).toEqual([]);
      expect(seen.complaints).toEqual([]);
      await page.goto(`${site().url}topics/cooking/`);
      const lines = await ask<TextEdge[]>("textEdges", "main li[id^='e-'] .words");
      expect(lines.length).toBeGreaterThan(5);
      expect(lines.filter(({ direction, left }) => direction !== "ltr" || left > 5)).toEqual([]);
    });
  });
});

/** 0 is black, 255 is white; of a colour as computed styles say it. */
function brightness(colour: string): number {
  const [, space, numbers = ""] = /^(\w+)\(([^)]*)\)$/.exec(colour) ?? [];
  const [one = 0, two = 0, three = 0] = numbers.split(/[\s,/]+/).map(Number);
  return space === "oklch" || space === "oklab" ? one * 255 : (one + two + three) / 3;
}
