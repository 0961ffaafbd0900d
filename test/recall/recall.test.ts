import { expect, test } from "vitest";
import type { Filter } from "../../src/index/conditions.ts";
import { type RecallOptions, recall, type VectorEvidence } from "../../src/recall/recall.ts";
import { fc } from "../fast-check.ts";
import { useIndex } from "./fill-index.ts";

const everything: RecallOptions = { limit: 10, filter: {}, viewer: { allPeople: true } };

const household = {
  "topics/cooking.md": `---
title: Cooking
aliases: [recipes]
---
# Cooking

- Prefers bomba rice for paella (2026-02-12)
- Uses homemade chicken broth (2026-02-12)

## Allergies

- No tree nuts for Ana (2026-02-10) [bank:: Health]

## Notes

Sunday is rice day, so Saturday is broth day.
`,
  "topics/travel.md": `# Travel

- The train to Lisbon leaves at nine in the morning (2026-05-20)
- Where do we sleep in Porto? (2026-05-21)
- In the yellow house by the river (2026-05-21)
`,
  "people/ana/topics/health.md": "# Health\n\n- Ana sees the dentist in June (2026-04-01)\n",
  "people/ben/topics/health.md": "# Health\n\n- Ben sees the dentist in July (2026-04-02)\n",
  "agents/concierge/topics/guests.md":
    "# Guests\n\n- The dentist next door is a regular (2026-04-03)\n",
  "general/2026-03.md":
    "# March\n\n- The dentist has moved [agent:: concierge] [person:: ana] (2026-03-01)\n",
  "archive/topics/cooking.md": "# Cooking\n\n- Used to cook paella with long rice (2020-01-01)\n",
};

const textsOf = (question: string, options: Partial<RecallOptions> = {}): string[] =>
  recall(useIndex(household), question, { ...everything, ...options }).map((hit) => hit.text);

test("recall() says where a hit is, when it was learned and why it ranks", () => {
  const [hit] = recall(useIndex(household), "which rice for paella?", everything);
  expect(hit).toMatchObject({
    text: "Prefers bomba rice for paella",
    topic: "cooking",
    file: "topics/cooking.md",
    line: 7,
    date: "2026-02-12",
    bank: "General",
    kind: "entry",
  });
  expect(hit?.id).toMatch(/^[0-9a-f]{12}$/);
  expect(hit?.score).toBeGreaterThan(0.5);
  expect(hit?.score).toBeLessThanOrEqual(1);
  expect(Object.keys(hit?.why ?? {})).toEqual(
    expect.arrayContaining(["keyword", "file", "pairs", "coverage"]),
  );
  expect(Object.values(hit?.why ?? {})).not.toContain(0);
});

test("recall() finds note passages too", () => {
  expect(textsOf("what is on sunday")[0]).toContain("Sunday is rice day");
  expect(textsOf("rice", { filter: { kinds: ["entry"] } }).join()).not.toContain("Sunday");
});

test("recall() answers nothing where nothing is relevant", () => {
  expect(textsOf("quantum chromodynamics")).toEqual([]);
  expect(textsOf("what is the capital of Mongolia")).toEqual([]);
  expect(recall(useIndex({}), "rice", everything)).toEqual([]);
});

test("recall() leaves out what scores below the floor it is given", () => {
  const scores = recall(useIndex(household), "rice broth", everything).map((hit) => hit.score);
  const floor = (Math.max(...scores) + Math.min(...scores)) / 2;
  const kept = recall(useIndex(household), "rice broth", { ...everything, floor });
  expect(kept.map((hit) => hit.score)).toEqual(scores.filter((score) => score >= floor));
  expect(kept.length).toBeLessThan(scores.length);
});

test("recall() gives at most `limit` hits, best first", () => {
  const hits = recall(useIndex(household), "dentist", { ...everything, limit: 2 });
  expect(hits).toHaveLength(2);
  expect(hits[0]?.score).toBeGreaterThanOrEqual(hits[1]?.score ?? 1);
});

