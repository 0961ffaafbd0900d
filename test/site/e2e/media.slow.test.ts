import { expect, test } from "vitest";
import { describeInBrowser } from "../browser.ts";
import { starterPages } from "./pages.ts";
import { starterChoice, writeStarterWithHistory } from "./starter.ts";
import { useSite } from "./use-site.ts";

describeInBrowser("a page of the site", (browser) => {
  const site = useSite(writeStarterWithHistory, starterChoice);
  const words = "Prefers bomba rice for paella";

  test("prints its text and none of what is only for a screen", async () => {
    const { page, ask } = await browser.open();
    await page.goto(`${site().url}topics/cooking/`);
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    expect(await ask("shown", "nav, button, dialog, input, select, form")).toEqual([]);
    expect(await page.getByText(words).first().isVisible()).toBe(true);
    const colours = await page.evaluate<string>("getComputedStyle(document.body).color");
    expect(brightness(colours), "dark ink").toBeLessThan(110);
    const pdf = await page.pdf();
    expect(pdf.length).toBeGreaterThan(1_000);
  });

  test("moves nothing for a person who wants less motion", async () => {
    const { page, ask } = await browser.open({ reducedMotion: true });
    const moving: string[] = [];
    for (const path of Object.values(starterPages)) {
      await page.goto(site().url + path);
      moving.push(...(await ask<string[]>("moving")).map((name) => `${path}: ${name}`));
    }
    expect(moving).toEqual([]);
  });

  test("reads well without JavaScript", async () => {
    const { page, seen } = await browser.open({ javaScript: false });
    const bare: string[] = [];
    for (const [type, path] of Object.entries(starterPages)) {
      await page.goto(site().url + path);
      const shown = (await page.locator("main").allInnerTexts()).join("").trim();
      if (shown.length < 20) bare.push(`${type}: ${shown}`);
    }
    expect(bare).toEqual([]);
    expect(seen.elsewhere).toEqual([]);
    await page.goto(`${site().url}topics/cooking/`);
    expect(await page.getByText(words).first().isVisible()).toBe(true);
    await page.locator("main a[href$='/topics/cooking-rice/']").first().click();
    expect(page.url()).toBe(`${site().url}topics/cooking-rice/`);
  });

  test("says where search needs JavaScript, and how to go on", async () => {
    const { page } = await browser.open({ javaScript: false });
    await page.goto(`${site().url}search/`);
    const said = (await page.locator("main noscript").allInnerTexts()).join(" ");
    expect(said).toContain("Search needs JavaScript");
  });

  test("follows the system's theme, keeps a chosen one, and never flashes the other", async () => {
    const { page } = await browser.open({ dark: true });
    await page.goto(site().url);
    const ground = (): Promise<string> =>
      page.evaluate<string>("getComputedStyle(document.documentElement).backgroundColor");
    const dark = await ground();
    expect(brightness(dark)).toBeLessThan(80);
    await page.emulateMedia({ colorScheme: "light" });
    expect(brightness(await ground())).toBeGreaterThan(200);
  });
});

/** 0 is black, 255 is white; of a colour as computed styles say it. */
function brightness(colour: string): number {
  const [, space, numbers = ""] = /^(\w+)\(([^)]*)\)$/.exec(colour) ?? [];
  const [one = 0, two = 0, three = 0] = numbers.split(/[\s,/]+/).map(Number);
  if (space === "oklch" || space === "oklab") return one * 255;
  return (one + two + three) / 3;
}
