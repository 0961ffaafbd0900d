import { expect, test } from "vitest";
import { everythingIn, noteAt, readSite } from "./read-site.ts";

const path = "notes/plan.md";
const note = (frontmatter: string, body = "Words.\n"): string =>
  `---\n${frontmatter}\n---\n\n# Plan\n\n${body}`;

/** What the page of a note with this frontmatter shows of it. */
const propertiesOf = (frontmatter: string, body?: string) =>
  noteAt(readSite({ [path]: note(frontmatter, body) }), path).properties.map(({ name, values }) => [
    name,
    ...values,
  ]);

test.each([
  [
    "author: Ana\nstatus: draft",
    [
      ["author", "Ana"],
      ["status", "draft"],
    ],
  ],
  [
    "author: [Ana, Ben]\nrating: 4",
    [
      ["author", "Ana", "Ben"],
      ["rating", "4"],
    ],
  ],
  ['author: "[[Ana]]"', [["author", "[[Ana]]"]]],
  [
    "due date: 2026-01-01\nprojet été: oui",
    [
      ["due date", "2026-01-01"],
      ["projet été", "oui"],
    ],
  ],
  ["title: Plan\ntags: [a]\nsummary: S\ncssclass: wide", []],
  ['title: "\\ud800x"\nauthor: ["\\ud800x"]', [["author", "\ufffdx"]]],
  ["author:\nstatus: []", []],
  ["author: [Ana", []],
])("of %j", (frontmatter, expected) => {
  expect(propertiesOf(frontmatter)).toEqual(expected);
});

test.each([
  ['author: "see #private"', "Words.\n"],
  ['author: [Ana, "#private/x"]', "Words.\n"],
  ["author: the bicycle is red", "- The bicycle is red #private\n- Open\n"],
  ['gift: "a watch [person:: ben]"', undefined],
])("a property that is private, or says what is hidden, is left out: %j", (frontmatter, body) => {
  expect(propertiesOf(`${frontmatter}\nstatus: draft`, body)).toEqual([["status", "draft"]]);
});

test("a file of a hidden bank, or of somebody's own, shows none, and a public site shows none at all", () => {
  const files = {
    "notes/a.md": "---\nbank: Health\nauthor: Wanda\n---\n\n- a\n- b [bank:: Work]\n",
    "people/ana/topics/b.md": note("author: Wanda"),
    "notes/c.md": note("author: Wanda\nprivate: true"),
    "notes/d.md": note('author: "Wanda [sensitivity:: secret]"'),
    "notes/e.md": note('author: "Wanda [bank:: Health]"'),
  };
  expect(everythingIn(readSite(files))).not.toContain("Wanda");
  const open = { ...files, "notes/f.md": note("author: Wanda") };
  expect(everythingIn(readSite(open))).toContain("Wanda");
  expect(everythingIn(readSite(open, { publicList: ["notes"] }))).not.toContain("Wanda");
});
