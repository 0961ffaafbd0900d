import { expect, test } from "vitest";
import { describeWithChromium } from "../browser.ts";
import { base } from "./browser.ts";
import {
  ask,
  excerptsOf,
  faultsOfAxe,
  hitsOf,
  hrefsOf,
  settled,
  useSearchSite,
} from "./open-search.ts";
import { scriptFiles } from "./script-vault.ts";

describeWithChromium("search dialog in a browser", () => {
  const search = useSearchSite();
  test("nothing of it is loaded before it is opened, `/` opens it, one Escape closes it", async () => {
    const { page, faults } = await search.open("");
    await page.waitForTimeout(300);
    const before = search.site.requests.map(({ path }) => path);
    expect(before.filter((path) => /pagefind|\/search-[^/]*\.js/.test(path))).toEqual([]);
    await page.keyboard.press("/");
    await ask(page, "paella");
    expect(await hitsOf(page)).toContain("Prefers bomba rice for paella");
    await page.keyboard.press("Escape");
    expect(await page.locator("dialog[open]").count()).toBe(0);
    await page.keyboard.press("Control+k");
    expect(await page.locator("dialog[open]").count()).toBe(1);
    await page.keyboard.press("Escape");
    await page.locator("[data-search-open]").click();
    expect(await page.locator("dialog[open]").count()).toBe(1);
    expect(faults).toEqual([]);
  });

  test("what is typed while the rest is still coming is searched", async () => {
    const { page } = await search.open("");
    await page.route("**/search-*.js", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 400));
      await route.continue();
    });
    await page.keyboard.press("/");
    await page.keyboard.type("walnuts");
    await settled(page);
    expect(await hitsOf(page)).toContain("Allergic to walnuts");
  });

  test("the keyboard alone goes from the field through the hits and back, and opens one", async () => {
    const { page, faults } = await search.open("");
    await page.keyboard.press("/");
    await ask(page, "rice");
    const focused = (): Promise<string | undefined> =>
      page.evaluate(() => document.activeElement?.textContent ?? undefined);
    await page.keyboard.press("ArrowDown");
    expect(await focused()).toBe("Cooking");
    await page.keyboard.press("ArrowDown");
    expect(await focused()).toMatch(/^Prefers bomba rice/);
    await page.keyboard.press("End");
    expect(await focused()).toMatch(/^Paid rent/);
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowUp");
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("INPUT");
    await page.keyboard.press("Tab");
    expect(await focused()).toBe("Search");
    await page.keyboard.press("Tab");
    expect(await focused()).toBe("Filters");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("bank");
    await page.locator("dialog input[name=q]").focus();
    expect(faults).toEqual([]);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/topics/cooking/");
  });

  test("a link to the page it stands on closes the dialog", async () => {
    const { page } = await search.open("topics/cooking/");
    await page.keyboard.press("/");
    await ask(page, "walnuts");
    await page.locator(".search-hits li li a").first().click();
    expect(await page.locator("dialog[open]").count()).toBe(0);
    expect(new URL(page.url()).hash).toMatch(/^#e-/);
  });

  test("hostile texts are shown as text, and run nothing", async () => {
    const { page, faults } = await search.open("search/?q=zebra");
    await settled(page);
    const elements = await page
      .locator(".search-page .search-hits")
      .evaluate((list) => [
        ...new Set([...list.querySelectorAll("*")].map((element) => element.localName)),
      ]);
    expect(elements.sort()).toEqual(["a", "bdi", "h2", "li", "mark", "span", "time", "ul"].sort());
    const hits = await hitsOf(page);
    expect(hits).toContain('<script>alert("zebra")</script> </i></body> &amp;lt; zebra');
    expect(hits).toContain("<img src=x onerror=alert(1)>");
    for (const href of await hrefsOf(page, "a"))
      expect(href).toMatch(/^\/notes\/topics\/hostile\/(?:#e-[\w-]+)?$/);
    for (const excerpt of await excerptsOf(page)) expect(excerpt.length).toBeLessThan(400);
    await ask(page, `"><img src=x onerror=alert(9)> ${"(".repeat(200)}`);
    await ask(page, "<script>");
    expect(faults).toEqual([]);
  });

  test("nothing found, and an index that is not there, are one sentence each", async () => {
    const { page, faults } = await search.open("search/?q=xyzzyplugh");
    await settled(page);
    const status = page.locator(".search-page [role=status]");
    expect(await status.textContent()).toMatch(/^Nothing found for “xyzzyplugh”/);
    expect(faults).toEqual([]);
    search.site.missing.add("pagefind/pagefind-entry.json");
    const other = await search.open("search/?q=rice");
    const fault = other.page.locator("[role=status]", { hasText: "Search could not be loaded." });
    await fault.waitFor().finally(() => search.site.missing.clear());
    await ask(other.page, "paella");
    expect(await hitsOf(other.page)).toContain("Prefers bomba rice for paella");
  });

  test("a page that was opened before the index was made again goes on finding", async () => {
    const { page, faults } = await search.open("search/?q=rice");
    await settled(page);
    await search.index({
      ...scriptFiles,
      "topics/new.md": "# New\n\n- A giraffe came by (2026-02-13)\n",
    });
    await ask(page, "绿茶");
    expect(await hitsOf(page)).toContain("妈妈喜欢喝绿茶");
    await page.clock.install();
    await page.clock.fastForward(60_000);
    await page.reload();
    await ask(page, "giraffe");
    expect(await hitsOf(page)).toContain("A giraffe came by");
    expect(faults).toEqual([]);
  });

  test("axe finds nothing in the dialog, light or dark, on a phone of 360 pixels; nothing is cut off", async () => {
    for (const colorScheme of ["light", "dark"] as const) {
      const { page, faults } = await search.open("");
      await page.setViewportSize({ width: 360, height: 640 });
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.keyboard.press("/");
      await ask(page, "rice");
      await page.locator("dialog .search-filters summary").click();
      expect(await faultsOfAxe(page)).toEqual([]);
      const box = await page.locator("dialog").boundingBox();
      expect(box).toMatchObject({ x: 0, y: 0, width: 360, height: 640 });
      expect(await page.locator("dialog").evaluate((it) => it.scrollWidth <= it.clientWidth)).toBe(
        true,
      );
      expect(faults).toEqual([]);
    }
  });

  test("without JavaScript the page says so, and its form leads to the page", async () => {
    const { page } = await search.open("search/");
    const html = await (await fetch(`${search.site.origin}${base}search/`)).text();
    expect(html).toMatch(/<noscript><p>Search needs JavaScript/);
    expect(await page.locator(".search-page form").getAttribute("action")).toBe(`${base}search/`);
  });
});
