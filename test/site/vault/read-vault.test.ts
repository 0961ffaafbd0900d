import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readRegular } from "../../../site/vault/read-regular.ts";
import { readVault } from "../../../site/vault/read-vault.ts";
import { useFixture, useTempFolder, useVault } from "../../temp.ts";
import { documentAt, everythingIn, options, readSite } from "./read-site.ts";

const all = { include: ["people", "agents", "private", "bank:Health"] };

test("readVault() reads documents, sorted by path, with their lines as in the file", async () => {
  const text =
    "---\ntitle: Cooking\ntags: [food]\nupdated: 2026-02-10\n---\n\n- Rice (2026-02-12) #Food\n";
  const vault = await readSite({ "topics/b.md": "- x\n", "topics/a.md": text });
  expect(vault.documents.map(({ path, url }) => [path, url])).toEqual([
    ["topics/a.md", "topics/a/"],
    ["topics/b.md", "topics/b/"],
  ]);
  const [first] = vault.documents;
  expect(first).toMatchObject({
    ...{ title: "Cooking", bank: "General", updated: "2026-02-12", tags: ["food"] },
    ...{ text: "\n\n\n\n\n\n- Rice (2026-02-12) #Food\n", links: [], backlinks: [] },
  });
  expect(first?.topic.frontmatter.updated).toBe("2026-02-10");
  expect(first?.entries[0]?.entry.line).toBe(7);
  expect(vault.hidden).toEqual({ documents: 0, entries: 0 });
});

test("readVault() sorts entries newest first, undated ones last, those of the archive not at all", async () => {
  const vault = await readSite({
    "b.md": "- b1 (2026-01-01)\n- b2\n- b3 (2026-03-01)\n",
    "a.md": "- a1 (2026-01-01)\n- a2\n",
    "archive/c.md": "- c (2026-02-01)\n",
  });
  expect(vault.entries.map(({ entry }) => entry.text)).toEqual(["b3", "a1", "b1", "a2", "b2"]);
  expect(documentAt(vault, "archive/c.md").entries).toHaveLength(1);
});

test("readVault() calls memories what has a date or a mark", async () => {
  const vault = await readSite({
    "a.md":
      "- a (2026-01-01)\n- b [mood:: good]\n- c #food\n- d [bank:: Work]\n- of #food, e\n- [ ] f\n- g ^x1\n",
    "archive/b.md": "- h (2026-01-01)\n",
  });
  expect(vault.memories.map(({ entry }) => entry.text)).toEqual(["a", "b", "d"]);
  expect(vault.documents.map(({ memoryCount, hasBank }) => [memoryCount, hasBank])).toEqual([
    [3, true],
    [1, false],
  ]);
});

test("readVault() says of entries what their file and fields say", async () => {
  const vault = await readSite(
    {
      "a.md":
        "---\nbank: work\n---\n- a\n- b [bank:: personal]\n- c [bank:: Nowhere] [person:: ana] [agent:: butler] #Protected\n",
      "people/ben/topics/x.md": "- d [person:: ana]\n",
      "agents/butler/topics/x.md": "- e\n",
    },
    all,
  );
  const said = vault.documents.flatMap(({ entries }) =>
    entries.map(({ entry, bank, person, agent, isProtected, anchor }) => {
      expect(anchor).toBe(`e-${entry.id}`);
      return [entry.text, bank, person, agent, isProtected];
    }),
  );
  expect(said).toEqual([
    ["a", "Work", undefined, undefined, false],
    ["b", "Personal", undefined, undefined, false],
    ["c", "General", "ana", "butler", true],
    ["e", "General", undefined, "butler", false],
    ["d", "General", "ben", undefined, false],
  ]);
});

