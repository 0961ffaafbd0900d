import { expect, test } from "vitest";
import { describeInBrowser } from "../browser.ts";
import { checkAccess, openTalk } from "./open-talk.ts";

describeInBrowser("memories on the talk page", (browser) => {
  test.each([1280, 390])(
    "what is saved can be changed, protected, moved, forgotten and undone where it appears, %i px wide",
    async (width) => {
      const { page, seen } = await browser.open({ width });
      const { say, card, inFiles, inGit } = await openTalk(page);
      await say("Remember that the lamp key hangs behind the door");
      const lamp = card("lamp key");
      await lamp.getByRole("button", { name: /^Edit/ }).click();
      await lamp
        .getByLabel("Words of the memory")
        .fill("The lamp key hangs behind the *green* door");
      await lamp.getByRole("button", { name: "Save" }).click();
      await lamp.getByText("Changed.").waitFor();
      const [file = ""] = inFiles("The lamp key hangs behind the *green* door");
      expect(file).toMatch(/\.md$/);
      expect(await inGit("behind the *green* door")).toContain(file.slice(2));

      // By keyboard: the button that was pressed keeps the focus.
      await lamp.getByRole("button", { name: /^Protect/ }).focus();
      await page.keyboard.press("Enter");
      await lamp.getByText("Protected: upkeep").waitFor();
      expect(await page.locator(":focus").textContent()).toBe("Protect");
      expect(await page.locator(":focus").getAttribute("aria-pressed")).toBe("true");
      await lamp.getByRole("combobox").selectOption({ index: 1 });
      await lamp.getByText(/^Moved to/).waitFor();
      await checkAccess(page);

      await lamp.getByRole("button", { name: /^Forget/ }).click();
      await lamp.getByText("Forgotten.").waitFor();
      expect(inFiles("*green* door").filter((one) => !one.includes("/log/"))).toEqual([]);
      await lamp.getByRole("button", { name: /^Undo/ }).click();
      await lamp.getByText("Taken back.").waitFor();
      expect(inFiles("*green* door")).toContain(file);

      await say("Remember that the spare fuse lies in the drawer");
      await card("spare fuse").getByRole("button", { name: /^Undo/ }).click();
      await page.locator(".gone").getByText("spare fuse").waitFor();
      expect(inFiles("spare fuse").filter((one) => !one.includes("/log/"))).toEqual([]);
      // What was done before it is not undone by mistake.
      await say("Remember that the ladder stands in the shed");
      await lamp.getByRole("button", { name: /^Undo/ }).click();
      await lamp.getByText("something else changed after it").waitFor();
      expect(inFiles("*green* door")).toContain(file);
      expect(seen.complaints).toEqual([]);
      await page.reload();
      const changed = page.locator(".gone").filter({ hasText: "The lamp key" });
      await changed.getByText("This memory has changed or is gone.").waitFor();
      await card("ladder").getByRole("button", { name: /^Edit/ }).waitFor();
    },
  );

  test("an answer is laid out by the site's renderer, and nothing in it runs or leads astray", async () => {
    const { page, seen } = await browser.open();
    const { say, inFiles } = await openTalk(page);
    const hostile =
      "<img src=x onerror=alert(1)> [x](javascript:alert(1)) **bold** [site](https://example.org/a)";
    await say(`Remember that ${hostile}`);
    expect(inFiles("onerror=alert(1)").length).toBeGreaterThan(0);
    await say("what do you know about bold site example?");
    const talk = page.locator("#talk");
    expect(await talk.locator("img, script, [onerror]").count()).toBe(0);
    expect(await talk.locator('a[href^="javascript"]').count()).toBe(0);
    expect(seen.complaints).toEqual([]);
  });

  test("who answers and in which language is shown, and switched where it goes on", async () => {
    const { page, seen } = await browser.open();
    const { say, atRest, ask } = await openTalk(page);
    const [agent, language] = ["Agent", "Language"].map((name) => page.getByLabel(name));
    const shown = async () => [await agent?.inputValue(), await language?.inputValue()];
    await expect.poll(shown).toEqual(["loci", ""]);
    // Before it has begun: the one that begins is with them.
    await agent?.selectOption("concierge");
    await page.getByText("Concierge takes over from Loci").waitFor();
    await atRest();
    await say("which rice for paella?");
    expect(await shown()).toEqual(["concierge", "en"]);
    await language?.selectOption("es");
    await page.getByText("Language: Spanish").waitFor();
    await atRest();
    await say("/agent loci");
    await page.getByText("Loci takes over from Concierge").waitFor();
    expect(await shown()).toEqual(["loci", "es"]);
    const { sessions } = (await ask("GET", "/api/sessions")).body;
    expect(sessions).toMatchObject([{ agent: "loci", language: "es" }]);
    await page.reload();
    await expect.poll(shown).toEqual(["loci", "es"]);
    await page.getByRole("button", { name: "New", exact: true }).click();
    await page.getByText("A new conversation.").waitFor();
    expect(await page.locator(".asked").count()).toBe(0);
    expect(seen.complaints).toEqual([]);
  });

  test("/forget asks, the number removes, /undo brings back, /help lists, and “forget that” takes back", async () => {
    const { page } = await browser.open();
    const { say, inFiles } = await openTalk(page);
    const rice = "Prefers bomba rice for paella";
    await say("/forget rice for paella");
    await page.getByText("Which one is to be forgotten?").waitFor();
    const lines = await page.locator("#talk ol.found li").allTextContents();
    await say(`${lines.findIndex((line) => line.startsWith(rice)) + 1}`);
    await page.getByText(`Forgotten: ${rice}`).waitFor();
    expect(inFiles(rice)).toEqual([]);
    await say("/undo");
    await page.getByText("Taken back: cooking: removed 1").waitFor();
    expect(inFiles(rice)).toContain("./topics/cooking.md");
    await say("/help");
    await page.getByText("/forget WORDS").waitFor();
    await say("Remember that I like my tea without sugar");
    await page.locator(".fact", { hasText: "tea without sugar" }).first().waitFor();
    await say("forget that");
    const back = page.getByText(/^Taken back: /).last();
    await back.waitFor();
    expect(inFiles("tea without sugar")).toEqual([]);
  });

  test("who is chosen sees what is theirs, and nobody sees nothing of it", async () => {
    const bike = "The blue bicycle is a surprise";
    const { page } = await browser.open();
    const gifts = { "people/ben/topics/gifts.md": `# Gifts\n\n- ${bike} (2026-11-21)\n` };
    const { say, inFiles } = await openTalk(page, gifts);
    const who = page.getByLabel("Who speaks");
    const all = () => page.locator("body").textContent();
    const ask = async () => {
      await say("which bicycle is blue?");
      return page.locator("#talk").textContent();
    };
    const nobody = "nobody (shared memory only)";
    expect(await who.locator("option").allTextContents()).toEqual([nobody, "ana", "ben"]);
    expect(await who.inputValue()).toBe("");
    expect(await ask()).not.toContain(bike);
    // By keyboard.
    await page.getByRole("button", { name: "Clear" }).focus();
    await page.keyboard.press("Tab");
    expect(await who.evaluate((select) => select.matches(":focus"))).toBe(true);
    await page.keyboard.type("b");
    await page.locator("#talk").getByText("ben", { exact: true }).waitFor();
    expect(await page.locator("#talk").textContent()).toBe("ben");
    expect(await ask()).toContain(bike);
    await checkAccess(page);

    await page.reload();
    await page.getByText(bike).first().waitFor();
    await who.waitFor();
    expect(await who.inputValue()).toBe("ben");
    await say("Remember that the ribbon for the bicycle is green");
    await page.locator(".fact").getByText("The ribbon").waitFor();

    await who.selectOption(nobody);
    await page.getByText("Nobody is named").waitFor();
    expect(await ask()).not.toContain(bike);
    await expect.poll(all).not.toMatch(/bicycle is a surprise|ribbon|gifts/i);
    await page.reload();
    await who.waitFor();
    expect(await who.inputValue()).toBe("");
    expect(await all()).not.toMatch(/bicycle is a surprise|ribbon|gifts/i);
    expect(inFiles(bike)).toEqual(["./people/ben/topics/gifts.md"]);
  });

  test("a conversation is begun, ended, read again and cleared", async () => {
    const { page, seen } = await browser.open({ width: 390 });
    const { say, atRest, ask, card, inFiles } = await openTalk(page);
    await say("which rice for paella?");
    await say("I live in Reus now, and I work as a baker.");
    const answers = page.locator(".answer");
    const before = await answers.allTextContents();
    expect(before[0]).toMatch(/^Prefers bomba rice for paella \(Cooking, .*2026\)$/);
    await page.reload();
    await page.locator(".asked").getByText("which rice for paella?").waitFor();
    await expect.poll(() => answers.allTextContents()).toEqual(before);
    await page.getByRole("button", { name: "End", exact: true }).click();
    await page.getByText("This conversation is over").waitFor();
    await atRest();
    // What was learned when it ended can be changed as what was saved before.
    await card("Reus")
      .first()
      .getByRole("button", { name: /^Forget/ })
      .click();
    await card("Reus").first().getByText("Forgotten.").waitFor();
    expect(inFiles("live in Reus").filter((one) => !one.includes("/log/"))).toEqual([]);
    await say("and how do I like coffee?");
    const { sessions } = (await ask("GET", "/api/sessions")).body;
    expect(sessions.map(({ state }: { state: string }) => state)).toEqual(["active", "closed"]);

    const old = page.locator("#conversations");
    await old.locator("summary").click();
    await old.getByRole("button", { name: /over/ }).click();
    await page.locator(".asked").getByText("which rice for paella?").waitFor();
    await page.getByText("This conversation is over").waitFor();
    expect(await page.locator(".asked").getByText("coffee").count()).toBe(0);
    await old.locator("summary").click();
    await old.getByRole("button", { name: /open/ }).click();
    await page.locator(".asked").getByText("how do I like coffee?").waitFor();
    await checkAccess(page);

    await page.getByRole("button", { name: "Clear" }).click();
    expect((await ask("GET", "/api/sessions")).body.sessions).toHaveLength(2);
    await page.getByRole("button", { name: "Remove what was said?" }).click();
    await page.getByText("What was said here is removed").waitFor();
    expect((await ask("GET", "/api/sessions")).body.sessions).toHaveLength(1);
    expect(seen.complaints).toEqual([]);
  });
});