test.each<[string, Filter, readonly string[]]>([
  ["nothing", {}, ["Ana sees", "Ben sees", "The dentist has moved", "The dentist next"]],
  ["a person", { person: "ana" }, ["Ana sees", "The dentist has moved"]],
  ["a topic", { topic: "health" }, ["Ana sees", "Ben sees"]],
  ["a topic's title in another case", { topic: "HEALTH" }, ["Ana sees", "Ben sees"]],
  ["since a day", { since: "2026-04-01" }, ["Ana sees", "Ben sees", "The dentist next"]],
  ["until a day", { until: "2026-04-01" }, ["Ana sees", "The dentist has moved"]],
  ["until a month", { until: "2026-03" }, ["The dentist has moved"]],
  ["a bank nobody has", { bank: "Personal" }, []],
  ["a topic that is not there", { topic: "'; DROP TABLE chunk; --" }, []],
])("recall() restricted to %s finds only that", (_what, filter, expected) => {
  const starts = textsOf("dentist", { filter }).map((text) =>
    [...expected, "!"].find((start) => text.startsWith(start)),
  );
  expect(starts.sort()).toEqual([...expected].sort());
});

test("recall() restricts to a bank whatever its case", () => {
  expect(textsOf("tree nuts rice", { filter: { bank: "health" } })).toEqual([
    "No tree nuts for Ana",
  ]);
});

test("recall() shows an agent's own memories to that agent alone", () => {
  const shown = (agent: string): boolean =>
    textsOf("dentist", { viewer: { agent } }).some((text) => text.includes("next door"));
  expect(shown("concierge")).toBe(true);
  expect(shown("rostro")).toBe(false);
  expect(shown("*")).toBe(false);
  expect(shown("")).toBe(false);
});

test("recall() hides other people's memories from a person who asks", () => {
  const texts = textsOf("dentist", { viewer: { person: "ben" } });
  expect(texts.some((text) => text.startsWith("Ben sees"))).toBe(true);
  expect(texts.some((text) => text.startsWith("Ana sees"))).toBe(false);
  expect(texts.some((text) => text.startsWith("The dentist has moved"))).toBe(false);
});

test("recall() shows somebody who is not named the vault's own memories alone", () => {
  expect(textsOf("dentist", { viewer: {} })).toEqual([]);
  expect(textsOf("dentist", { viewer: {}, filter: { person: "ana" } })).toEqual([]);
});

test("recall() looks into the archive only when asked to", () => {
  expect(textsOf("paella").some((text) => text.includes("long rice"))).toBe(false);
  expect(
    textsOf("paella", { filter: { archive: true } }).some((text) => text.includes("long rice")),
  ).toBe(true);
});

test("recall() leaves out what was true until an earlier day", () => {
  const db = useIndex({
    "topics/a.md": "- Guests sleep in the study (2026-03-01) [until:: 2026-03-14]\n",
  });
  const found = (today?: string): number =>
    recall(db, "guests", { ...everything, ...(today === undefined ? {} : { today }) }).length;
  expect([found("2026-03-13"), found("2026-03-14"), found("2026-03-15"), found()]).toEqual([
    1, 1, 0, 1,
  ]);
});

test("recall() does not lose what may be seen among many that may not", () => {
  const secret = Array.from({ length: 700 }, (_, i) => `- zebra ${i}\n`).join("");
  const db = useIndex({
    "agents/spy/topics/zoo.md": secret,
    "topics/zoo.md":
      "- One long line in which a zebra is mentioned among other animals of the zoo\n",
  });
  expect(recall(db, "zebra", { ...everything, viewer: {} })).toHaveLength(1);
});

test("recall() shows a text that stands in two files once", () => {
  const db = useIndex({
    "topics/a.md": "- Likes green tea\n",
    "topics/b.md": "- likes  GREEN tea\n",
  });
  expect(recall(db, "green tea", everything)).toHaveLength(1);
});

test("recall() finds a line by the question in the line before it", () => {
  const [first, second] = textsOf("where do we sleep in Porto");
  expect([first, second].join()).toContain("yellow house");
});

test("recall() lets a file's name stand for the line that it begins with, and help those that are about it", () => {
  expect(textsOf("recipes")).toEqual(["Prefers bomba rice for paella"]);
  const db = useIndex({
    "topics/rice.md":
      "# Rice\n\n- Rests under a newspaper\n- Sushi rice is rinsed\n\n## What went wrong\n\nMushy: too deep.\n",
    "topics/cooking.md": "# Cooking\n\n- Prefers bomba rice for paella\n",
  });
  expect(recall(db, "rice", everything).map(({ text }) => text)).toEqual([
    "Sushi rice is rinsed",
    "Rests under a newspaper",
    "Prefers bomba rice for paella",
  ]);
});

