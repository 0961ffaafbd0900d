import { expect, test } from "vitest";
import { cleanText, formatEntry, parseEntry, textId } from "../../../src/vault/topic/entry.ts";
import { cpuMs } from "../../cpu-ms.ts";
import { fc } from "../../fast-check.ts";

test.each<[string, Partial<ReturnType<typeof parseEntry>>]>([
  ["Likes tea", { text: "Likes tea", date: undefined, fields: {}, tags: [] }],
  ["Likes tea (2026-02-12)", { text: "Likes tea", date: "2026-02-12" }],
  ["Likes tea (2026-02-30)", { text: "Likes tea (2026-02-30)", date: undefined }],
  ["a (2026-01-01) (2026-02-12)", { text: "a (2026-01-01)", date: "2026-02-12" }],
  ["(2026-02-12)", { text: "(2026-02-12)", date: undefined }],
  [
    "a (2026-02-12) [Bank:: Health] #protected ^k3",
    { text: "a", fields: { bank: "Health" }, tags: ["protected"], blockId: "k3" },
  ],
  ["a [person:: [[ana]]]", { text: "a", fields: { person: "[[ana]]" } }],
  ["a [x:: 1] [x:: 2]", { fields: { x: "1" } }],
  ["a [link](b)", { text: "a [link](b)" }],
  ["a #food", { text: "a #food", tags: ["food"] }],
  ["a (2026-02-12) #food", { text: "a", tags: ["food"] }],
  ["a #food (2026-02-12)", { text: "a #food", date: "2026-02-12", tags: ["food"] }],
  ["a #Protected", { text: "a", tags: ["Protected"] }],
  ["a #food #protected", { text: "a #food", tags: ["food", "protected"] }],
  ["#lead and #2026 and `#code` and x#no", { tags: ["lead"] }],
  ["[ ] open", { text: "open", task: "open" }],
  ["[X] done", { text: "done", task: "done" }],
  ["[ ]", { text: "[ ]", task: undefined }],
  ["\\# a \\(2026-02-12)", { text: "# a (2026-02-12)", date: undefined }],
  ["1\\. a", { text: "1. a" }],
  ["2 \\* 3 C:\\dir", { text: "2 \\* 3 C:\\dir" }],
  ["a [__proto__:: x]", { text: "a" }],
])("parseEntry() reads %s", (line, words) => {
  expect(parseEntry([line])).toMatchObject(words);
});

test("parseEntry() joins lines with one space", () => {
  expect(parseEntry(["a", "b\tc", "(2026-02-12)"])).toMatchObject({
    text: "a b c",
    date: "2026-02-12",
  });
});

test("textId() is the same for equal words in other spacing and Unicode form", () => {
  expect(textId("Cafe\u0301  con\u00a0leche ")).toBe(textId("Café con leche"));
  expect(textId("café")).not.toBe(textId("Café"));
  expect(textId("a")).toMatch(/^[0-9a-f]{12}$/);
});

test("formatEntry() writes date, fields, tags and block id in this order", () => {
  const line = formatEntry({
    text: " Allergic\nto  nuts ",
    date: "2026-02-10",
    fields: { bank: "Health", importance: "1" },
    tags: ["protected", "food"],
    blockId: "k3f9x2",
  });
  expect(line).toBe(
    "Allergic to nuts (2026-02-10) [bank:: Health] [importance:: 1] #food #protected ^k3f9x2",
  );
});

test.each([
  ["# a", "\\# a"],
  ["1. a", "1\\. a"],
  ["[ ] a", "\\[ ] a"],
  ["---", "\\---"],
  ["a ^id", "a \\^id"],
  ["a (2026-02-12)", "a \\(2026-02-12)"],
  ["a - b # c", "a - b # c"],
])("formatEntry() makes a text of %j", (text, line) => {
  expect(formatEntry({ text })).toBe(line);
});

test.each([
  [{ text: " \n " }, "BAD_INPUT"],
  [{ text: "a", date: "2026-02-30" }, "BAD_INPUT"],
  [{ text: "a", tags: ["two words"] }, "BAD_INPUT"],
  [{ text: "a", blockId: "x y" }, "BAD_INPUT"],
  [{ text: "a", fields: { "a]": "x" } }, "BAD_INPUT"],
])("formatEntry() refuses %j", (draft, code) => {
  expect(() => formatEntry(draft)).toThrow(expect.objectContaining({ code }));
});

const fragment = fc.constantFrom(
  ..."#|>|-|*|+|1.|12)|```|~~~|<b>|<!-- x|[x]:|[ ]|---|***|\\|\\\\|\\(2026-01-01)|(2026-01-01)|[bank:: Health]|\\[a:: b]".split(
    "|",
  ),
  ..."[a:: [[b]]]|#food|#protected|\\#protected|^id|\\^id|a|foo bar|1\\.|1\\\\.|]|[|`|\u00a0|\n|\t|\u0000|\u2028|=|_".split(
    "|",
  ),
);
const anyText = fc.oneof(
  fc.array(fragment, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(" ")),
  fc.array(fragment, { minLength: 1, maxLength: 6 }).map((parts) => parts.join("")),
  fc.string({ unit: "binary" }),
);
const anyDraft = fc.record({
  text: anyText,
  date: fc.constantFrom(undefined, "2026-02-12"),
  fields: fc.constantFrom({}, { bank: "Health" }),
  tags: fc.constantFrom([], ["protected"]),
  blockId: fc.constantFrom(undefined, "k3-f"),
  task: fc.constantFrom(undefined, "open" as const, "done" as const),
});

test("parseEntry() gives back what formatEntry() was given, whatever the text", () => {
  fc.assert(
    fc.property(anyDraft, fc.constantFrom("-", "*", "1."), (draft, marker) => {
      const text = cleanText(draft.text);
      fc.pre(text.trim() !== "");
      const { date, fields, blockId, task } = draft;
      expect(parseEntry([formatEntry(draft, marker)])).toMatchObject({
        text,
        date,
        fields,
        blockId,
        task,
      });
    }),
    { numRuns: 3_000 },
  );
});

test.each(["[", "]", "#a ", "`", "[a:: b] ", "(2026-01-01) ", "\\", "^x "])(
  "parseEntry() takes linear time when given a megabyte of %j",
  (piece) => {
    const start = cpuMs();
    parseEntry([`a ${piece.repeat(1_000_000 / piece.length)}`]);
    expect(cpuMs() - start).toBeLessThan(3_000);
  },
);

test.each([
  ["a [bank:: Health #protected]", []],
  ["a (2026-02-12) [bank:: x #protected y] #food", ["food"]],
  ["a #lead [bank:: #protected] #protected", ["lead", "protected"]],
])("parseEntry() takes no tag from within a field: %s", (line, tags) => {
  expect(parseEntry([line]).tags).toEqual(tags);
});

test("formatEntry() leaves out of a field what could end it or pass for a tag", () => {
  const fields = { bank: "Health] #protected\n- [x" };
  const line = formatEntry({ text: "a", fields });
  expect(line).toBe("a [bank:: Health protected - x]");
  expect(parseEntry([line])).toMatchObject({ text: "a", tags: [] });
});

test("formatEntry() protects a memory whose text ends in #protected", () => {
  const line = formatEntry({ text: "a #protected", tags: ["protected"] });
  expect(parseEntry([line])).toMatchObject({ text: "a #protected", tags: ["protected"] });
});

test("textId() takes linear time when marks pile up", () => {
  const start = cpuMs();
  textId(`a${"\u0301\u0323".repeat(50_000)}`);
  expect(cpuMs() - start).toBeLessThan(1_000);
});