test("readVault() knows what stands for a superseded entry, where that is shown", async () => {
  const vault = await readSite({
    "a.md": "- ~~old~~ [superseded:: ^aaa]\n- new ^aaa\n- ~~odd~~ [superseded:: ^bbb] ^bbb\n",
    "b.md": "- ~~old~~ [superseded:: ^aaa]\n- new #private ^aaa\n",
  });
  const said = vault.documents.map(({ entries }) =>
    entries.map(({ isSuperseded, supersededBy }) => [isSuperseded, supersededBy?.entry.text]),
  );
  expect(said).toEqual([
    [
      [true, "new"],
      [false, undefined],
      [true, undefined],
    ],
    [[true, undefined]],
  ]);
});

test("readVault() gives the digest log newest first, whole where nothing is hidden", async () => {
  const vault = await readSite({
    "a.md": "- b\n",
    "log/2026-01.md":
      "## 2026-01-12T14:30:00Z\n\nOlder.\n\n- learned: forgotten since → a.md\n- session: S1\n",
    "log/2026-02.md":
      '## 2026-02-12T14:30:00Z a\n\nNewer.\n\n- replaced: b → a.md\n  - was: c\n  - said: "b!"\n- known: x\n- session: S2 · agent rostro\n',
  });
  expect(vault.digests).toMatchObject([
    {
      ...{ summary: "Newer.", topic: "a", session: "S2", agent: "rostro" },
      lines: [
        { type: "replaced", text: "b", was: "c", said: "b!" },
        { type: "known", text: "x" },
      ],
    },
    { summary: "Older.", lines: [{ type: "learned", text: "forgotten since" }] },
  ]);
});

test("readVault() keeps of a block of the log what is shown, without summary and quotes", async () => {
  const vault = await readSite({
    "a.md": "- b\n- c #private\n",
    "log/2026-02.md":
      '## 2026-02-12T14:30:00Z\n\nBoth.\n\n- learned: b → a.md\n  - said: "b!"\n- learned: c → a.md\n- session: S2\n',
  });
  expect(vault.digests).toMatchObject([{ summary: "", session: "S2" }]);
  expect(vault.digests[0]?.lines).toEqual([{ type: "learned", text: "b", file: "a.md" }]);
  expect(vault.hidden).toEqual({ documents: 0, entries: 1 });
});

test("readVault() shows a line of the log whose entry has moved to another shown file", async () => {
  const vault = await readSite({
    "a.md": "- x\n",
    "b.md": "- y #private\n- ~~moved~~ [superseded:: ^z]\n",
    "log/2026-02.md": "## 2026-02-12T14:30:00Z\n\n- learned: moved → a.md\n- session: S2\n",
  });
  expect(vault.digests).toHaveLength(1);
});

test("readVault() gives the recent topics that are shown, as their index has them", async () => {
  const vault = await readSite({
    "topics/a.md": "- b\n",
    "people/ana/topics/c.md": "- b\n",
    "topics/index.txt": "2026-02-11T14:30:00|a|of a\n2026-02-12T14:30:00|c|of c\nnonsense\n",
  });
  expect(vault.recent).toEqual([{ time: "2026-02-11T14:30:00", topic: "a", summary: "of a" }]);
});

test("readVault() shows what is private where it is included", async () => {
  const files = {
    "a.md": "- b #private\n- c [bank:: Health]\n- d [sensitivity:: secret]\n",
    "people/ana/topics/x.md": "- e\n",
    "agents/butler/topics/x.md": "- f\n",
    "p.md": "---\ntags: private\n---\n- g\n",
    "h.md": "---\nbank: Health\n---\n- h\n",
  };
  const texts = async (include: readonly string[]): Promise<string> =>
    (await readSite(files, { include })).entries
      .map(({ entry }) => entry.text)
      .sort()
      .join("");
  expect(await texts([])).toBe("");
  expect(await texts(["people"])).toBe("e");
  expect(await texts(["people/ana"])).toBe("e");
  expect(await texts(["people/an"])).toBe("");
  expect(await texts(["agents/Butler"])).toBe("f");
  expect(await texts(["private"])).toBe("b #privateg");
  expect(await texts(["bank:health"])).toBe("ch");
  expect(await texts(all.include)).toBe("b #privatecefgh");
});

