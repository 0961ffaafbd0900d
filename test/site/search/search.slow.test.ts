import { expect, test } from "vitest";
import { describeWithChromium } from "../browser.ts";
import {
  ask,
  excerptsOf,
  faultsOfAxe,
  hitsOf,
  hrefsOf,
  settled,
  titlesOf,
  useSearchSite,
} from "./open-search.ts";
import { scriptQuestions } from "./script-vault.ts";

describeWithChromium("search in a browser", () => {
  const search = useSearchSite();
  test.each(Object.entries(scriptQuestions))("finds what is written in %s", async (_, pairs) => {
    const { page, faults } = await search.open("search/");
    for (const [question, text] of pairs) {
      await ask(page, question);
      expect(await hitsOf(page), question).toContain(text);
      expect(await page.locator(".search-hits mark").count()).toBeGreaterThan(0);
    }
    expect(faults).toEqual([]);
  });

  test("finds Chinese and Arabic in an Arabic interface too, right to left, with no fault for axe", async () => {
    const { page, faults } = await search.open("search/?q=绿茶", "ar");
    await settled(page);
    expect(await hitsOf(page)).toContain("妈妈喜欢喝绿茶");
    await ask(page, "كتاب");
    expect(await hitsOf(page)).toContain("الكِتَاب");
    expect(await page.evaluate(() => document.dir)).toBe("rtl");
    expect(await faultsOfAxe(page)).toEqual([]);
    expect(faults).toEqual([]);
  });

  test("the page of exactly that title, or alias, comes first", async () => {
    const { page } = await search.open("search/?q=cooking");
    await settled(page);
    expect(await titlesOf(page)).toHaveLength(3);
    expect((await titlesOf(page))[0]).toBe("Cooking Page of that name");
    await ask(page, "kitchen");
    expect(await titlesOf(page)).toEqual(["Cooking Page of that name"]);
    await ask(page, "妈妈");
    expect((await titlesOf(page))[0]).toBe("妈妈 Page of that name");
  });

  test("a hit leads to its entry; a note to its heading", async () => {
    const { page } = await search.open("search/?q=walnuts");
    await settled(page);
    const [href] = await hrefsOf(page, "li li a");
    expect(href).toMatch(/^\/notes\/topics\/cooking\/#e-[0-9a-f]{12}$/);
    await ask(page, "degrees");
    expect(await hrefsOf(page, "li li a")).toEqual(["/notes/topics/cooking/#h-oven"]);
  });

  test("filters narrow documents and their entries, and stand in the address", async () => {
    const { page, faults } = await search.open("search/");
    await page.locator(".search-filters summary").click();
    await page.locator('select[name=bank] option[value="Health"]').waitFor({ state: "attached" });
    await page.locator("select[name=bank]").selectOption("Health");
    await settled(page);
    expect(await excerptsOf(page)).toEqual([
      "Ο γιατρός είπε να πίνω περισσότερο νερό",
      "Allergic to walnuts",
    ]);
    expect(new URL(page.url()).search).toBe("?bank=Health");
    await page.locator("button", { hasText: "Clear filters" }).click();
    await page.locator("input[name=topic]").fill("Cooking");
    await page.locator("select[name=from]").selectOption("2025-12");
    await page.locator("select[name=to]").selectOption("2026-01");
    await settled(page);
    expect(await excerptsOf(page)).toEqual([
      "Allergic to walnuts",
      "L'àvia prepara canelons per Sant Esteve",
    ]);
    expect(new URL(page.url()).search).toBe("?topic=topics%2Fcooking%2F&from=2025-12&to=2026-01");
    expect(faults).toEqual([]);
  });

  test.each([
    ["?person=ana", ["bicycle", "canelons"], ["paella", "walnuts"]],
    ["?q=rice&from=2026-01", ["bomba rice"], ["Paid rent"]],
    ["?tag=food", ["bomba rice"], ["walnuts"]],
    ["?q=rice&bank=Nothing", [], ["rice"]],
    ["?from=2031-01", [], ["rice"]],
  ])("the address %s is a search", async (query, there, gone) => {
    const { page } = await search.open(`search/${query}`);
    await settled(page);
    const hits = await hitsOf(page);
    for (const text of there) expect(hits).toContain(text);
    for (const text of gone) expect(hits).not.toContain(text);
  });

  test("what is superseded or archived says so", async () => {
    const { page } = await search.open("search/?q=Reus");
    await settled(page);
    expect(await hitsOf(page)).toMatch(/Lives on the coast of Reus.*No longer so/s);
    await ask(page, "rent");
    expect(await hitsOf(page)).toContain("Archived");
  });

  test("words that no page has together are found apart, and it is said", async () => {
    const { page } = await search.open("search/?q=walnuts+bicycle");
    await settled(page);
    expect(await page.locator("[role=status]").first().textContent()).toMatch(/^No page has all/);
    expect((await excerptsOf(page)).sort()).toEqual([
      "Allergic to walnuts",
      "The bicycle has a flat tyre",
    ]);
  });
});
