import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { describeInBrowser } from "../site/browser.ts";
import { checkAccess, openTalk, useStarterSite } from "./open-talk.ts";
import { serve } from "./serve.ts";

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

type TalkEvent = { readonly type: string } & Readonly<Record<string, unknown>>;

/** A served page whose agent answers with these events, and what says a message there. */
async function answerWith(page: Page, events: readonly TalkEvent[]) {
  const served = await serve(undefined, 0, useStarterSite());
  served.loci.events = async function* () {
    yield* events;
  };
  await page.goto(served.url);
  await page.goto(new URL("/talk/", served.url).href);
  await page.getByLabel("Ask or tell").fill("rice");
  await page.keyboard.press("Enter");
  await page.locator(".asked").waitFor();
  await page.locator('#talk[aria-busy="false"]').waitFor();
}

describeInBrowser("a turn on the talk page", (browser) => {
  test("the reply stands first, and under it at most three memories that it stands on, all laid out", async () => {
    const { page, seen } = await browser.open({ width: 390 });
    const hit = (line: number, text: string) => ({
      ...{ text, topic: "cooking-rice", file: "topics/cooking-rice.md", line, date: "2026-02-12" },
    });
    const hits = [
      hit(1, "The tandem partner is called Jonas"),
      hit(2, "Bomba rice is **never** rinsed, see [[cooking|the kitchen]]"),
      hit(3, "| rice | water |\n|---|---|\n| bomba | three cups |"),
      hit(4, "Rice rests five minutes"),
      hit(5, "Bomba rice comes from the market"),
    ];
    await answerWith(page, [
      { type: "recall", query: "rice", hits },
      { type: "topic", topic: "cooking-rice", file: "topics/cooking-rice.md" },
      {
        type: "delta",
        text: "Take **bomba** rice from the market, never rinsed, with three cups ",
      },
      { type: "delta", text: "of water; let it rest five minutes (topics/cooking-rice.md:9)" },
    ]);
    const shown = page.locator("#talk > :is(.answer, .cards)");
    expect(await shown.count()).toBe(2);
    expect(await shown.first().locator("strong").textContent()).toBe("bomba");
    const cards = page.locator(".cards > li");
    expect(await cards.count()).toBe(3);
    expect(await cards.first().textContent()).toContain(
      "Bomba rice is never rinsed, see the kitchen",
    );
    expect(await cards.nth(1).locator("td").allTextContents()).toEqual(["bomba", "three cups"]);
    const words = await page.locator("#talk").textContent();
    expect(words).not.toMatch(/\*\*|\[\[|topics\/|cooking-rice|Jonas/);
    expect(words).toContain("Rice");
    await checkAccess(page);
    expect(seen.complaints).toEqual([]);
  });

  test("an answer that takes long says that it thinks, shows what came, and is stopped", async () => {
    const served = await serve(undefined, 0, useStarterSite());
    const asked: string[] = [];
    const hostile =
      "<img src=x onerror=alert(1)> [x](javascript:alert(2)) [far](https://example.org)";
    served.loci.events = async function* (signal) {
      yield { type: "session", id: "01S", person: null, agent: "loci", language: "en" };
      asked.push("asked");
      if (asked.length > 1) yield { type: "delta", text: `Bomba is **best**, ${hostile}` };
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      asked.push("called off");
    };
    const { page, seen } = await browser.open({ width: 390 });
    await page.goto(served.url);
    await page.goto(new URL("/talk/", served.url).href);
    const stop = page.getByRole("button", { name: "Stop" });
    expect(await stop.isVisible()).toBe(false);
    await page.getByLabel("Ask or tell").fill("which rice?");
    await page.keyboard.press("Enter");
    await page.getByText("Thinking …").waitFor();
    await checkAccess(page);
    await stop.click();
    await page.getByText("Stopped.").waitFor();
    await expect.poll(() => asked).toEqual(["asked", "called off"]);
    expect(await stop.isVisible()).toBe(false);

    await page.getByLabel("Ask or tell").fill("which rice, then?");
    await page.keyboard.press("Enter");
    await page.getByText("Bomba is **best**,").waitFor();
    await page.keyboard.press("Escape");
    // What came of it stays, laid out.
    await page.locator(".answer strong").getByText("best").waitFor();
    expect(await page.locator(".answer img").count()).toBe(0);
    const links = page.locator(".answer a");
    expect(await links.evaluateAll((all) => all.map((one) => one.getAttribute("href")))).toEqual([
      "https://example.org/",
    ]);
    expect(seen.complaints).toEqual([]);
  });

  test("where there is no microphone, or none is allowed, one sentence says so, and text goes on", async () => {
    const { page } = await browser.open();
    const { say } = await openTalk(page);
    const speak = page.getByRole("button", { name: "Speak" });
    const press = async (sentence: string) => {
      await speak.click();
      await page.locator(".failed").getByText(sentence).waitFor();
      expect(await speak.getAttribute("aria-pressed")).toBe("false");
    };
    const refuse = (name: string) =>
      page.evaluate(
        `navigator.mediaDevices.getUserMedia = async () => { throw new DOMException("no", "${name}"); }`,
      );
    await refuse("NotAllowedError");
    await press("The browser does not let this page hear");
    await refuse("NotFoundError");
    await press("There is no microphone on this device");
    await page.evaluate("Object.defineProperty(globalThis, 'isSecureContext', { value: false })");
    await press("Browsers give the microphone only to pages of this device");
    await say("which rice for paella?");
    await page.getByText("Prefers bomba rice for paella").first().waitFor();
  });
});