test("recall() finds a note called «A (B)» first by either", () => {
  const db = useIndex({
    "topics/ROI (Return On Investment).md": "Profit by cost.\n",
    "topics/funds.md": "- The ROI of the fund, ROI of the year\n- Return on investment: ROI\n",
  });
  for (const name of ["ROI", "return on investment"])
    expect(recall(db, name, everything)[0]?.text).toBe("Profit by cost.");
});

test("recall() finds a line by the heading above it", () => {
  expect(textsOf("allergies")[0]).toBe("No tree nuts for Ana");
});

test("recall() counts stop words where a question has no others", () => {
  const db = useIndex({ "topics/a.md": "- The Who played here\n- Nothing of interest\n" });
  expect(recall(db, "the who", everything)[0]?.text).toBe("The Who played here");
});

test("recall() hears through what people say around a question", () => {
  const plain = textsOf("which rice for paella");
  const spoken = textsOf(
    "um hey so can you please tell me which rice for paella i can't remember right now",
  );
  expect(spoken[0]).toBe(plain[0]);
});

test("recall() finds by date", () => {
  expect(textsOf("what did we learn in May 2026")).toEqual(
    expect.arrayContaining([expect.stringContaining("Lisbon")]),
  );
  expect(textsOf("2026-04-02")[0]).toContain("Ben sees");
});

test("recall() adds vectors on their own scale and finds by them alone", () => {
  const db = useIndex(household);
  const [lisbon] = recall(db, "train", everything);
  const idOf = db.prepare<[string], { id: number }>("SELECT id FROM chunk WHERE uid = ?");
  const id = idOf.get(lisbon?.id ?? "")?.id ?? 0;
  const vectors: VectorEvidence = {
    nearest: () => [id],
    cosines: (chunks) => new Map(chunks.map((each) => [each.id, each.id === id ? 0.9 : 0.2])),
    weight: 0.5,
    floor: 0.4,
  };
  const [hit, ...others] = recall(db, "locomotive", { ...everything, vectors });
  expect(hit).toMatchObject({ text: lisbon?.text, why: { vector: 0.417 } });
  expect(others).toEqual([]);
});

test.each([
  ["nothing", ""],
  ["blanks", " \t\r\n\u3000"],
  ["a megabyte of a letter", "a".repeat(1_000_000)],
  ["a megabyte of words", "rice ".repeat(200_000)],
  ["NUL", "rice\0paella"],
  ["half a pair", "\ud83c rice \udf55"],
  ["FTS5 operators", 'rice AND NOT "paella" OR NEAR(a b, 3) col:x ^y z* -q {a}'],
  ["a quotation mark", '"'],
  ["SQL", "'; DROP TABLE chunk; --"],
  ["direction marks", "\u202erice\u202c \u200f\u200eabc\u2066"],
  ["punctuation", "?!… — ()[]{}<>|\\/%$&"],
  ["marks without a letter", "\u0301\u0302 \u064b"],
  ["pictures", "🧑‍🚀🫠🇨🇭"],
  ["letters newer than SQLite's tables", "\u{16d40}\u{1e5d0} \u{11bc0}"],
])("recall() takes %s for a question", (_what, question) => {
  expect(Array.isArray(textsOf(question))).toBe(true);
});

test("recall() takes any text for a question and any text for a memory", () => {
  const words = fc.constantFrom(
    "rice",
    "the",
    "zürich",
    "NEAR",
    "*",
    '"',
    "(",
    "ß",
    "ال",
    "茶",
    "\0",
    "C++",
    "2023",
  );
  const question = fc.oneof(
    fc.string({ unit: "binary", maxLength: 80 }),
    fc.string({ unit: "grapheme", maxLength: 80 }),
    fc.array(words, { maxLength: 12 }).map((list) => list.join(" ")),
  );
  const db = useIndex(household);
  fc.assert(
    fc.property(question, (text) => {
      const hits = recall(db, text, everything);
      for (const hit of hits) {
        expect(hit.score).toBeGreaterThan(0);
        expect(hit.score).toBeLessThanOrEqual(1);
      }
    }),
    { numRuns: 500 },
  );
});

test("recall() finds a memory by its own words, whatever they are", () => {
  const word = fc
    .string({ unit: "grapheme", minLength: 1, maxLength: 12 })
    .filter((text) => /^\p{L}+$/u.test(text) && /\p{L}/u.test(text.normalize("NFKC"))); // U+FE70 is a mark alone
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), (parts) => {
      const text = parts.join(" ");
      const db = useIndex({ "topics/a.md": `- ${text}\n` });
      expect(recall(db, text, everything)).toHaveLength(1);
    }),
    { numRuns: 100 },
  );
});
