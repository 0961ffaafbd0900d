import { describe, expect, test } from "vitest";
import { parseSearch } from "../../../site/search/search-filter.ts";
import { describeInBrowser } from "../browser.ts";
import { spokenTexts } from "../hard/scripts.ts";
import { everything, writeHard, writeStarter } from "./built-site.ts";
import { answered, findInDialog, linksIn, openSearch } from "./search-dialog.ts";
import { useSite } from "./use-site.ts";

describeInBrowser("the search in the browser", (browser) => {
  describe("over the hard vault", () => {
    const site = useSite(writeHard, { base: "/deep/er/" });

    test("finds a memory in every script", async () => {
      const { page, seen } = await browser.open();
      await page.goto(site().url);
      await openSearch(page);
      const missed: string[] = [];
      for (const { query, topic, language } of spokenTexts) {
        const found = await findInDialog(page, query);
        if (found[0]?.includes(`/topics/${topic}/`) !== true) {
          missed.push(`${language} ${query}: ${found.slice(0, 3).join(" ")}`);
        }
      }
      expect(missed).toEqual([]);
      expect(seen.complaints).toEqual([]);
      expect(seen.elsewhere).toEqual([]);
    });

    test("says that there is nothing, and finds no private word", async () => {
      const { page } = await browser.open();
      await page.goto(site().url);
      await openSearch(page);
      for (const query of ["wertyuiopasdf", "secretentryxqz", "personentryxqz", "bankentryxqz"]) {
        expect(await findInDialog(page, query), query).toEqual([]);
      }
    });

    test("takes any query as words", async () => {
      const { page, seen } = await browser.open();
      await page.goto(site().url);
      await openSearch(page);
      for (const query of [
        '"',
        "<img src=x onerror=alert(1)>",
        "%",
        "\\",
        "a".repeat(5_000),
        "   ",
        "__proto__",
        "🍋",
      ]) {
        await page.locator("dialog[open] input").first().fill(query);
        await page.waitForTimeout(150);
      }
      const ran = await page.evaluate("document.querySelectorAll('dialog img').length");
      expect(ran).toBe(0);
      expect(seen.complaints).toEqual([]);
    });
  });

  describe("over the starter vault", () => {
    const site = useSite(writeStarter, { include: everything });

    test("leads to the page of that name first", async () => {
      const { page } = await browser.open();
      await page.goto(site().url);
      await openSearch(page);
      expect((await findInDialog(page, "Cooking"))[0]).toMatch(/\/topics\/cooking\/$/);
      expect((await findInDialog(page, "recipes"))[0]).toMatch(/\/topics\/cooking\/$/);
    });

    test("forgives accents and finds while a word is not finished", async () => {
      const { page } = await browser.open();
      await page.goto(site().url);
      await openSearch(page);
      const found = await findInDialog(page, "julia schoo");
      expect(found.slice(0, 3).join(" ")).toContain("/topics/julia-school/");
    });

    test("narrows by bank, tag, person and month, from the page's address", async () => {
      const { page } = await browser.open();
      const find = async (query: string): Promise<string> => {
        await page.goto(`${site().url}search/?${query}`);
        const { text, filter } = parseSearch(`?${query}`);
        await answered(page, "main", text, filter);
        return (await linksIn(page, "main")).join(" ");
      };
      expect(await find("q=nuts&bank=Health")).toContain("/topics/cooking/#e-");
      expect(await find("q=nuts&bank=Events")).not.toContain("/topics/cooking/");
      expect(await find("q=rice&tag=food")).toContain("/topics/cooking/");
      expect(await find("q=rice&tag=travel")).not.toContain("/topics/cooking/");
      expect(await find("q=gift&person=ana")).toContain("/people/ana/");
      expect(await find("q=rice&person=ben")).not.toContain("/people/ana/");
      expect(await find("q=broth&from=2026-02&to=2026-02")).toContain("/topics/cooking/");
      expect(await find("q=broth&from=2030-01")).toBe("");
    });

    test("names people as their profiles do, and not by their folders", async () => {
      const { page } = await browser.open();
      await page.goto(`${site().url}search/?q=gift&person=ana`);
      await answered(page, "main", "gift", { person: "ana" });
      const about = (await page.locator(".search-about").allTextContents()).join(" ");
      expect(about).toContain("Ana");
      expect(about).not.toMatch(/people\/|\bana\b/);
      const person = page.locator("select[name=person]");
      await person.getByRole("option", { name: "Ana", exact: true }).waitFor({ state: "attached" });
      expect(await person.inputValue()).toBe("ana");
    });

    test("has a page of its own, which a query in its address fills", async () => {
      const { page, seen } = await browser.open();
      await page.goto(`${site().url}search/?q=bomba+rice`);
      await answered(page, "main", "bomba rice");
      expect((await linksIn(page, "main")).join(" ")).toContain("/topics/cooking");
      expect(await page.locator("main input").first().inputValue()).toBe("bomba rice");
      expect(seen.complaints).toEqual([]);
    });
  });
});
