import { expect, test } from "vitest";
import { maxFileBytes } from "../../../src/vault/list-files.ts";
import { toTopicPath } from "../../../src/vault/paths.ts";
import { parseTopic } from "../../../src/vault/topic/parse-topic.ts";
import { growth } from "../../growth.ts";
import { oddFiles } from "../fixtures.ts";

const parse = (text: string | Buffer, name = "topics/rice-and-beans.md") =>
  parseTopic(toTopicPath(name), Buffer.from(text));

test("parseTopic() reads a topic file", () => {
  const topic = parse(
    "---\ntitle: Cooking\n---\n\n# Cooking\n\n- a (2026-02-12)\n  - nested\n- a\n\n## Ideas\n\nProse <!-- hidden -->here.\n\n[x]: /y\n\n- `code`\n- # no entry\n\n## Empty\n",
  );
  expect(topic).toMatchObject({ title: "Cooking", problems: [] });
  expect(topic.entries).toMatchObject([
    { text: "a", date: "2026-02-12", line: 7, endLine: 8, headings: [] },
    { text: "a", line: 9, endLine: 9 },
    { text: "`code`", line: 17, headings: ["Ideas"] },
  ]);
  expect(topic.entries[1]?.id).toBe(`${topic.entries[0]?.id}-2`);
  expect(topic.passages).toEqual([
    { text: "a\n- nested", line: 8, endLine: 8, headings: [], owner: "" },
    { text: "Prose here.", line: 13, endLine: 13, headings: ["Ideas"], owner: "" },
    { text: "- # no entry", line: 18, endLine: 18, headings: ["Ideas"], owner: "" },
    { text: "Empty", line: 20, endLine: 20, headings: [], owner: "" },
  ]);
});

test.each([
  ["# From heading\n", "From heading"],
  ["text\n\nFrom underline\n===\n", "From underline"],
  ["## Tasks\n\n- a\n\n# From a later heading\n", "From a later heading"],
  ["## Tasks\n\n- a\n", "Rice and beans"],
  ["# \n\n- a\n", "Rice and beans"],
  ["- a\n", "Rice and beans"],
])("parseTopic() finds a title in %j", (text, title) => {
  expect(parse(text).title).toBe(title);
});

test.each([
  ["not UTF-8", Buffer.from("- a\n- caf\xe9\n", "latin1"), "NOT_UTF8", 2],
  ["a NUL", "- a\n- b\0\n", "NUL_BYTE", 2],
  ["bad frontmatter", "---\ntitle: [a\n---\n- a\n", "BAD_FRONTMATTER", 2],
  ["code as frontmatter", "---js\n{}\n---\n- a\n", "BAD_FRONTMATTER", 1],
])("parseTopic() reports %s with its line, and still reads the entries", (_, text, code, line) => {
  const topic = parse(text);
  expect(topic.problems).toMatchObject([{ code, line }]);
  expect(topic.entries[0]?.text).toBe("a");
});

test("parseTopic() keeps the words of frontmatter that it cannot read findable", () => {
  const { passages } = parse("---\ntitle: [Secret garden\nalso: this\n---\n");
  expect(passages[0]?.text).toContain("Secret garden");
});

test("parseTopic() cuts long notes into passages of about 1,200 characters without losing a word", () => {
  const paragraph = `${"word ".repeat(100)}end`;
  const { passages } = parse(
    `${Array(20).fill(paragraph).join("\n\n")}\n\n${"x y ".repeat(3_000)}\n`,
  );
  expect(Math.max(...passages.map(({ text }) => text.length))).toBeLessThanOrEqual(1_200);
  expect(
    passages
      .map(({ text }) => text)
      .join(" ")
      .match(/\bend\b/g),
  ).toHaveLength(20);
  expect(
    passages
      .map(({ text }) => text)
      .join(" ")
      .match(/\bx\b/g),
  ).toHaveLength(3_000);
});

