import { describe, expect, test } from "vitest";
import { LociError } from "../../../src/errors.ts";
import {
  appendAll,
  newTopic,
  removeEntries,
  removeEntry,
  rewriteEntry,
} from "../../../src/vault/edit/edit-topic.ts";
import { setUpdated } from "../../../src/vault/edit/set-frontmatter-key.ts";
import { toTopicPath } from "../../../src/vault/paths.ts";
import { type EntryDraft, formatEntry } from "../../../src/vault/topic/entry.ts";
import { parseTopic } from "../../../src/vault/topic/parse-topic.ts";
import { readTopic } from "../../../src/vault/topic/read-topic.ts";
import type { Entry } from "../../../src/vault/topic/topic.ts";
import { decodeText } from "../../../src/vault/vault-text.ts";
import { drawn, fc } from "../../fast-check.ts";
import { oddFiles } from "../fixtures.ts";
import { outlineByRemark } from "../markdown/markdown-oracle.ts";
import { markdownSoup } from "../markdown/markdown-soup.ts";

const path = toTopicPath("topics/t.md");
/** One entry, as `appendAll()` adds it. */
const appendEntry = (bytes: Uint8Array, draft: EntryDraft, section?: string): Buffer =>
  appendAll(bytes, [(marker) => formatEntry(draft, marker)], section);

const entriesOf = (bytes: Uint8Array): readonly Entry[] => parseTopic(path, bytes).entries;
const textsOf = (bytes: Uint8Array): string[] => entriesOf(bytes).map(({ text }) => text);
const append = (text: string, words = "new"): string =>
  appendEntry(Buffer.from(text), { text: words }).toString();

test.each([
  ["the end of the list", "# T\n\n- a\n- b\n\nprose\n", "# T\n\n- a\n- b\n- new\n\nprose\n"],
  ["a list under the title", "# T\n\n## S\n\n- a\n", "# T\n\n- new\n\n## S\n\n- a\n"],
  ["above the prose", "---\ntitle: T\n---\n\nprose\n", "---\ntitle: T\n---\n\n- new\n\nprose\n"],
  [
    "under the leading comment",
    "# T\n\n<!-- c -->\n\nprose\n",
    "# T\n\n<!-- c -->\n\n- new\n\nprose\n",
  ],
  ["an empty file", "", "- new\n"],
  ["a title alone", "# T\n", "# T\n\n- new\n"],
  ["a title without line end", "# T", "# T\n\n- new"],
  ["a last line without line end", "- a\n- b", "- a\n- b\n- new"],
  ["a title with prose right under it", "# T\nprose\n", "# T\n\n- new\n\nprose\n"],
  ["CRLF", "# T\r\n\r\n- a\r\n", "# T\r\n\r\n- a\r\n- new\r\n"],
  ["a loose list", "- a\n\n- b\n", "- a\n\n- b\n\n- new\n"],
  ["stars with tabs", "*\ta\n", "*\ta\n*\tnew\n"],
  ["numbers", "1. a\n2. b\n", "1. a\n2. b\n3. new\n"],
  ["the same number throughout", "1) a\n1) b\n", "1) a\n1) b\n1) new\n"],
  ["padded numbers", "08. a\n09. b\n", "08. a\n09. b\n10. new\n"],
  ["the last number there is", "999999999. a\n", "999999999. a\n999999999. new\n"],
  ["nested items and lazy lines", "- a\n  - b\nlazy\n", "- a\n  - b\nlazy\n- new\n"],
  ["an open fence in the last item", "- a\n- ```\n  x\n", "- a\n- ```\n  x\n- new\n"],
  ["an open comment", "# T\n\n<!-- open\n- a\n", "# T\n\n- new\n\n<!-- open\n- a\n"],
  ["text right behind", "- a\n- ```\n  ```\ntext\n", "- a\n- ```\n  ```\n- new\n\ntext\n"],
  ["a list before another", "- a\n* b\n", "- a\n- new\n* b\n"],
])("appendAll() puts the entry in its place given %s", (_, before, after) => {
  expect(append(before)).toBe(after);
});

test.each([
  ["begins it at the end", "Intro.\n\n- a\n", "Intro.\n\n- a\n\n## Memories\n\n- new\n"],
  ["begins it behind the last section", "# T\n\n## S\nx", "# T\n\n## S\nx\n\n## Memories\n\n- new"],
  ["begins it in an empty note", "", "## Memories\n\n- new\n"],
  ["begins it under frontmatter", "---\nk: 1\n---\n", "---\nk: 1\n---\n\n## Memories\n\n- new\n"],
  ["goes on", "x\n\n## Memories\n\n- a\n", "x\n\n## Memories\n\n- a\n- new\n"],
  [
    "goes on at any depth",
    "# Memories\n* a\n\n## S\n- b\n",
    "# Memories\n* a\n* new\n\n## S\n- b\n",
  ],
  ["fills an empty one", "## Memories\n\n## S\n", "## Memories\n\n- new\n\n## S\n"],
  ["keeps below its words", "## Memories\n\nWhy.\n", "## Memories\n\nWhy.\n\n- new\n"],
  ["keeps CRLF", "x\r\n", "x\r\n\r\n## Memories\r\n\r\n- new\r\n"],
])("appendAll() %s where a note keeps memories in a section", (_, before, after) => {
  const added = appendEntry(Buffer.from(before), { text: "new" }, "Memories");
  expect(added.toString()).toBe(after);
});

