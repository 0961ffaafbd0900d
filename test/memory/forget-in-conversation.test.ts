import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Chat } from "../../src/agent/conversation/chat.ts";
import type { TurnEvent } from "../../src/agent/turn-event.ts";
import type { Loci } from "../../src/app/loci.ts";
import { listFiles } from "../../src/vault/list-files.ts";
import { outcomesOf } from "../outcomes.ts";
import { useLoci } from "../use-loci.ts";

async function say(conversation: Chat, ...lines: string[]): Promise<string> {
  const all: TurnEvent[] = [];
  for (const line of lines) {
    all.length = 0;
    for await (const event of conversation.turn(line)) all.push(event);
  }
  return all.map((event) => (event.type === "delta" ? event.text : "")).join("");
}

async function forget(loci: Loci, conversation: Chat, words: string): Promise<void> {
  const [found] = await loci.memory.find(words, conversation.session());
  if (found === undefined) throw new Error(`There is no "${words}"`);
  await loci.memory.forget([found], { viewer: conversation.session() });
}

const vaultText = ({ root }: Loci): string =>
  listFiles(root)
    .files.map(({ path }) => readFileSync(join(root, path), "utf8"))
    .concat(
      readdirSync(join(root, "log"))
        .filter((name) => name.endsWith(".md"))
        .map((name) => readFileSync(join(root, "log", name), "utf8")),
    )
    .join("\n");

const contents = async (loci: Loci, conversation: Chat): Promise<string> =>
  JSON.stringify(await loci.sessions.read(conversation.session().id));

/** What the person said. */
async function saidIn(loci: Loci, conversation: Chat): Promise<readonly unknown[]> {
  const { messages } = await loci.sessions.read(conversation.session().id);
  return messages.flatMap((one) =>
    "role" in one && one.role === "user" && "content" in one ? [one.content] : [],
  );
}

describe.each(["ana", undefined])("a forgotten memory, in a conversation of %s,", (person) => {
  const who = person === undefined ? {} : { person };

  test("is not learned again from what was said of it before", async () => {
    const loci = await useLoci();
    const conversation = await loci.converse(who);
    await say(conversation, "I live in Valls", "remember that I live in Valls", "I love flamenco");
    await forget(loci, conversation, "I live in Valls");
    expect(vaultText(loci)).not.toContain("Valls");
    expect(await contents(loci, conversation)).not.toContain("Valls");
    const digest = await conversation.end();
    expect(JSON.stringify(digest)).not.toContain("Valls");
    expect(vaultText(loci)).not.toContain("Valls");
    expect(vaultText(loci)).toContain("flamenco");
  });

  test.each([
    [
      "the garage key is behind the blue clock",
      "remember that the garage key is behind the blue clock",
      "where is the garage key?",
      "clock",
    ],
    [
      "la clau del garatge és darrere el rellotge blau",
      "recorda que la clau del garatge és darrere el rellotge blau",
      "on és la clau del garatge?",
      "rellotge",
    ],
  ])("is not told back as what was said just now: %s", async (plain, saved, asked, word) => {
    const loci = await useLoci();
    const conversation = await loci.converse({
      ...who,
      language: asked.startsWith("on") ? "ca" : "en",
    });
    expect(await say(conversation, plain, saved, asked)).toContain(word);
    await forget(loci, conversation, asked);
    expect(await say(conversation, asked)).not.toContain(word);
    expect(await contents(loci, conversation)).not.toContain(word);
  });
});

test("forget() leaves what else was said in the same message, and what only shares words with it", async () => {
  const loci = await useLoci();
  const conversation = await loci.converse({ person: "ana" });
  await say(
    conversation,
    "I live in Valls. We decided to paint the kitchen in sage green.",
    "I don't live in Reus",
    "My sister works in Valls",
    "remember that I live in Valls",
  );
  await forget(loci, conversation, "I live in Valls");
  expect(await saidIn(loci, conversation)).toEqual([
    "We decided to paint the kitchen in sage green.",
    "I don't live in Reus",
    "My sister works in Valls",
  ]);
  await conversation.end();
  expect(vaultText(loci)).toContain("sage green");
  expect(vaultText(loci)).not.toMatch(/live in Valls|Lives in Valls/i);
});

test("forget() leaves no word in other open conversations of the person, and does not touch another person's", async () => {
  const loci = await useLoci();
  const before = await loci.converse({ person: "ana" });
  const bea = await loci.converse({ person: "bea" });
  const now = await loci.converse({ person: "ana" });
  await say(before, "I live in Valls");
  await say(bea, "I live in Valls");
  await say(now, "remember that I live in Valls");
  await forget(loci, now, "I live in Valls");
  expect(outcomesOf(await before.end(), "learned")).toEqual([]);
  expect(outcomesOf(await bea.end(), "learned")).toMatchObject([
    { text: expect.stringContaining("Valls") },
  ]);
});

test("forget() leaves what is said again afterwards", async () => {
  const loci = await useLoci();
  const conversation = await loci.converse({ person: "ana" });
  await say(conversation, "remember that I live in Valls");
  await forget(loci, conversation, "I live in Valls");
  await say(conversation, "I live in Valls");
  expect(outcomesOf(await conversation.end(), "learned")).toMatchObject([
    { text: expect.stringContaining("Valls") },
  ]);
});

test("findMemories() offers nothing that only stands beside what is meant", async () => {
  const loci = await useLoci();
  const conversation = await loci.converse({ person: "ana" });
  await say(
    conversation,
    "remember that the garage key is under the pot",
    "remember that my sister lives in London",
    "remember that the bins go out on Tuesday",
  );
  const texts = async (words: string) =>
    (await loci.memory.find(words, conversation.session())).map(({ text }) => text);
  expect(await texts("the garage key")).toEqual(["The garage key is under the pot"]);
  expect(await texts("the submarine")).toEqual([]);
});
