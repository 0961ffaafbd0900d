import { expect, test } from "vitest";
import { linkName } from "../../../site/vault/find-links.ts";
import { noteAt, readSite } from "./read-site.ts";

const all = { include: ["people", "agents", "private", "bank:Health"] };

/** Path of the note that a link of a note leads to. */
function leadsTo(
  vault: ReturnType<typeof readSite>,
  from: string,
  target: string,
  type: "wiki" | "markdown" = "wiki",
) {
  const link = noteAt(vault, from).links[linkName({ type, target })];
  return link?.type === "note"
    ? vault.notes.find(({ id }) => id === link.id)?.data.path
    : undefined;
}

test("readVault() links both ways, a line once, with its words", () => {
  const vault = readSite({
    "a.md":
      "# A\n\n- see [[b]] and [[B|again]] (2026-01-01)\n  - deeper [[b]]\n\nA paragraph\nwith [[b#x]] in it.\n\n[[a]]\n",
    "b.md": '---\nauthor: "[[a]]"\n---\n\n- [[nowhere]]\n',
  });
  const [entry] = noteAt(vault, "a.md").entries;
  expect(noteAt(vault, "b.md").backlinks).toEqual([
    { id: "a", title: "A", anchor: entry?.anchor, words: "see b and again" },
    { id: "a", title: "A", anchor: undefined, words: "deeper b" },
    { id: "a", title: "A", anchor: undefined, words: "with b#x in it." },
  ]);
  expect(noteAt(vault, "b.md").missing).toEqual(["nowhere"]);
  // Frontmatter's links are links.
  expect(noteAt(vault, "a.md").backlinks).toMatchObject([{ id: "b", words: "author: a" }]);
});

test.each([
  ["topics/rice.md", "rice", "topics/rice.md"],
  ["topics/rice.md", "Rice", "topics/rice.md"],
  ["topics/my-rice.md", "my rice", "topics/my-rice.md"],
  ["My Rice.md", "my-rice", "My Rice.md"],
  ["topics/rice.md", "topics/rice", "topics/rice.md"],
  ["topics/rice.md", "topics/rice.md", "topics/rice.md"],
  ["deep/er/rice.md", "er/rice", "deep/er/rice.md"],
  ["caf\u00e9.md", "cafe\u0301", "caf\u00e9.md"],
  ["people/ana/topics/rice.md", "rice", "people/ana/topics/rice.md"],
  ["people/ana/profile.md", "people/ana/profile", "people/ana/profile.md"],
  ["archive/rice.md", "rice", "archive/rice.md"],
  ["旅行.md", "旅行", "旅行.md"],
  ["v1.2.md", "v1.2", "v1.2.md"],
])("readVault() finds %s by [[%s]]", (path, target, found) => {
  const vault = readSite({ "x/from.md": `[[${target}]]\n`, [path]: "- y\n" }, all);
  expect(leadsTo(vault, "x/from.md", target)).toBe(found);
});

test.each([
  ["the one beside it", "b/from.md", "rice", ["b/rice.md", "a/rice.md"]],
  [
    "the one of its own scope",
    "people/ana/x.md",
    "rice",
    ["people/ana/topics/rice.md", "topics/rice.md"],
  ],
  [
    "everyone's before another person's",
    "people/ben/x.md",
    "rice",
    ["topics/rice.md", "people/ana/topics/rice.md"],
  ],
  ["a topic before a note", "from.md", "rice", ["topics/rice.md", "notes/rice.md"]],
  ["what is in use before the archive", "from.md", "rice", ["z/rice.md", "archive/rice.md"]],
  ["the first by path", "from.md", "rice", ["a/rice.md", "b/rice.md"]],
])("readVault() takes of several documents %s", (_, from, target, paths) => {
  const files = Object.fromEntries(paths.map((path) => [path, "- y\n"]));
  const vault = readSite({ [from]: `[[${target}]]\n`, ...files }, all);
  expect(leadsTo(vault, from, target)).toBe(paths[0]);
});

test("readVault() finds documents by title, then by alias, and takes a file's name before both", () => {
  const vault = readSite({
    "from.md": "[[risotto]] [[Arròs a la cassola]] [[paella]]\n",
    "a.md": "---\ntitle: Risotto\naliases: [arròs a la cassola]\n---\n",
    "b.md": "---\naliases: [risotto, Paella]\n---\n# B\n",
    "paella.md": "- x\n",
  });
  const found = ["risotto", "Arròs a la cassola", "paella"].map((target) =>
    leadsTo(vault, "from.md", target),
  );
  expect(found).toEqual(["a.md", "a.md", "paella.md"]);
});

test("readVault() resolves Markdown links by path alone", () => {
  const vault = readSite({
    "x/from.md":
      "[a](rice.md) [b](../topics/rice.md#h) [c](/topics/rice.md) [d](../../up.md) [e](rice)\n",
    "topics/rice.md": "- y\n",
    "x/up.md": "- z\n",
  });
  const targets = ["rice.md", "../topics/rice.md", "/topics/rice.md", "../../up.md", "rice"];
  const found = targets.map((target) => [target, leadsTo(vault, "x/from.md", target, "markdown")]);
  expect(found).toEqual([
    ["rice.md", undefined],
    ["../topics/rice.md", "topics/rice.md"],
    ["/topics/rice.md", "topics/rice.md"],
    ["../../up.md", undefined],
    ["rice", undefined],
  ]);
});