test("appendAll() goes above what would swallow the section's heading", () => {
  for (const open of ["```\ncode\n", "<!-- open\n"]) {
    const bytes = appendEntry(Buffer.from(open), { text: "a" }, "Memories");
    expect(bytes.toString()).toBe(`- a\n\n${open}`);
  }
});

test("appendAll() and setUpdated() leave odd frontmatter as it is spelt", () => {
  const bytes = Buffer.from("---\nupdated: 2026-01-01\nk: 0012 # c\n---\n\n- a\n");
  const draft = { text: "b", date: "2026-02-12" };
  expect(setUpdated(appendEntry(bytes, draft), "2026-02-13").toString()).toBe(
    "---\nupdated: 2026-02-13\nk: 0012 # c\n---\n\n- a\n- b (2026-02-12)\n",
  );
});

test("appendAll() keeps indented code under the title code", () => {
  const after = append("# T\n\n    code\n");
  expect(readTopic(after).parts.map(({ type }) => type)).toContain("code");
  expect(textsOf(Buffer.from(after))).toEqual(["new"]);
});

test("rewriteEntry() changes the entry's words and nothing else", () => {
  const bytes = Buffer.from("\ufeff# T\r\n*\ta\r\n\tlazy (2026-01-01)\r\n\t- nested\r\n*\tb");
  const [first] = entriesOf(bytes);
  const after = rewriteEntry(bytes, first?.id ?? "", (_, marker) =>
    formatEntry({ text: "c", date: "2026-02-12" }, marker),
  );
  expect(after.toString()).toBe("\ufeff# T\r\n*\tc (2026-02-12)\r\n\t- nested\r\n*\tb");
});

test.each([
  ["- a\n  - nested\n- b\n", "- b\n"],
  ["- b\n- a", "- b"],
  ["x\n1. a\n2. b\n", "x\n\n2. b\n"],
  ["x\n- a\n---\n- b\n", "x\n\n---\n- b\n"],
  ["- b\n\n- a\n", "- b\n"],
  ["- b\n\n- a\n\n- c\n", "- b\n\n\n- c\n"],
])("removeEntry() takes the entry's lines out of %j", (before, after) => {
  const bytes = Buffer.from(before);
  const id = entriesOf(bytes).find(({ text }) => text === "a")?.id ?? "";
  expect(removeEntry(bytes, id).toString()).toBe(after);
});

test.each([
  ["---\na: [\n---\n- a\n", "BAD_FRONTMATTER"],
  ["---js\n{}\n---\n- a\n", "BAD_FRONTMATTER"],
])("appendAll() refuses %j", (text, code) => {
  expect(() => append(text)).toThrow(expect.objectContaining({ code }));
});

test("edits refuse bytes that are not UTF-8 and ids that are not there", () => {
  const latin = Buffer.from("- caf\xe9\n", "latin1");
  expect(() => appendEntry(latin, { text: "a" })).toThrow(
    expect.objectContaining({ code: "UNREADABLE" }),
  );
  expect(() => removeEntry(Buffer.from("- a\n"), "x")).toThrow(
    expect.objectContaining({ code: "NOT_FOUND" }),
  );
});

test.each([
  [
    { title: "Cooking", created: "2026-02-12" },
    "---\ntitle: Cooking\ncreated: 2026-02-12\nupdated: 2026-02-12\n---\n\n# Cooking\n",
  ],
  [
    { title: "a: b #", tags: ["x"], bank: "Health" },
    '---\ntitle: "a: b #"\ntags: [x]\nbank: Health\n---\n\n# a: b \\#\n',
  ],
])("newTopic() writes %j", (topic, text) => {
  expect(newTopic(topic).toString()).toBe(text);
  expect(parseTopic(path, newTopic(topic))).toMatchObject({ title: topic.title, problems: [] });
});

/** Items that remark takes for entries, by their words; frontmatter is not Markdown to it. */
function remarkEntries(bytes: Uint8Array): string[] {
  const text = new TextDecoder().decode(bytes);
  const { lineCount } = readTopic(text).frontmatter;
  const body = text.replace(new RegExp(`^(?:[^\\r\\n]*(?:\\r\\n|\\n|\\r|$)){${lineCount}}`), "");
  return outlineByRemark(body).flatMap((row) => /^item \S+ entry (.*\S.*)$/s.exec(row)?.[1] ?? []);
}

