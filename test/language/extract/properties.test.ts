import { expect, test } from "vitest";
import type { ExtractAnswer } from "../../../src/digest/extract.ts";
import { extractOffline } from "../../../src/language/extract/extract.ts";
import type { SaidMessage } from "../../../src/models/requests.ts";
import { drawn, fc } from "../../fast-check.ts";
import { say } from "./say.ts";

const codes = ["en", "de", "es", "ca", "pt", "fr"];

/** Pieces of what people say, in an order that nobody would. */
const pieces = [
  ..."and und , . ? ! : ; - ' \" « » ( ) … no yes not never always I my we our the she her he".split(
    " ",
  ),
  ..."ich mein meine wir nicht sondern und dass ist heißt am im seit jeden".split(" "),
  "I live in Leeds",
  "my sister Ann",
  "is allergic to nuts",
  "remember that",
  "from now on",
  "merk dir, dass",
  "Anna wohnt in Ulm",
  "no, actually",
  "next Friday at 8",
  "on the 31st of February",
  "am 30. Februar",
  "\n",
  "\u2028",
  "\u202e",
  "e\u0301\u0301\u0301",
  "שלום",
  "🎻",
  "$& $1 $<o>",
];

const contents = fc.oneof(
  fc.string({ unit: "binary", maxLength: 200 }),
  fc.array(fc.constantFrom(...pieces), { maxLength: 25 }).map((words) => words.join(" ")),
);

const conversations = fc.array(
  fc.record({
    role: fc.constantFrom("user", "assistant"),
    content: contents,
    language: fc.constantFrom(...codes, "", "xx"),
    date: fc.constantFrom("2026-03-02", "2026-12-31", ""),
  }),
  { maxLength: 6 },
);

function extract(messages: readonly SaidMessage[]): ExtractAnswer {
  return extractOffline({
    messages,
    banks: ["Personal"],
    defaultBank: "Personal",
    known: [{ label: "m1", text: "Lives in Leeds", date: "2026-01-01", key: "home_city" }],
  });
}

test("extractOffline() answers to any conversation with one-line texts of what the person said", () => {
  fc.assert(
    fc.property(conversations, (said) => {
      const messages: SaidMessage[] = said.map((message, i) => ({ ...message, id: i + 7 }));
      const spoken = messages.filter(({ role }) => role === "user").map(({ id }) => id);
      const { conclusions, summary } = extract(messages);
      for (const { text, key, importance, sources, of, relation } of conclusions) {
        expect(text).toMatch(/^[^\r\n\u2028\u2029]{1,400}$/u);
        expect(text).toMatch(/[\p{L}\p{N}]/u);
        expect(key).toMatch(/^[\p{L}\p{N}_]*$/u);
        expect(importance).toBeGreaterThan(0);
        expect(importance).toBeLessThanOrEqual(1);
        expect(sources?.some((id) => spoken.includes(id))).toBe(true);
        expect(sources?.every((id) => messages.some((message) => message.id === id))).toBe(true);
        expect(of === null).toBe(relation === "new");
      }
      expect(summary).not.toMatch(/[\r\n\u2028\u2029]/u);
    }),
    { numRuns: drawn(400) },
  );
});

test("extractOffline() keeps nothing that only the assistant said", () => {
  fc.assert(
    fc.property(conversations, (said) => {
      const messages = said.map(
        (message, i) => ({ ...message, role: "assistant", id: i }) as const,
      );
      expect(extract(messages).conclusions).toEqual([]);
    }),
    { numRuns: drawn(100) },
  );
});

const hostile: readonly (readonly [name: string, piece: string])[] = [
  ["one sentence without an end", "I live in Leeds with my sister and her dog "],
  ["commas", "my sister, "],
  ["only commas", ", "],
  ["nested quotes", '« “ " I like tea '],
  ["brackets", "((([[["],
  ["and", "and "],
  ["und", "ich mag Tee und "],
  ["names", "Anna "],
  ["possessives", "Anna's "],
  ["relations", "my brother's "],
  ["not", "not this, but "],
  ["numbers", "1 2 3. "],
  ["right to left", "\u202eאני גר בלידס ، "],
  ["combining marks", "e\u0301\u0302\u0303"],
  ["one long word", "a"],
  ["short sentences", "I like tea. "],
  ["questions", "do you like tea? "],
  ["lines", "I like tea\n"],
  ["dates", "on March 3rd, next Friday "],
  ["fillers", "well, so, "],
  ["remember", "remember that remember that "],
];

/** Time of this thread alone, in ms: what else the machine does is left out. */
function millisecondsOf(work: () => void): number {
  const from = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(from);
  return (user + system) / 1000;
}

/**
 * How much longer four times the work takes; the best of three, where it does not look linear at once. A millisecond is
 * added, for what is below it is noise.
 */
function growth(part: () => void, whole: () => void): number {
  part();
  let best = Number.POSITIVE_INFINITY;
  for (let tried = 0; tried < 3 && best > 5; tried++) {
    const parts = Math.max(millisecondsOf(part), millisecondsOf(part));
    best = Math.min(best, (millisecondsOf(whole) + 1) / (parts + 1));
  }
  return best;
}

const filled = (piece: string, length: number): string =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

// Linear is 4, quadratic would be 16.
const maxGrowth = 9;

test.each(hostile)("extractOffline() takes no more than its share for more: %s", (_, piece) => {
  const [part, whole] = [filled(piece, 25_000), filled(piece, 100_000)];
  for (const language of ["en", "de"]) {
    const ratio = growth(
      () => say(part, { language }),
      () => say(whole, { language }),
    );
    expect(ratio).toBeLessThan(maxGrowth);
  }
});

test.each(hostile)(
  "extractOffline() takes no more than its share for more messages: %s",
  (_, piece) => {
    const lines = (n: number) => Array.from({ length: n }, () => filled(piece, 380));
    const [part, whole] = [lines(6), lines(24)];
    const ratio = growth(
      () => say(part, { language: "en" }),
      () => say(whole, { language: "en" }),
    );
    expect(ratio).toBeLessThan(maxGrowth);
  },
);