test("readVault() knows the words that it leaves out, as they were before they were marked too", async () => {
  const { isHidden } = await readSite({
    "a.md": "- b\n- c #private\n- ~~d~~ [superseded:: ^x] #private\n",
    "people/ana/topics/x.md": "- e\n",
  });
  const hidden = ["c", "c #private", "d", "~~d~~", "e", "~~e~~ #food"];
  expect(["b", "c and more", ...hidden].filter(isHidden)).toEqual(hidden);
});

test("readVault() shows of a file of a protected bank the entries of other banks, with their lines", async () => {
  const vault = await readSite({
    "topics/a.md":
      "---\nbank: Health\ntitle: Pills\n---\n\n# Pills\n\nNote\n\n- b [bank:: Work]\n- c\n",
  });
  const document = documentAt(vault, "topics/a.md");
  expect(document).toMatchObject({ title: "A", text: `${"\n".repeat(9)}- b [bank:: Work]\n\n` });
  expect(document.entries.map(({ entry, bank }) => [entry.line, bank])).toEqual([[10, "Work"]]);
});

test("readVault() shows a file that cannot be read well, and says what is wrong", async () => {
  const vault = await readSite({
    "bad-yaml.md": "---\ntitle: [a\n---\n\n- shown\n",
    "latin1.md": Buffer.from("- caf\u00e9 shown\n", "latin1"),
    "zero.md": "- a\0b shown\n",
    "conflict.md": "- a\n<<<<<<< ours\n- b shown\n=======\n- c\n>>>>>>> theirs\n",
    "empty.md": "",
    "con.md": "- x\n",
    "huge.md": new Uint8Array(2 * 2 ** 20 + 1),
  });
  expect(vault.problems.map(({ code, file, line }) => `${file}:${line} ${code}`)).toEqual([
    "bad-yaml.md:2 BAD_FRONTMATTER",
    "con.md:1 UNREADABLE",
    "conflict.md:2 CONFLICT_MARKERS",
    "huge.md:1 UNREADABLE",
    "latin1.md:1 NOT_UTF8",
    "zero.md:1 NUL_BYTE",
  ]);
  const paths = vault.documents.map(({ path }) => path);
  expect(paths).toEqual(["bad-yaml.md", "conflict.md", "empty.md", "latin1.md", "zero.md"]);
  expect(everythingIn(vault)).not.toContain("\\u0000");
});

test("readVault() does not read a note through a symbolic link", async () => {
  const outside = useVault({ "secret.md": "- xylophone\n" });
  const root = useVault({ "a.md": "- b [[secret]]\n" });
  symlinkSync(join(outside, "secret.md"), join(root, "secret.md"));
  symlinkSync(outside, join(root, "folder"));
  const vault = await readVault(root, options);
  expect(everythingIn(vault)).not.toContain("xylophone");
  expect(vault.documents).toHaveLength(1);
});

test("readVault() rejects where there is no vault", async () => {
  const missing = join(useTempFolder(), "gone");
  await expect(readVault(missing, options)).rejects.toMatchObject({ code: "VAULT_VANISHED" });
});

test("readVault() reads an empty folder", async () => {
  const vault = await readSite({});
  expect(vault).toMatchObject({
    documents: [],
    entries: [],
    problems: [],
    recent: [],
    digests: [],
  });
});

test("readRegular() gives nothing for a file that is gone, a folder, or too large", () => {
  const root = useVault({ "a.md": "123" });
  expect(readRegular(root, "gone.md", 10)).toBeUndefined();
  expect(readRegular(root, ".", 10)).toBeUndefined();
  expect(readRegular(root, "a.md", 2)).toBeUndefined();
  expect(readRegular(root, "a.md", 3)?.toString()).toBe("123");
});

test("readVault() reads the starter vault without a problem, and leaves people out", async () => {
  const vault = await readVault(useFixture("starter"), options);
  expect(vault.problems).toEqual([]);
  expect(vault.documents.length).toBeGreaterThan(25);
  expect(vault.documents.some(({ path }) => path.startsWith("people/"))).toBe(false);
  expect(vault.recent.length).toBeGreaterThan(10);
});
