import { describe, expect, test } from "vitest";
import { type RecallOptions, recall } from "../../src/recall/recall.ts";
import { formatImportance, readImportance } from "../../src/vault/topic/entry.ts";
import { fc } from "../fast-check.ts";
import { useIndex } from "./fill-index.ts";

const today = "2026-11-21";
const all: RecallOptions = { limit: 20, filter: {}, viewer: { allPeople: true } };

/** Entries in files of their own that differ in nothing but what stands behind their text. */
const kayaks = (...metadata: readonly string[]) =>
  useIndex(
    Object.fromEntries(
      metadata.map((words, i) => [
        `topics/t${i}.md`,
        `- The kayak ${["Alba", "Bora", "Cisco", "Dora", "Elma", "Fado"][i]} is blue ${words}\n`,
      ]),
    ),
  );
const ask = (db: ReturnType<typeof kayaks>, options: Partial<RecallOptions> = { today }) =>
  recall(db, "which kayak is blue?", { ...all, ...options });
const bonuses = (...metadata: readonly string[]): (number | undefined)[] =>
  ask(kayaks(...metadata))
    .toSorted((a, b) => (a.file < b.file ? -1 : 1))
    .map(({ why }) => why.importance);

test("recall() lets importance fade by half each half-life, but never importance 1 nor what has no day", () => {
  expect(
    bonuses(
      "(2026-11-21) [importance:: 0.8]",
      "(2025-11-21) [importance:: 0.8]",
      "(2024-11-21) [importance:: 0.8]",
      "(2001-01-01) [importance:: 1]",
      "[importance:: 0.8]",
      "(2001-01-01) [importance:: 0.8]",
    ),
  ).toEqual([0.04, 0.02, 0.01, 0.05, 0.04, undefined]);
});

test("recall() takes a day to come for today, and hand-edited importance for what it can mean", () => {
  expect(
    bonuses(
      "(2030-01-01) [importance:: 0.8]",
      "(2026-11-21) [importance:: high]",
      "(2026-11-21) [importance:: 7]",
      "(2026-11-21) [importance:: -3]",
      "(2026-11-21) [importance::]",
      "(2026-11-21) [Importance:: 1.0]",
    ),
  ).toEqual([0.04, undefined, 0.05, undefined, undefined, 0.05]);
});

test("recall() puts the more important of two equal entries first, and no importance before a better answer", () => {
  const db = kayaks("(2026-11-20)", "(2026-11-01) [importance:: 0.8]");
  expect(ask(db)[0]?.file).toBe("topics/t1.md");
  const better = useIndex({
    "topics/a.md": "- The kayak is blue (2026-01-01)\n",
    "topics/b.md": "- The kayak needs a paddle (2026-11-21) [importance:: 1]\n",
  });
  expect(ask(better)[0]?.file).toBe("topics/a.md");
});

describe("what states no importance", () => {
  const metadata = fc.constantFrom("", "(2026-11-01)", "(2019-03-04) [bank:: Health]", "#a");
  test("ranks and scores exactly as without the prior", () => {
    fc.assert(
      fc.property(fc.array(metadata, { minLength: 1, maxLength: 6 }), (lines) => {
        const db = kayaks(...lines);
        expect(ask(db)).toEqual(ask(db, {}));
      }),
      { numRuns: 20 },
    );
  });

  test("scores the same beside entries that state one", () => {
    const db = kayaks("(2026-11-01)", "(2026-11-01) [importance:: 0.9]");
    const scoreOf = (options: Partial<RecallOptions>) =>
      ask(db, options).find(({ file }) => file === "topics/t0.md")?.score;
    expect(scoreOf({ today })).toBe(scoreOf({}));
  });
});

test("recall() shows importance where it is known, also where no day makes it count", () => {
  const db = kayaks("(2026-11-20)", "(2026-11-01) [importance:: 0.4]");
  const off = ask(db, {});
  expect(off.map(({ file, importance }) => [file, importance])).toEqual([
    ["topics/t0.md", undefined],
    ["topics/t1.md", 0.4],
  ]);
  expect(off.every(({ why }) => why.importance === undefined)).toBe(true);
});

test("recall() finds nothing by importance alone", () => {
  const db = useIndex({ "topics/a.md": "- Allergic to nuts (2026-11-21) [importance:: 1]\n" });
  expect(recall(db, "who won the race?", { ...all, today, floor: 0 })).toEqual([]);
});

test.each([
  [1, "1"],
  [0.99, "0.9"],
  [0.85, "0.9"],
  [0.5, "0.5"],
  [0.31, "0.3"],
  [0.04, "0"],
])("formatImportance(%d) is %j: one decimal, and 1 only for 1", (importance, words) => {
  expect(formatImportance(importance)).toBe(words);
  expect(readImportance(words)).toBe(Number(words));
});

test("recall() finds nothing more for its importance, whatever the floor", () => {
  const db = kayaks(
    "(2026-11-21)",
    "(2026-11-21) [importance:: 1]",
    "(2026-11-21) [importance:: 0.9]",
  );
  const scores = ask(db, {}).map(({ score }) => score);
  for (const floor of [Math.min(...scores) - 0.001, Math.max(...scores) + 0.001]) {
    const found = (options: Partial<RecallOptions>) =>
      ask(db, { ...options, floor })
        .map(({ file }) => file)
        .toSorted();
    expect(found({ today })).toEqual(found({}));
  }
  expect(ask(db, { today, floor: Math.max(...scores) + 0.001 })).toEqual([]);
});
