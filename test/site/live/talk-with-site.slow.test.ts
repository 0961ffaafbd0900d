import { expect, test } from "vitest";
import { runLoci } from "../../run-loci.ts";
import { startUp } from "../../start-loci.ts";
import { useVault } from "../../temp.ts";
import { describeInBrowser } from "../browser.ts";

describeInBrowser("the talk page of a served site", (browser) => {
  test.each([1280, 390])(
    "has the site's header and theme, and leads from a source to its line, %i px wide",
    async (width) => {
      const root = useVault({
        "loci.yaml": "site:\n  title: Ana remembers\n  language: de\n",
        "topics/Cooking Rice.md":
          "# Cooking\n\n- Prefers bomba rice for paella (2026-02-12)\n- Broth from bones\n",
      });
      await runLoci(["init", root]);
      const up = await startUp(root);
      await up.shows("/", "Ana remembers");
      const { stdout } = await runLoci(["up", "--address", "--vault", root]);
      const { page, seen } = await browser.open({ width });
      await page.goto(stdout.trim());
      await page.locator("main h1").waitFor();
      const names = () => page.locator("header.top .menu a").allTextContents();
      const onSite = await names();
      expect(onSite.length).toBeGreaterThan(2);
      // The theme that is chosen on one page holds on the other.
      await page.locator("#Theme").click();
      await page.goto(`${up.base}/talk/`);
      await page.locator("header.top[lang='de']").waitFor();
      expect(await names()).toEqual(onSite);
      expect(await page.locator("html").getAttribute("data-theme")).toBe("light");
      await page.locator("#Theme").click();
      expect(await page.locator("html").getAttribute("data-theme")).toBe("dark");
      expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);

      await page.getByLabel("Ask or tell").fill("which rice for paella?");
      await page.keyboard.press("Enter");
      await page.locator('#talk[aria-busy="false"]').waitFor();
      await page.locator(".answer a").first().click();
      await page.locator("article :target, main :target").getByText("bomba rice").waitFor();
      const complaints = seen.complaints.filter((one) => !one.includes("401"));
      expect(complaints).toEqual([]);
    },
  );
});
