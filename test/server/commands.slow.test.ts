import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { initGit } from "../init-git.ts";
import { describeInBrowser } from "../site/browser.ts";
import { useFixture } from "../temp.ts";
import { serveVault } from "./serve-vault.ts";

const rice = "Prefers bomba rice for paella";

/** A conversation over HTTP, and the cooking file as it stands. */
async function talkOverHttp(first: Record<string, string> = {}) {
  const vault = useFixture("starter");
  initGit(vault);
  const { root, chat, url } = await serveVault({}, vault);
  let session: string | undefined;
  const say = async (message: string) => {
    const who = session === undefined ? first : { session };
    const events = await chat({ message, ...who });
    session = events.find(({ type }) => type === "session")?.id ?? session;
    return events;
  };
  return { root, url, say, cooking: () => readFileSync(join(root, "topics/cooking.md"), "utf8") };
}

const typesOf = (events: readonly { readonly type: string }[]): string[] =>
  events.map(({ type }) => type);

test("/forget over HTTP shows what it found, and removes what the next message names", async () => {
  const { say, cooking } = await talkOverHttp();
  const found = await say("/forget bomba rice for paella");
  expect(typesOf(found)).toEqual(["session", "command", "found"]);
  const texts = found.at(-1).entries.map(({ text }: { text: string }) => text);
  expect(texts).toContain(rice);
  expect(cooking()).toContain(rice);
  const done = await say(`${texts.indexOf(rice) + 1}`);
  expect(done.at(-1)).toMatchObject({
    type: "tool",
    name: "forget",
    result: { status: "forgotten", text: rice, file: "topics/cooking.md" },
  });
  expect(cooking()).not.toContain(rice);
});

test.each(["no", "none", "0"])(
  "a %j after /forget over HTTP forgets nothing, nor does a number after it",
  async (no) => {
    const { say, cooking } = await talkOverHttp();
    await say("/forget bomba rice for paella");
    expect(typesOf(await say(no))).toEqual(["session", "command", "not_forgotten"]);
    expect(typesOf(await say("1"))).not.toContain("tool");
    expect(cooking()).toContain(rice);
  },
);

test("another message after /forget is answered, and is no answer to it", async () => {
  const { say, cooking } = await talkOverHttp();
  await say("/forget bomba rice for paella");
  expect(typesOf(await say("which rice for paella?"))).toContain("recall");
  expect(typesOf(await say("1"))).not.toContain("tool");
  expect(cooking()).toContain(rice);
});

test("/help over HTTP lists the commands, and a wrong one names the nearest", async () => {
  const { say } = await talkOverHttp();
  const [command, help] = await say("/help");
  expect(command).toEqual({ type: "command", command: "help" });
  const usages = help.commands.map(({ usage }: { usage: string }) => usage.split(" ")[0]);
  expect(usages).toEqual(
    expect.arrayContaining(["/end", "/forget", "/help", "/lang", "/topic", "/undo", "/why"]),
  );
  expect((await say("/forgte rice")).at(-1)).toMatchObject({
    type: "error",
    code: "BAD_INPUT",
    message: expect.stringContaining("/forget"),
  });
});

test("in a natural sentence one memory is asked about, and a clear yes removes it", async () => {
  const { say, cooking } = await talkOverHttp();
  const found = await say("forget that I prefer bomba rice for paella");
  expect(found.at(-1).type).toBe("found");
  expect(found.at(-1).entries[0].text).toBe(rice);
  const done = await say(found.at(-1).entries.length === 1 ? "yes" : "1");
  expect(done.at(-1)).toMatchObject({ type: "tool", name: "forget" });
  expect(cooking()).not.toContain(rice);
});

describeInBrowser("the talk page", (browser) => {
  test("/forget asks in the page, the number removes, /undo brings back, /help lists, and “forget that” takes back", async () => {
    const { url, cooking, root } = await talkOverHttp();
    const { page } = await browser.open();
    await page.goto(url);
    await page.goto(new URL("/talk/", url).href);
    const say = async (words: string) => {
      await page.getByLabel("Ask or tell").fill(words);
      await page.getByRole("button", { name: "Send" }).click();
    };
    await say("/forget rice for paella");
    await page.getByText("Which one is to be forgotten?").waitFor();
    const lines = await page.locator("#talk ol.found li").allTextContents();
    const which = lines.findIndex((line) => line.startsWith(rice)) + 1;
    expect(which).toBeGreaterThan(0);
    await say(`${which}`);
    await page.getByText(`Forgotten: ${rice}`).waitFor();
    expect(cooking()).not.toContain(rice);
    await say("/undo");
    await page.getByText("Taken back: cooking: removed 1").waitFor();
    expect(cooking()).toContain(rice);
    await say("/help");
    await page.getByText("/forget WORDS").waitFor();
    await say("Remember that I like my tea without sugar");
    await page.locator(".fact", { hasText: "tea without sugar" }).first().waitFor();
    await say("forget that");
    await page
      .getByText(/^Taken back: /)
      .last()
      .waitFor();
    const log = readFileSync(join(root, "topics/cooking.md"), "utf8");
    expect(log).not.toContain("tea without sugar");
  });
});
