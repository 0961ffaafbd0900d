import { utimesSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parsePublicList } from "../../../site/vault/public-list.ts";
import { createReadFiles } from "../../../site/vault/read-files.ts";
import { readVault } from "../../../site/vault/read-vault.ts";
import { listPublic } from "../../../site/vault/show-listed.ts";
import { useVault } from "../../temp.ts";
import { documentAt, everythingIn, options, readSite } from "./read-site.ts";

const note = (frontmatter: string, body = "Words.\n"): string =>
  `---\n${frontmatter}\n---\n\n# Plan\n\n${body}`;
const path = "notes/plan.md";

/** What the page of a note with this frontmatter shows of it. */
async function propertiesOf(frontmatter: string, names: readonly string[], body?: string) {
  const vault = await readSite({ [path]: note(frontmatter, body) }, { properties: names });
  return documentAt(vault, path).properties.map(({ name, values }) => [name, ...values]);
}

test.each([
  [
    "author: Ana\nstatus: draft",
    ["status", "author"],
    [
      ["status", "draft"],
      ["author", "Ana"],
    ],
  ],
  ["AUTHOR: Ana", ["Author"], [["Author", "Ana"]]],
  [
    "author: [Ana, Ben]\nrating: 4",
    ["author", "rating"],
    [
      ["author", "Ana", "Ben"],
      ["rating", "4"],
    ],
  ],
  ['author: "[[Ana]]"', ["author"], [["author", "[[Ana]]"]]],
  [
    "due date: 2026-01-01\nprojet été: oui",
    ["due date", "projet été"],
    [
      ["due date", "2026-01-01"],
      ["projet été", "oui"],
    ],
  ],
  ["{author: Ana, x: 1}", ["author"], [["author", "Ana"]]],
  ["author: |\n  two\n  lines", ["author"], [["author", "two\nlines\n"]]],
  ["title: Plan\ntags: [a]\nsummary: S", ["title", "tags", "summary"], []],
  ["author:\nstatus: []", ["author", "status"], []],
  ["other: x", ["author"], []],
  ["author: [Ana", ["author"], []],
] as const)("of %j with %j", async (frontmatter, names, expected) => {
  const shown = await propertiesOf(frontmatter, names);
  expect(shown.map(([name, ...values]) => [name, ...values.map((value) => value)])).toEqual(
    expected,
  );
});

test("properties that nobody asked for are nowhere", async () => {
  const files = { [path]: note("author: Wanda\nphone: 123456\nstatus: draft") };
  expect(everythingIn(await readSite(files))).not.toMatch(/Wanda|123456|draft/);
  const some = everythingIn(await readSite(files, { properties: ["status"] }));
  expect(some).toContain("draft");
  expect(some).not.toMatch(/Wanda|123456/);
});

test.each([
  ['author: "see #private"', "Words.\n"],
  ['author: [Ana, "#private/x"]', "Words.\n"],
  ["author: the bicycle is red", "- The bicycle is red #private\n- Open\n"],
])(
  "a property that is private, or says what is hidden, is left out: %j",
  async (frontmatter, body) => {
    expect(await propertiesOf(`${frontmatter}\nstatus: draft`, ["author", "status"], body)).toEqual(
      [["status", "draft"]],
    );
  },
);

test("a file of a hidden bank, or of somebody's own, shows none", async () => {
  const vault = await readSite(
    {
      "notes/a.md": "---\nbank: Health\nauthor: Wanda\n---\n\n- a\n- b [bank:: Work]\n",
      "people/ana/topics/b.md": note("author: Wanda"),
      "notes/c.md": note("author: Wanda\nprivate: true"),
      "notes/d.md": note('author: "Wanda [sensitivity:: secret]"'),
      "notes/e.md": note('author: "Wanda [bank:: Health]"'),
    },
    { properties: ["author"] },
  );
  expect(everythingIn(vault)).not.toContain("Wanda");
});

test("everyone sees properties that the reviewer saw with the title, and links in them to what is listed", async () => {
  const files = {
    [path]: note('author: "[[Other]] and [[Open|the open one]]"\nphone: 123456\nstatus: draft'),
    "notes/open.md": "# Open\n\nWords.\n",
    "notes/other.md": "# Other\n\nHidden words.\n",
  };
  const root = useVault(files);
  const choice = { ...options, properties: ["author", "status"] };
  const list = await listPublic(root, choice);
  expect(list).toContain(
    "notes/plan.md#title  Plan · author: [[Other]] and [[Open|the open one]] · status: draft",
  );
  expect(list).not.toContain("123456");
  const shortened = list
    .split("\n")
    .filter((line) => !line.startsWith("notes/other.md"))
    .join("\n");
  const publicList = parsePublicList(shortened, "public.txt");
  const shown = await readSite(files, { properties: choice.properties, publicList });
  expect(documentAt(shown, path).properties).toEqual([
    { name: "author", values: ["Other and [[Open|the open one]]"] },
    { name: "status", values: ["draft"] },
  ]);
  // Chosen, or changed, since: no longer what was reviewed.
  const before = parsePublicList(await listPublic(root, options), "public.txt");
  const unseen = await readSite(files, { properties: choice.properties, publicList: before });
  expect(everythingIn(unseen)).not.toMatch(/author|draft/);
});

test("what was read with other properties is read again", async () => {
  const root = useVault({ [path]: note("author: Ana") });
  utimesSync(join(root, path), 1, 1);
  const readFiles = createReadFiles();
  const valuesOf = async (properties: readonly string[]) =>
    documentAt(await readVault(root, { ...options, readFiles, properties }), path).properties;
  expect(await valuesOf([])).toEqual([]);
  expect(await valuesOf(["author"])).toEqual([{ name: "author", values: ["Ana"] }]);
  expect(await valuesOf([])).toEqual([]);
});
