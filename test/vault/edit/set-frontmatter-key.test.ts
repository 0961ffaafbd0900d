import { expect, test } from "vitest";
import { setFrontmatterKey } from "../../../src/vault/edit/set-frontmatter-key.ts";

const set = (text: string, value = "2026-03-01"): string =>
  setFrontmatterKey(Buffer.from(text), "updated", value).toString();

test.each([
  ["a bare value", "---\nupdated: 2026-02-12\n---\n", "---\nupdated: 2026-03-01\n---\n"],
  ["trailing blanks", "---\nupdated:  2026-02-12  \n---\n", "---\nupdated:  2026-03-01  \n---\n"],
  ["a comment", "---\nupdated: 2026-02-12 # when\n---\n", "---\nupdated: 2026-03-01 # when\n---\n"],
  ["double quotes", '---\nupdated: "x"\n---\n', '---\nupdated: "2026-03-01"\n---\n'],
  ["single quotes", "---\nupdated: 'x'\n---\n", "---\nupdated: '2026-03-01'\n---\n"],
  ["no value", "---\nupdated:\nk: {a: 1}\n---\n", "---\nupdated: 2026-03-01\nk: {a: 1}\n---\n"],
  [
    "CRLF and BOM",
    "\ufeff---\r\nk: [1,  2]\r\nupdated: a\r\n---\r\n",
    "\ufeff---\r\nk: [1,  2]\r\nupdated: 2026-03-01\r\n---\r\n",
  ],
  ["lone CR", "---\rk: {a: 1}\rupdated: a\r---\r", "---\rk: {a: 1}\rupdated: 2026-03-01\r---\r"],
  ["a missing key", "---\nk: 0012 # c\n---\nx", "---\nk: 0012 # c\nupdated: 2026-03-01\n---\nx"],
  ["an empty block", "---\n---\n", "---\nupdated: 2026-03-01\n---\n"],
  ["no frontmatter", "# T\n", "---\nupdated: 2026-03-01\n---\n\n# T\n"],
])("setFrontmatterKey() changes the value alone given %s", (_, before, after) => {
  expect(set(before)).toBe(after);
});

test("setFrontmatterKey() quotes what YAML would read otherwise", () => {
  expect(set("---\nupdated: a\n---\n", "a: b # c")).toBe('---\nupdated: "a: b # c"\n---\n');
});

test.each([
  ["---\ntitle: [open\n---\n", "BAD_FRONTMATTER"],
  ["---\nupdated: [a]\n---\n", "BAD_FRONTMATTER"],
  ["---\nupdated: |\n  a\n---\n", "BAD_FRONTMATTER"],
  ["---\n{a: b}\n---\n", "BAD_FRONTMATTER"],
  ["---js\n{}\n---\n", "BAD_FRONTMATTER"],
])("setFrontmatterKey() refuses %j", (text, code) => {
  expect(() => set(text)).toThrow(expect.objectContaining({ code }));
});
