import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { serve } from "../../server/serve.ts";
import { describeInBrowser } from "../browser.ts";
import { checkAccess, openTalk, useStarterSite } from "./open-talk.ts";

type TalkEvent = { readonly type: string } & Readonly<Record<string, unknown>>;

/** A served page whose agent answers with these events, and what says a message there. */
async function answerWith(page: Page, events: readonly TalkEvent[]) {
  const served = await serve({ site: useStarterSite() });
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
    const served = await serve({ site: useStarterSite() });
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