/** The edit, or undefined where the file is one that Loci never changes. */
function attempt<T>(edit: () => T): T | undefined {
  try {
    return edit();
  } catch (error) {
    if (error instanceof LociError) return undefined;
    throw error;
  }
}

/** All bytes of `before` stand in `after`, around one stretch hardly longer than the entry's line. */
function expectOnlyInserted(before: Buffer, after: Buffer, written: string): void {
  let head = 0;
  while (head < before.length && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < before.length && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  expect(head + tail).toBeGreaterThanOrEqual(before.length);
  const added = after.length - before.length;
  expect(added).toBeGreaterThan(Buffer.byteLength(written));
  expect(added).toBeLessThanOrEqual(Buffer.byteLength(`${written}<!-- -->`) + 5 * 2);
}

function checkEdits(before: Buffer): void {
  const bytes = attempt(() => appendEntry(before, { text: "new one", date: "2026-02-12" }));
  if (bytes === undefined) return;
  const entries = entriesOf(bytes);
  const at = entries.findIndex(({ text }) => text === "new one");
  expect(entries[at]).toMatchObject({ text: "new one", date: "2026-02-12" });
  const written = readTopic(decodeText(bytes).text).lines[(entries[at]?.line ?? 0) - 1] ?? "";
  expectOnlyInserted(before, bytes, written);
  const words = ({ text, date, fields, tags }: Entry): object => ({ text, date, fields, tags });
  expect(entries.toSpliced(at, 1).map(words)).toEqual(entriesOf(before).map(words));
  const found = remarkEntries(bytes);
  expect(found.toSpliced(at, 1)).toEqual(remarkEntries(before));
  for (const entry of entriesOf(before)) checkRemoval(before, entry);
}

function checkRemoval(before: Buffer, entry: Entry): void {
  const after = attempt(() => removeEntry(before, entry.id));
  if (after === undefined) return;
  const others = entriesOf(before).filter(({ id }) => id !== entry.id);
  expect(textsOf(after)).toEqual(others.map(({ text }) => text));
  expect(remarkEntries(after)).toHaveLength(others.length);
}

describe("appendAll() and removeEntry() leave every other byte and entry alone", () => {
  test.each(oddFiles)("in %s", (_, bytes) => checkEdits(bytes));

  test("in lines thrown together", () => {
    const head = fc.constantFrom("", "\ufeff", "# T\n\n- a\n", "---\ntitle: x\n---\n");
    fc.assert(
      fc.property(head, markdownSoup, (start, text) => checkEdits(Buffer.from(start + text))),
      { numRuns: drawn(1_000) },
    );
  });
});

/** Here a blank line had to part the new entry from what follows; it stays. */
const needsBlank = new Set(["fence-then-text.md", "item-next-line.md"]);
const withList = oddFiles.filter(([name, bytes]) => {
  const { parts } = readTopic(bytes.toString().replace(/^\ufeff/, ""));
  const heads = parts.findIndex((part, i) => i > 0 && part.type === "heading");
  const lead = heads < 0 ? parts : parts.slice(0, heads);
  const hasList = lead.some((part) => part.type === "item" && part.entry !== undefined);
  return hasList && !needsBlank.has(name);
});

test.each(withList)("removeEntry() gives %s back after appendEntry()", (_, bytes) => {
  const added = attempt(() => appendEntry(bytes, { text: "new one" }));
  if (added === undefined) return;
  const entry = entriesOf(added).find(({ text }) => text === "new one");
  expect(removeEntry(added, entry?.id ?? "").equals(bytes)).toBe(true);
});

test("removeEntries() and appendAll() do at once what one by one does, in any file", () => {
  fc.assert(
    fc.property(markdownSoup, fc.nat(), (text, seed) => {
      const bytes = Buffer.from(text);
      const all = entriesOf(bytes).filter(({ line, endLine }) => line === endLine);
      const chosen = all.filter((_, n) => (seed >> (n % 30)) % 2 === 0);
      const { bytes: rest, removed } = removeEntries(
        bytes,
        chosen.map(({ id }) => id),
      );
      const gone = chosen.filter(({ id }) => removed.has(id));
      const expected = [...textsOf(bytes)];
      for (const one of gone) expected.splice(expected.indexOf(one.text), 1);
      expect(textsOf(rest).toSorted()).toEqual(expected.toSorted());
      const words = ["one more", "and another", "the last"];
      const one = (at: Uint8Array, word: string) => appendAll(at, [() => word]);
      const many = appendAll(
        rest,
        words.map((word) => () => word),
      );
      expect(many.toString()).toBe(words.reduce(one, rest).toString());
      expect(textsOf(many)).toEqual(expect.arrayContaining(words));
      expect(textsOf(many)).toHaveLength(textsOf(rest).length + 3);
    }),
  );
});
