import { expect, test } from "vitest";
import { setEntryField } from "../../../src/vault/edit/entry-fields.ts";
import { toTopicPath } from "../../../src/vault/paths.ts";
import { parseTopic } from "../../../src/vault/topic/parse-topic.ts";

const path = toTopicPath("topics/home.md");

test.each([
  "Plain",
  "With a tag #sport",
  "With a mark #protected",
  "Twice (2026-01-01) [bank:: Work] [bank:: Health] #a",
  "[ ] A task (2026-01-01) ^abc123",
  "Ends like a field \\[bank:: Work]",
  "~~struck by hand~~ (2026-01-01)",
  "[bank:: Work]",
  "Says `[bank:: Work]` in code (2026-01-01)",
  "An empty one [bank::] (2026-01-01)",
  "In capitals [BANK:: Work] #x #preference ^id1",
  "Two\n  lines of one (2026-01-01)",
])("setEntryField() changes the bank of %j and nothing else that is read", (words) => {
  const file = `# T\n\n- Before\n- ${words}\n- After\n\nProse.\n`;
  const entriesOf = (bytes: Uint8Array) => parseTopic(path, bytes).entries;
  const bytes = new TextEncoder().encode(file);
  const [before, old, after] = entriesOf(bytes);
  const id = old?.id ?? "";
  const next = setEntryField(bytes, id, { key: "bank", values: ["Health"] });
  const [first, now, last] = entriesOf(next);
  expect([first?.text, last?.text]).toEqual([before?.text, after?.text]);
  expect(now).toMatchObject({ text: old?.text, id, tags: old?.tags, date: old?.date });
  expect(now?.fields).toEqual({ ...old?.fields, bank: "Health" });
  expect(setEntryField(next, id, { key: "bank", values: ["Health"] })).toEqual(next);
});

test.each([
  [
    "double spaces",
    "Likes  green   tea  (2026-01-01)  #a",
    "(2026-01-01)",
    "(2026-01-01) [bank:: Work]",
  ],
  ["tabs", "Likes\tgreen tea\t(2026-01-01)\t^id1", "(2026-01-01)", "(2026-01-01) [bank:: Work]"],
  [
    "wrapped lines",
    "Likes green\n  tea\n  (2026-01-01) #a",
    "(2026-01-01)",
    "(2026-01-01) [bank:: Work]",
  ],
  ["a hard break", "Likes green  \n  tea", "tea", "tea [bank:: Work]"],
  ["other line ends", "Likes green\r\n  tea\r\n- And\n- milk", "tea", "tea [bank:: Work]"],
  ["a field on its own line", "Likes tea\n  [bank:: Health]\n  [key:: tea]", "Health", "Work"],
])("setEntryField() leaves %s as they are", (_, words, before, after) => {
  const file = `# T\n\n-   ${words}\n- After\n`;
  const bytes = new TextEncoder().encode(file);
  const id = parseTopic(path, bytes).entries[0]?.id ?? "";
  const set = (from: Uint8Array, value: string | null): string =>
    setEntryField(from, id, { key: "bank", values: [value] }).toString();
  expect(set(bytes, "Work")).toBe(file.replace(before, after));
  if (!words.includes("bank")) expect(set(Buffer.from(set(bytes, "Work")), null)).toBe(file);
});

test("setEntryField() refuses a bank whose name would end the field", () => {
  const bytes = new TextEncoder().encode("- Likes tea\n");
  const id = parseTopic(path, bytes).entries[0]?.id ?? "";
  const set = (bank: string) => () => setEntryField(bytes, id, { key: "bank", values: [bank] });
  expect(set("A] ^x")).toThrow("would not read back");
  expect(set("A\n- B")).toThrow("would not read back");
});
