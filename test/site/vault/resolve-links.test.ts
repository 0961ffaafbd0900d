import { expect, test } from "vitest";
import { readVault } from "../../../site/vault/read-vault.ts";
import { useVault } from "../../temp.ts";
import { documentAt, options, readSite } from "./read-site.ts";

const all = { include: ["people", "agents", "private", "bank:Health"] };

test("readVault() links both ways, a line once, with its words", async () => {
  const vault = await readSite({
    "a.md":
      "# A\n\n- see [[b]] and [[B|again]]\n  - deeper [[b]]\n\nA paragraph\nwith [[b#x]] in it.\n\n[[a]]\n",
    "b.md": "- [[nowhere]]\n",
  });
  const a = documentAt(vault, "a.md");
  expect(a.links.map(({ target, found }) => [target, found?.path])).toEqual([
    ["b", "b.md"],
    ["B", "b.md"],
    ["a", "a.md"],
  ]);
  expect(a.backlinks).toEqual([]);
  const anchor = a.entries[0]?.anchor;
  expect(documentAt(vault, "b.md").backlinks).toEqual([
    { from: "a.md", line: 3, anchor, text: "see [[b]] and [[B|again]]" },
    { from: "a.md", line: 4, anchor, text: "deeper [[b]]" },
    { from: "a.md", line: 7, anchor: undefined, text: "with [[b#x]] in it." },
  ]);
  expect(vault.problems).toEqual([
    {
      ...{ code: "BROKEN_LINK", file: "a.md", line: 7 },
      message: 'The link to "b#x" finds no such heading or block',
    },
    { code: "BROKEN_LINK", file: "b.md", line: 1, message: 'The link to "nowhere" leads nowhere' },
  ]);
});

test("readVault() does not call a link to what is hidden broken", async () => {
  const vault = await readSite({
    "a.md": "- [[shed]] [[The Shed]] [x](people/ana/topics/shed.md)\n",
    "people/ana/topics/shed.md": "---\ntitle: The shed\n---\n",
  });
  expect(vault.problems).toEqual([]);
  expect(documentAt(vault, "a.md").links.every(({ found }) => found === undefined)).toBe(true);
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
])("readVault() finds %s by [[%s]]", async (path, target, found) => {
  const vault = await readSite({ "x/from.md": `[[${target}]]\n`, [path]: "- y\n" }, all);
  expect(documentAt(vault, "x/from.md").links[0]?.found).toEqual({ type: "document", path: found });
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
])("readVault() takes of several documents %s", async (_, from, target, paths) => {
  const files = Object.fromEntries(paths.map((path) => [path, "- y\n"]));
  const vault = await readSite({ [from]: `[[${target}]]\n`, ...files }, all);
  expect(documentAt(vault, from).links[0]?.found?.path).toBe(paths[0]);
});

test("readVault() finds documents by title, then by alias, and takes a file's name before both", async () => {
  const vault = await readSite({
    "from.md": "[[risotto]] [[Arròs a la cassola]] [[paella]]\n",
    "a.md": "---\ntitle: Risotto\naliases: [arròs a la cassola]\n---\n",
    "b.md": "---\naliases: [risotto, Paella]\n---\n# B\n",
    "paella.md": "- x\n",
  });
  const found = documentAt(vault, "from.md").links.map((link) => link.found?.path);
  expect(found).toEqual(["a.md", "a.md", "paella.md"]);
});

test("readVault() resolves Markdown links by path alone", async () => {
  const vault = await readSite({
    "x/from.md":
      "[a](rice.md) [b](../topics/rice.md#h) [c](/topics/rice.md) [d](../../up.md) [e](rice)\n",
    "topics/rice.md": "- y\n",
    "x/up.md": "- z\n",
  });
  const found = documentAt(vault, "x/from.md").links.map(({ target, found }) => [
    target,
    found?.path,
  ]);
  expect(found).toEqual([
    ["rice.md", undefined],
    ["../topics/rice.md", "topics/rice.md"],
    ["/topics/rice.md", "topics/rice.md"],
    ["../../up.md", undefined],
    ["rice", undefined],
  ]);
});

test("readVault() keeps up with links of a large vault", async () => {
  const count = 500;
  const links = Array.from(
    { length: 20 },
    (_, i) => `[[n${i}]] [x](n${i}.md) [[nowhere ${i}]]`,
  ).join(" ");
  const files = Object.fromEntries(
    Array.from({ length: count }, (_, i) => [`d${i % 50}/n${i}.md`, `- ${links}\n`]),
  );
  const root = useVault(files);
  const start = process.cpuUsage();
  const vault = await readVault(root, options);
  expect(process.cpuUsage(start).user / 1_000).toBeLessThan(5_000);
  expect(vault.documents).toHaveLength(count);
});
