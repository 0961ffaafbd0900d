import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Chat } from "../../src/agent/conversation/chat.ts";
import type { TurnEvent } from "../../src/agent/turn-event.ts";
import type { Loci } from "../../src/app/loci.ts";
import { listFiles } from "../../src/vault/list-files.ts";
import { outcomesOf } from "../outcomes.ts";
import { useLoci } from "../use-loci.ts";

const clear = { mode: "voice", confidence: 0.9 } as const;

async function say(
  conversation: Chat,
  content: string,
  extra: Parameters<Chat["turn"]>[1] = clear,
): Promise<readonly TurnEvent[]> {
  const all: TurnEvent[] = [];
  for await (const event of conversation.turn(content, extra)) all.push(event);
  return all;
}

const replyIn = (events: readonly TurnEvent[]): string =>
  events.map((event) => (event.type === "delta" ? event.text : "")).join("");

/** Every entry line of the vault, as it stands. */
const lines = (loci: Loci): string[] =>
  listFiles(loci.root).files.flatMap(({ path }) =>
    readFileSync(join(loci.root, path), "utf8")
      .split("\n")
      .filter((line) => line.startsWith("- ")),
  );

/** As a transcriber without punctuation and capitals gives it: to keep, what is kept, to ask, to ask about. */
const household: readonly (readonly [string, string, RegExp, string, string])[] = [
  [
    "en",
    "remember that ana is allergic to peanuts",
    /peanuts/,
    "what is ana allergic to",
    "what do you know about ana",
  ],
  [
    "es",
    "recuerda por favor que ana es alérgica a los cacahuetes",
    /^- Ana es alérgica/,
    "a qué es alérgica ana",
    "qué sabes de ana",
  ],
  [
    "de",
    "merk dir bitte dass der zahnarzt am montag ist",
    /^- Der zahnarzt/,
    "wann ist der zahnarzt",
    "was weißt du über den zahnarzt",
  ],
  [
    "ar",
    "تذكر أن موعد طبيب الأسنان يوم الاثنين",
    /الاثنين/,
    "متى موعد طبيب الأسنان",
    "ماذا تعرف عن طبيب الأسنان",
  ],
];

describe("a conversation by voice, without punctuation and without a model", () => {
  test.each(household)("%s: %s", async (language, memory, kept, question, about) => {
    const loci = await useLoci();
    const conversation = await loci.converse({ person: "ana", language });
    const noted = replyIn(await say(conversation, memory));
    expect(lines(loci)).toHaveLength(1);
    const [line = ""] = lines(loci);
    expect(line).toMatch(kept);
    const text = line.slice(2, line.indexOf(" ("));
    const answered = replyIn(await say(conversation, question));
    const told = replyIn(await say(conversation, about));
    expect(noted).toContain(text);
    for (const reply of [noted, answered, told]) {
      expect(reply).toContain(text.replace(/^My /, "")); // Said to her, it is "your sister".
      expect(reply).not.toMatch(/[()/]|\.md|\d{4}/); // Nothing that nobody can listen to.
    }
    expect(lines(loci)).toEqual([line]);
  });
});

describe("what was not heard clearly", () => {
  test.each([
    ["remember that the dentist is on monday", 0.4],
    ["I love heavy metal", 0.3],
    ["we decided to sell the house in tarragona", 0.49],
    ["Subtitles by the Amara.org community", 0.99],
  ])("%s (%d) leaves no memory, whatever is said to the reply", async (said, confidence) => {
    const loci = await useLoci();
    const conversation = await loci.converse({ person: "ana" });
    await say(conversation, said, { mode: "voice", confidence });
    await say(conversation, "yes exactly");
    expect(lines(loci)).toEqual([]);
    const digest = await conversation.end();
    expect(outcomesOf(digest, "learned")).toEqual([]);
    expect(lines(loci)).toEqual([]);
  });
});
