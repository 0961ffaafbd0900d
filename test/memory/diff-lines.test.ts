import { expect, test } from "vitest";
import { diffLines } from "../../src/memory/diff-lines.ts";

const many = (word: string, count: number): string[] =>
  Array.from({ length: count }, (_, i) => `- ${word} ${i}`);

test("diffLines() gives the lines that go with their numbers, and those that come", () => {
  const from = ["# Tea", "", "- green\r", "- black", "- white", ""];
  const to = ["# Tea", "", "- green", "- red", "- white", "- blue", ""];
  expect(diffLines(from, to)).toEqual({
    removed: [{ line: 4, text: "- black" }],
    added: ["- red", "- blue"],
  });
  expect(diffLines(to, to)).toEqual({ removed: [], added: [] });
});

test("diffLines() says of a step however large only what it did", () => {
  const [kept, imported] = [many("kept", 10), many("imported", 200_000)];
  const { removed, added } = diffLines([...kept, ...imported, ""], [...kept, ""]);
  expect([removed.length, removed[0]?.line, added]).toEqual([200_000, 11, []]);
  expect(diffLines(kept, [...kept, ...imported])).toEqual({ removed: [], added: imported });
});

test("diffLines() takes what differs in too many lines for wholly different", () => {
  const [from, to] = [many("old", 3_000), many("new", 3_000)];
  const { removed, added } = diffLines(["# Tea", ...from], ["# Tea", ...to]);
  expect([removed.length, removed[0]?.line, added]).toEqual([3_000, 2, to]);
});
