import { expect, test } from "vitest";
import type { FoundChunk } from "../../src/index/search.ts";
import { contextOf, subjectsOf } from "../../src/recall/context.ts";
import { cpuMs } from "../cpu-ms.ts";

function chunkOf(text: string, position = 0): FoundChunk {
  return {
    id: position,
    uid: "",
    fileId: 1,
    position,
    line: 1,
    kind: "entry",
    heading: "",
    text,
    date: "",
    bank: "",
    fields: "{}",
    language: "en",
    terms: "",
    said: "",
    file: "a.md",
    topic: "a",
    title: "A",
    aliases: "[]",
    scope: "",
  };
}

const timeOf = (work: () => unknown): number => {
  const start = cpuMs();
  work();
  return cpuMs() - start;
};

test.each([
  ["marks", `A${"\u0301".repeat(100_000)} b`],
  ["names", `Ana é${" Bb".repeat(33_000)}`],
])("subjectsOf() takes little time when lines begin with 100,000 characters of %s", (_, text) => {
  const chunks = [chunkOf(text), chunkOf(text, 1), chunkOf(`x ${text}`, 2)];
  const time = timeOf(() => subjectsOf(new Set(["a", "ana"]), chunks).of(chunkOf(text)));
  expect(time).toBeLessThan(1_000);
});

test("contextOf() takes little time when the line before is full of brackets, and still sees its question", () => {
  const matchesAfter = (text: string) =>
    [chunkOf(text), chunkOf("b", 1)].map((chunk) => ({
      chunk,
      places: new Map(),
      meant: new Map(),
      keyword: 1,
      said: 0,
    }));
  const nearOf = (text: string): number => {
    const matches = matchesAfter(text);
    const [, last] = matches;
    return last === undefined ? 0 : contextOf(matches).around(last);
  };
  expect(timeOf(() => nearOf(`${"?[".repeat(50_000)}] y`))).toBeLessThan(1_000);
  expect(nearOf(`${"long ".repeat(1_000)}which rice? [photo]`)).toBeGreaterThan(nearOf("rice"));
});
