import { expect, test } from "vitest";
import { LociError } from "../../src/errors.ts";
import { addAlias } from "../../src/vault/add-alias.ts";
import { parseTopic } from "../../src/vault/parse-topic.ts";
import { toTopicPath } from "../../src/vault/paths.ts";
import { fc } from "../fast-check.ts";
import { oddFiles } from "./fixtures.ts";

const path = toTopicPath("topics/t.md");
const add = (text: string, alias = "new"): string => addAlias(Buffer.from(text), alias).toString();
const aliasesOf = (bytes: Uint8Array) => parseTopic(path, bytes).frontmatter.aliases;

test.each([
  ["no frontmatter", "# T\n", "---\naliases: [new]\n---\n\n# T\n"],
  ["CRLF and a BOM", "\ufeff# T\r\n", "\ufeff---\r\naliases: [new]\r\n---\r\n\r\n# T\r\n"],
  ["an empty file", "", "---\naliases: [new]\n---\n\n"],
  ["no list", "---\ntitle: T # t\n---\n- a", "---\ntitle: T # t\naliases: [new]\n---\n- a"],
  [
    "a flow list",
    "---\naliases: [a, b] # c\nk: 1\n---\n",
    "---\naliases: [a, b, new] # c\nk: 1\n---\n",
  ],
  ["an empty list", "---\naliases: []\n---\n", "---\naliases: [new]\n---\n"],
  [
    "a list with brackets in it",
    '---\naliases: ["a]b", c ]\n---\n',
    '---\naliases: ["a]b", c, new ]\n---\n',
  ],
  ["a comma at the end", "---\naliases: [a,]\n---\n", "---\naliases: [a, new]\n---\n"],
  [
    "a flow list on lines",
    "---\naliases: [\n  a,\n  b\n]\n---\n",
    "---\naliases: [\n  a,\n  b, new\n]\n---\n",
  ],
  [
    "a block list",
    "---\naliases:\n  - a\n  - b # c\ntags: [x]\n---\n",
    "---\naliases:\n  - a\n  - b # c\n  - new\ntags: [x]\n---\n",
  ],
  [
    "a block list without indent",
    "---\r\naliases:\r\n- a\r\n---\r\n",
    "---\r\naliases:\r\n- a\r\n- new\r\n---\r\n",
  ],
  ["one word", "---\naliases: a\n---\n", "---\naliases: [a, new]\n---\n"],
  ["nothing", "---\naliases:\ntitle: T\n---\n", "---\naliases: [new]\ntitle: T\n---\n"],
  ["nothing but a comment", "---\naliases: # c\n---\n", "---\naliases: [new] # c\n---\n"],
  ["null", "---\naliases: null\n---\n", "---\naliases: [new]\n---\n"],
  ["the name itself", "---\naliases: [a, new]\n---\n", "---\naliases: [a, new]\n---\n"],
])("addAlias() adds the name given %s", (_, before, after) => {
  expect(add(before)).toBe(after);
});

test.each(["a: b", "a, b", "#x", "null", "2026", '"q"', "a\nb", "[x]", "é 日本"])(
  "addAlias() quotes %j where YAML needs it",
  (alias) => {
    for (const text of [
      "",
      "---\naliases: [a]\n---\n",
      "---\naliases:\n - a\n---\n",
      "---\nk: 1\n---\n",
    ]) {
      const after = addAlias(Buffer.from(text), alias);
      expect(aliasesOf(after).at(-1)).toBe(alias.replace("\n", " "));
      expect(addAlias(after, alias)).toEqual(after);
    }
  },
);

test.each([
  "---\naliases: {a: 1}\n---\n",
  "---\naliases: |\n  a\n---\n",
  "---\naliases:\n  - >\n    a\n    b\n---\n",
  '---\n"aliases": [a]\n---\n',
  "---\n{aliases: [a]}\n---\n",
  "---\na: [\n---\n",
])("addAlias() refuses odd YAML with one sentence: %j", (text) => {
  expect(() => add(text)).toThrow(expect.objectContaining({ code: "BAD_FRONTMATTER" }));
});

test("addAlias() refuses an empty name", () => {
  expect(() => add("# T\n", " \n")).toThrow(expect.objectContaining({ code: "BAD_INPUT" }));
});

test.each(oddFiles)("addAlias() changes nothing but the aliases of %s", (_, bytes) => {
  check(bytes, "new");
});

test("addAlias() changes nothing but the aliases, whatever the frontmatter", () => {
  const line = fc.constantFrom(
    "aliases:",
    "aliases: a",
    "aliases: [a",
    "  - x",
    "- y",
    "]",
    ", b]",
    "title: T",
    "# c",
    "k: |",
    "  aliases: z",
    "tags: [t]",
    "",
  );
  const file = fc
    .array(line, { maxLength: 6 })
    .map((lines) => `---\n${lines.join("\n")}\n---\n# T\n`);
  fc.assert(
    fc.property(file, fc.oneof(fc.string(), fc.constantFrom("new", "a", "b: c")), (text, alias) =>
      check(Buffer.from(text), alias),
    ),
    { numRuns: 500 },
  );
});

function check(bytes: Buffer, alias: string): void {
  try {
    const after = parseTopic(path, addAlias(bytes, alias));
    const before = parseTopic(path, bytes);
    const name = after.frontmatter.aliases.at(-1);
    expect(after.frontmatter).toEqual({
      ...before.frontmatter,
      aliases: after.frontmatter.aliases,
    });
    expect(new Set(after.frontmatter.aliases)).toEqual(
      new Set([...before.frontmatter.aliases, name]),
    );
    expect(after.entries.map(({ text }) => text)).toEqual(before.entries.map(({ text }) => text));
  } catch (error) {
    if (!(error instanceof LociError)) throw error;
  }
}
