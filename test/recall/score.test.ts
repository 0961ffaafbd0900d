import { expect, test } from "vitest";
import type { FoundChunk } from "../../src/index/search.ts";
import { parseQuery } from "../../src/recall/query.ts";
import { type Corpus, scoreCandidates } from "../../src/recall/score.ts";
import { fc } from "../fast-check.ts";

const chunk = (id: number, text: string, over: Partial<FoundChunk> = {}): FoundChunk => ({
  id,
  uid: `${id}`,
  fileId: id,
  position: 0,
  line: 1,
  bank: "",
  fields: "{}",
  kind: "entry",
  heading: "",
  text,
  date: "",
  language: "en",
  said: "",
  terms: text.toLowerCase().replace(/[^a-z0-9 ]/g, ""),
  file: `topics/${id}.md`,
  topic: `${id}`,
  title: `${id}`,
  aliases: "[]",
  scope: "",
  ...over,
});

const rank = (question: string, chunks: readonly FoundChunk[], over: Partial<Corpus> = {}) => {
  const query = parseQuery(question, { languages: ["en"], expand: () => [] });
  const corpus: Corpus = {
    keep: (_, ask) => ask(),
    chunks: 100,
    averageTerms: 4,
    chunksByGroup: new Map(query.groups.map((group) => [group, 3])),
    fileScores: new Map(),
    namedFiles: new Set(),
    begins: new Set(),
    vectorById: new Map(),
    ...over,
  };
  return scoreCandidates(query, chunks, corpus);
};

const idsOf = (ranked: readonly { readonly chunk: FoundChunk }[]): number[] =>
  ranked.map((each) => each.chunk.id);

test.each([
  ["the chunk that holds more of the words", "red boat", ["red house", "red and a boat"], [2, 1]],
  ["words that stand side by side", "red boat", ["boat is red", "red boat is"], [2, 1]],
  ["a short chunk to a long one", "boat", ["boat a b c d e f g h", "boat a"], [2, 1]],
  [
    "a line with a time where the question asks for one",
    "when boat",
    ["boat sank", "boat sank yesterday"],
    [2, 1],
  ],
])("scoreCandidates() prefers %s", (_what, question, texts, expected) => {
  expect(
    idsOf(
      rank(
        question,
        texts.map((text, i) => chunk(i + 1, text)),
      ),
    ),
  ).toEqual(expected);
});

test("scoreCandidates() prefers the lines about whom the question names", () => {
  const lines = ["Ben likes Ana", "Ben likes tea with Ana", "Ben sails", "Ana told Ben"];
  const [best, ...others] = rank(
    "ana",
    lines.map((line, i) => chunk(i + 1, line)),
  );
  expect(best).toMatchObject({ chunk: { text: "Ana told Ben" }, why: { subject: 0.2 } });
  expect(others.map((other) => other.why.subject)).toEqual([-0.1, -0.1, -0.1]);
});

test("scoreCandidates() takes a first word for a name only where it is seen to be one", () => {
  const lines = ["Paella needs rice", "The paella pan"];
  const ranked = rank(
    "paella",
    lines.map((line, i) => chunk(i + 1, line)),
  );
  expect(ranked.map((each) => each.why.subject)).toEqual([0, 0]);
});

test("scoreCandidates() lifts the neighbours of a match, most of all the answer to a question", () => {
  const file = { fileId: 1 };
  const lines = ["first", "boat?", "second", "third", "fourth"];
  const ranked = rank(
    "boat",
    lines.map((line, position) => chunk(position + 1, line, { ...file, position })),
  );
  expect(idsOf(ranked)).toEqual([2, 3, 1, 4, 5]);
});

test("scoreCandidates() counts the file and the headings for a line that leaves the topic out", () => {
  const question = "boat";
  const query = parseQuery(question, { languages: ["en"], expand: () => [] });
  const [group] = query.groups;
  const plain = chunk(1, "is blue");
  const headed = chunk(2, "is green", { heading: "My boats > Paint" });
  const ranked = rank(question, [plain, headed]);
  expect(ranked.map(({ why }) => Object.entries(why).filter(([, part]) => part !== 0))).toEqual([
    [
      ["heading", 0.2],
      ["coverage", 0.15],
    ],
    [],
  ]);
  expect(group).toBeDefined();
});

test("scoreCandidates() sums what it explains, whatever the candidates", () => {
  const words = fc.constantFrom("boat", "red", "Ana", "when", "yesterday", "rice", "2023", "?");
  const text = fc.array(words, { maxLength: 8 }).map((list) => list.join(" "));
  fc.assert(
    fc.property(text, fc.array(text, { maxLength: 10 }), (question, texts) => {
      const ranked = rank(
        question,
        texts.map((line, i) => chunk(i + 1, line, { fileId: 1, position: i })),
      );
      expect(ranked).toHaveLength(texts.length);
      ranked.forEach(({ raw, why }, i) => {
        const parts = Object.values(why);
        expect(raw).toBeCloseTo(
          parts.reduce((sum, part) => sum + part, 0),
          10,
        );
        expect(why.keyword ?? 0).toBeLessThanOrEqual(1);
        expect(raw).toBeLessThanOrEqual(ranked[i - 1]?.raw ?? Number.POSITIVE_INFINITY);
      });
    }),
  );
});