test.each(oddFiles)(
  "parseTopic() gives %s unique ids, lines within the file and no empty text",
  (_, bytes) => {
    const { entries, passages } = parse(bytes);
    const count = bytes.toString().split(/\r\n|\n|\r/).length;
    expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
    for (const { text, line, endLine } of [...entries, ...passages]) {
      expect(text.trim()).not.toBe("");
      expect(line).toBeGreaterThan(0);
      expect(endLine).toBeGreaterThanOrEqual(line);
      expect(endLine).toBeLessThanOrEqual(count);
    }
  },
);

test.each<[string, string]>([
  ["small list items", Array.from({ length: 300_000 }, (_, i) => `- ${i.toString(36)}`).join("\n")],
  ["one word", "a".repeat(maxFileBytes)],
  ["list markers", "- ".repeat(maxFileBytes / 2)],
  ["list markers and blank lines", `${"- ".repeat(500)}x${"\n".repeat(1_000)}`.repeat(1_000)],
])("parseTopic() takes linear time, up to the largest file, of %s", (_, text) => {
  expect(growth((size) => parse(text.slice(0, size)), maxFileBytes / 16)).toBeLessThan(3);
  parse(text.slice(0, maxFileBytes));
});

test.each([
  ["a comment of many lines", `<!--\n${"a\n".repeat(300_000)}-->\n- b\n`],
  ["many words that may mark it", `---\nsensitivity: ${"a, ".repeat(300_000)}\n\n- b\n`],
])("parseTopic() reads a file with %s", (_, text) => {
  expect(parse(text).entries.map((entry) => entry.text)).toEqual(["b"]);
});

test("parseTopic() takes the way back to the rest of a split topic for no note", () => {
  const part = (text: string) => parse(`# Rice\n\n${text}\n\n- Rinse it\n`).passages;
  expect(part("↑ [[cooking-general|Cooking]]")).toEqual([]);
  expect(part("↑ [[cooking-general|Cooking]], see also the market")).toHaveLength(1);
  expect(part("[[cooking-general|Cooking]]")).toHaveLength(1);
});

test.each([
  ["cannot be read, for a colon in its title", "---\ntitle: Ana: diary\nperson: ana\n---\n"],
  ["is not closed", "---\ntitle: Diary\nperson: ana\n"],
  ["names them as a link without quotes", "---\nperson: [[Ana]]\n---\n"],
  ["names them by a key with a capital", "---\nPerson: Ana\n---\n"],
])("parseTopic() leaves to a person a file whose frontmatter %s", (_, top) => {
  const { owner, owners, entries, passages } = parse(`${top}\n# Diary\n\n- A line\n`);
  expect([owner, owners.get(2)]).toEqual(["ana", "ana"]);
  for (const part of [...entries, ...passages]) expect(part.owner).toBe("ana");
  expect(entries).toHaveLength(1);
});

test("parseTopic() leaves to a person what a value of frontmatter is marked for, with its lines", () => {
  const { owner, owners, passages } = parse(
    '---\ntitle: Gifts\nopen: a book\nhidden:\n  - a watch\n  - "a ring [person:: ben]"\n---\n\nText.\n',
  );
  expect(passages.map((passage) => passage.owner)).toEqual(["", "ben", ""]);
  expect([owner, ...owners.keys()]).toEqual(["", 4, 5, 6]);
});

test("parseTopic() has what frontmatter says by keys of the note's own, each by itself with its lines", () => {
  const { passages } = parse(
    '---\ntitle: Alien\nperson: ana\ndirector: "[[Ridley Scott]]"\ncast:\n  - "[[Sigourney Weaver]]"\n  - "[[Ian Holm]]"\nyear: 1979\n---\n\nIn space.\n',
  );
  expect(passages.map(({ text, line, endLine, owner }) => [text, line, endLine, owner])).toEqual([
    ["director: [[Ridley Scott]]", 4, 4, "ana"],
    ["cast: [[Sigourney Weaver]], [[Ian Holm]]", 5, 7, "ana"],
    ["year: 1979", 8, 8, "ana"],
    ["In space.", 11, 11, "ana"],
  ]);
});
