import { expect, test } from "vitest";
import { plainWords } from "../../../site/vault/plain-words.ts";
import { everythingIn, readSite } from "./read-site.ts";

const files = {
  "topics/cooking.md":
    "---\ntitle: Cooking\ntags: [food/spain]\nphone: 123456\n---\n\n- Bomba rice, see [[shed]] and [[people/ana/topics/broth|broth]]\n- Knives #private\n",
  "topics/travel.md": "# Travel\n\n- Porto in May #food\n",
  "recipes/soup/broth.md": "- Bones\n",
  "archive/topics/travel.md": "- Long ago\n",
  "people/ana/topics/cooking.md": "- Ana's own\n",
  "log/2026-02.md":
    "## 2026-02-12T14:30:00Z cooking\n\nRice.\n\n- learned: Bones → recipes/soup/broth.md\n",
};

test.each([
  [["cooking"], ["topics/cooking.md"]],
  [["topics/cooking.md"], ["topics/cooking.md"]],
  [["Topics/"], ["topics/cooking.md", "topics/travel.md"]],
  [["recipes"], ["recipes/soup/broth.md"]],
  // A tag that one of its entries has does not open a whole file.
  [["#food"], ["topics/cooking.md"]],
  [
    ["#food/spain", "travel"],
    ["topics/cooking.md", "topics/travel.md"],
  ],
  [["cook", "topic", "#foo", "people", "people/ana", "log"], []],
])("a public site of %j shows %j and nothing else", (publicList, paths) => {
  const vault = readSite(files, { publicList });
  expect(vault.notes.map(({ data }) => data.path)).toEqual(paths);
  expect(vault.digests).toEqual([]);
  expect(everythingIn(vault)).not.toMatch(/Knives|Ana's own|123456|Rice\./);
});

test.each([
  ["beside the note that links it", "recipes/broth.md", "recipes/oven.jpg", true],
  ["below it, where no notes are", "recipes/broth.md", "recipes/img/2026/oven.jpg", true],
  ["in a listed folder", "recipes/broth.md", "Pictures/oven.jpg", true],
  ["at the top, beside a listed note", "start.md", "oven.jpg", true],
  ["in a folder of notes that are not listed", "recipes/broth.md", "taxes/oven.jpg", false],
  ["below such a folder", "recipes/broth.md", "taxes/scans/oven.jpg", false],
  ["in such a folder below", "start.md", "taxes/oven.jpg", false],
  ["between folders of notes", "start.md", "diary/oven.jpg", false],
  ["above it", "recipes/broth.md", "oven.jpg", false],
  ["in a folder without notes", "recipes/broth.md", "scans/oven.jpg", false],
  [
    "in a folder that is called like a listed one",
    "recipes/broth.md",
    "pictures-2/oven.jpg",
    false,
  ],
])(
  "of files beside notes, one %s: %s links %s, and that is public: %s",
  (_, from, path, isShown) => {
    const others = {
      "taxes/2025.md": "- b\n",
      "diary/2025/may.md": "#private\n",
      "start.md": "- c\n",
    };
    for (const link of [`![[/${path}]]`, "![[oven.jpg]]", `[x](/${path})`]) {
      const vault = readSite(
        { ...others, "recipes/broth.md": "- d\n", [from]: `${link}\n`, [path]: "x" },
        { publicList: ["start", "recipes/broth", "pictures/", "#tax"] },
      );
      expect([...vault.attachments], link).toEqual(isShown ? [path] : []);
    }
  },
);

test("a public site counts what it leaves out", () => {
  expect(readSite(files, { publicList: ["cooking"] }).hidden).toEqual({ notes: 4, memories: 1 });
});

test("what Loci keeps for itself beside a memory is not among its words, which the search has", () => {
  const line =
    "- Bomba rice (2026-02-12) [key:: food_rice] [Source::01JKX#2] (importance:: 0.8) [x](y)";
  expect(plainWords(line)).toBe("Bomba rice (2026-02-12)    x");
});
