import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, test } from "vitest";
import { describeInBrowser } from "../site/browser.ts";
import { writeFiles } from "../temp.ts";
import { serveVault } from "./serve-vault.ts";

const question = "which bicycle is blue?";
const bike = "The blue bicycle is a surprise";

/** A served vault in which ben has a line of his own. */
async function serveBens(env: Record<string, string> = {}) {
  const served = await serveVault(env);
  writeFiles(served.root, { "people/ben/topics/gifts.md": `# Gifts\n\n- ${bike} (2026-11-21)\n` });
  return served;
}

test("GET /api/people names who has memories of their own, and who speaks on this device", async () => {
  const nobodys = await serveVault();
  writeFiles(nobodys.root, { "people/joan.md": "- A note\n" });
  expect(await nobodys.ask("GET", "/api/people")).toEqual({
    status: 200,
    body: { people: ["ana", "ben", "joan"], person: null },
  });
  const bens = await serveVault({ LOCI_PERSON: "BEN" });
  expect((await bens.ask("GET", "/api/people")).body.person).toBe("ben");
});

test("a null in /api/chat, and an empty person in a query, name nobody, whoever the device names", async () => {
  const { chat, ask } = await serveBens({ LOCI_PERSON: "ben" });
  const said = async (who: object) => JSON.stringify(await chat({ message: question, ...who }));
  expect(await said({})).toContain(bike);
  const [session, ...events] = await chat({ message: question, person: null });
  expect(session.person).toBeNull();
  expect(JSON.stringify(events)).not.toContain(bike);
  for (const list of ["topics", "recent"]) {
    const listed = async (query: string) =>
      JSON.stringify((await ask("GET", `/api/${list}${query}`)).body);
    expect(await listed(""), list).toContain("gifts");
    expect(await listed("?person="), list).not.toContain("gifts");
  }
});

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

describeInBrowser("on the talk page", (browser) => {
  async function openTalk(url: string, width = 1280) {
    const opened = await browser.open({ width });
    const { page } = opened;
    await page.goto(url);
    await page.goto(new URL("/talk/", url).href);
    const who = page.getByLabel("Who speaks");
    await who.waitFor();
    const say = async (words: string) => {
      await page.getByLabel("Ask or tell").fill(words);
      await page.getByRole("button", { name: "Send" }).click();
      await page.locator('#talk[aria-busy="false"]').waitFor();
      return page.locator("#talk").textContent();
    };
    return { ...opened, who, say, all: () => page.locator("body").textContent() };
  }

  test("who is chosen sees what is theirs, and nobody sees nothing of it", async () => {
    const { root, url } = await serveBens();
    const { page, who, say, all } = await openTalk(url);
    expect(await who.locator("option").allTextContents()).toEqual([
      "nobody (shared memory only)",
      "ana",
      "ben",
    ]);
    expect(await who.inputValue()).toBe("");
    expect(await say(question)).not.toContain(bike);
    await who.selectOption("ben");
    expect(await page.locator("#talk").textContent()).toBe("ben");
    expect(await say(question)).toContain(bike);

    await page.reload();
    await page.getByText(bike).first().waitFor();
    await who.waitFor();
    expect(await who.inputValue()).toBe("ben");
    await say("Remember that the ribbon for the bicycle is green");
    await page.locator(".fact").getByText("The ribbon").waitFor();

    await who.selectOption("nobody (shared memory only)");
    await page.getByText("Nobody is named").waitFor();
    expect(await say(question)).not.toContain(bike);
    await expect.poll(all).not.toMatch(/bicycle is a surprise|ribbon|gifts/i);
    await page.reload();
    await who.waitFor();
    expect(await who.inputValue()).toBe("");
    expect(await all()).not.toMatch(/bicycle is a surprise|ribbon|gifts/i);
    expect(readFileSync(join(root, "people/ben/topics/gifts.md"), "utf8")).toContain(bike);
  });

  test.each([1280, 320])(
    "the choice is reached by keyboard, and axe finds nothing, %i px wide",
    async (width) => {
      const { url } = await serveBens();
      const { page, who } = await openTalk(url, width);
      await page.getByRole("button", { name: "Clear" }).focus();
      await page.keyboard.press("Tab");
      expect(await who.evaluate((select) => select.matches(":focus"))).toBe(true);
      await page.keyboard.type("b");
      await expect.poll(() => who.inputValue()).toBe("ben");
      await page.locator("#talk").getByText("ben", { exact: true }).waitFor();
      expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
      expect(
        await page.evaluate("who.scrollWidth <= who.clientWidth && who.clientWidth > 150"),
      ).toBe(true);
      await page.evaluate(axe);
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        const { violations } = Object(await page.evaluate("axe.run()"));
        expect(violations.map(({ id }: { id: string }) => id)).toEqual([]);
      }
    },
  );
});
