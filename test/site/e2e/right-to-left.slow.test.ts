import { describe, expect, test } from "vitest";
import { describeInBrowser } from "../browser.ts";
import { writeHard } from "./built-site.ts";
import { starterPages } from "./pages.ts";
import { starterChoice, writeStarterWithHistory } from "./starter.ts";
import { useSite } from "./use-site.ts";

interface TextEdge {
  readonly direction: string;
  readonly left: number;
  readonly right: number;
  readonly text: string;
}

describeInBrowser("right-to-left", (browser) => {
  describe("text in an English interface", () => {
    const site = useSite(writeHard);

    test("is set from the right, line by line, and English from the left", async () => {
      const { page, ask } = await browser.open();
      await page.goto(`${site().url}topics/${encodeURIComponent("العربية")}/`);
      expect(await page.locator("article").first().getAttribute("dir")).toBe("rtl");
      await page.goto(`${site().url}topics/mixed-directions/`);
      const edges = await ask<TextEdge[]>("textEdges", "main li[id^='e-'] .words");
      const direction = (start: string): string | undefined =>
        edges.find(({ text }) => text.startsWith(start))?.direction;
      expect(direction("مرحبا, said Salma")).toBe("rtl");
      const arabic = edges.find(({ direction }) => direction === "rtl");
      expect(arabic?.right, "begins at the right edge").toBeLessThan(5);
      expect(direction("Salma says")).toBe("ltr");
    });

    test("fits a phone", async () => {
      const { page, ask } = await browser.open({ width: 360 });
      for (const topic of ["العربية", "עברית", "mixed-directions"]) {
        await page.goto(`${site().url}topics/${encodeURIComponent(topic)}/`);
        expect(await ask("overflowing"), topic).toEqual([]);
      }
    });
  });

  describe("interface", () => {
    const site = useSite(writeStarterWithHistory, { ...starterChoice, language: "ar" });

    test("is mirrored on every page type, and fits a phone", async () => {
      const { page, ask, seen } = await browser.open({ width: 360 });
      const faults: string[] = [];
      for (const [type, path] of Object.entries(starterPages)) {
        await page.goto(site().url + path);
        const direction = await page.locator("html").getAttribute("dir");
        const language = await page.locator("html").getAttribute("lang");
        if (direction !== "rtl" || language !== "ar")
          faults.push(`${type}: ${direction} ${language}`);
        const wide = await ask<string[]>("overflowing");
        faults.push(...wide.map((fault) => `${type}: ${fault}`));
      }
      expect(faults).toEqual([]);
      expect(seen.complaints).toEqual([]);
    });

    test("keeps English memories left to right, and begins its own lines at the right", async () => {
      const { page, ask } = await browser.open();
      await page.goto(`${site().url}topics/cooking/`);
      const lines = await ask<TextEdge[]>("textEdges", "main li[id^='e-'] .words");
      expect(lines.length).toBeGreaterThan(5);
      for (const { direction, left, text } of lines) {
        expect(direction, text).toBe("ltr");
        expect(left, text).toBeLessThan(5);
      }
      const [heading] = await ask<TextEdge[]>("textEdges", "footer p, footer");
      expect(heading?.direction).toBe("rtl");
    });
  });
});
