import { symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { readVault } from "../../../site/vault/read-vault.ts";
import { useFixture, useTempFolder, useVault } from "../../temp.ts";
import { everythingIn, noteAt, options, readSite, siteAt } from "./read-site.ts";

const all = { include: ["people", "agents", "private", "bank:Health"] };

test("readVault() reads notes, sorted by path, with their lines as in the file", () => {
  const text =
    "---\ntitle: Cooking\ntags: [food]\ncreated: 'javascript:1'\nupdated: 2026-02-10\n---\n\n- Rice (2026-02-12) #Food\n";
  const vault = readSite({ "topics/b.md": "- x\n", "topics/a.md": text });
  expect(vault.notes.map(({ id }) => id)).toEqual(["topics/a", "topics/b"]);
  expect(vault.notes[0]?.text).toBe("\n\n\n\n\n\n\n- Rice (2026-02-12) #Food");
  expect(noteAt(vault, "topics/a.md")).toMatchObject({
    ...{ title: "Cooking", bank: "General", updated: "2026-02-12", created: undefined },
    ...{ tags: ["food"], links: {}, backlinks: [] },
    entries: [{ line: 8, text: "Rice", date: "2026-02-12", isMemory: true }],
  });
  expect(vault.hidden).toEqual({ notes: 0, memories: 0 });
});

test("readVault() calls memories what has a date or a mark", () => {
  const vault = readSite({
    "a.md":
      "- a (2026-01-01)\n- b [mood:: good]\n- c #food\n- d [bank:: Work]\n- of #food, e\n- [ ] f\n- g ^x1\n",
  });
  const memories = noteAt(vault, "a.md").entries.filter(({ isMemory }) => isMemory);
  expect(memories.map(({ text }) => text)).toEqual(["a", "b", "d"]);
});

test("readVault() says of entries what their file and fields say", () => {
  const vault = readSite({
    "a.md": "---\nbank: work\n---\n- a\n- b [bank:: personal]\n- c [bank:: Nowhere] #Protected\n",
  });
  const said = noteAt(vault, "a.md").entries.map(({ text, bank, isProtected }) => [
    text,
    bank,
    isProtected,
  ]);
  expect(said).toEqual([
    ["a", "Work", false],
    ["b", "Personal", false],
    ["c", "General", true],
  ]);
});

test("readVault() knows what stands for a superseded entry, where that is shown", () => {
  const vault = readSite({
    "a.md": "- ~~old~~ [superseded:: ^aaa]\n- new ^aaa\n",
    "b.md": "- ~~old~~ [superseded:: ^aaa]\n- new #private ^aaa\n",
  });
  const said = vault.notes.map(({ data }) =>
    data.entries.map((entry) => [entry.isSuperseded, entry.supersededBy]),
  );
  expect(said).toEqual([
    [
      [true, "e-aaa"],
      [false, undefined],
    ],
    [[true, undefined]],
  ]);
});

test("readVault() gives the digest log newest first, whole where nothing is hidden", () => {
  const vault = readSite({
    "a.md": "- b\n",
    "log/2026-01.md":
      "## 2026-01-12T14:30:00Z\n\nOlder.\n\n- learned: forgotten since → a.md\n- session: S1\n",
    "log/2026-02.md":
      '## 2026-02-12T14:30:00Z a\n\nNewer.\n\n- replaced: b → a.md\n  - was: c\n  - said: "b!"\n- known: x\n- session: S2 · agent rostro\n',
  });
  expect(vault.digests).toMatchObject([
    {
      ...{ summary: "Newer.", topic: "a", agent: "rostro" },
      lines: [
        { type: "replaced", text: "b", was: "c", said: "b!" },
        { type: "known", text: "x" },
      ],
    },
    { summary: "Older.", lines: [{ type: "learned", text: "forgotten since" }] },
  ]);
});

test("readVault() keeps of a block of the log what is shown, without summary and quotes", () => {
  const vault = readSite({
    "a.md": "- b\n- c #private\n",
    "log/2026-02.md":
      '## 2026-02-12T14:30:00Z\n\nBoth.\n\n- learned: b → a.md\n  - said: "b!"\n- learned: c → a.md\n- session: S2\n',
  });
  expect(vault.digests).toMatchObject([
    { summary: "", lines: [{ type: "learned", text: "b", note: "a" }] },
  ]);
  expect(vault.digests[0]?.lines).toHaveLength(1);
  expect(vault.hidden).toEqual({ notes: 0, memories: 1 });
});

test("readVault() shows what is private where it is included", () => {
  const files = {
    "a.md": "- b #private\n- c [bank:: Health]\n- d [sensitivity:: secret]\n",
    "people/ana/topics/x.md": "- e\n",
    "agents/butler/topics/x.md": "- f\n",
    "p.md": "---\ntags: private\n---\n- g\n",
    "h.md": "---\nbank: Health\n---\n- h\n",
  };
  const texts = (include: readonly string[]) =>
    readSite(files, { include })
      .notes.flatMap(({ data }) => data.entries.map(({ text }) => text))
      .join("");
  expect(texts([])).toBe("");
  expect(texts(["people"])).toBe("e");
  expect(texts(["people/ana"])).toBe("e");
  expect(texts(["people/an"])).toBe("");
  expect(texts(["agents/Butler"])).toBe("f");
  expect(texts(["private"])).toBe("b #privateg");
  expect(texts(["bank:health"])).toBe("ch");
  expect(texts(all.include)).toBe("b #privatecfhge");
});

test("readVault() shows a file that cannot be read well, and says what is wrong", () => {
  const vault = readSite({
    "bad-yaml.md": "---\ntitle: [a\n---\n\n- shown\n",
    "zero.md": "- a\0b shown\n",
    "con.md": "- x\n",
    "huge.md": new Uint8Array(2 * 2 ** 20 + 1),
  });
  expect(vault.problems.map(({ path }) => path).sort()).toEqual([
    "bad-yaml.md",
    "con.md",
    "huge.md",
    "zero.md",
  ]);
  expect(vault.notes.map(({ data }) => data.path)).toEqual(["bad-yaml.md", "zero.md"]);
  expect(everythingIn(vault)).not.toContain("\\u0000");
});

test("readVault() does not read a note through a symbolic link", () => {
  const outside = useVault({ "secret.md": "- xylophone\n" });
  const root = useVault({ "a.md": "- b [[secret]]\n" });
  symlinkSync(join(outside, "secret.md"), join(root, "secret.md"));
  symlinkSync(outside, join(root, "folder"));
  const vault = siteAt(root);
  expect(everythingIn(vault)).not.toContain("xylophone");
  expect(vault.notes).toHaveLength(1);
});

test("readVault() throws where there is no vault, and reads an empty folder", () => {
  expect(() => siteAt(join(useTempFolder(), "gone"))).toThrow(
    expect.objectContaining({ code: "VAULT_VANISHED" }),
  );
  expect(readSite({})).toMatchObject({ notes: [], digests: [], problems: [] });
});

test("readVault() names people as their profiles do, and gives no two files one address", () => {
  const vault = readSite(
    {
      "people/ana/profile.md": "# Ana Puig\n",
      "C.md": "",
      "C++.md": "",
      "tags.md": "",
      "topics.md": "",
      "topics/a.md": "",
    },
    all,
  );
  expect(noteAt(vault, "people/ana/profile.md").folders[1]?.title).toBe("Ana Puig");
  const ids = vault.notes.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toContain("tags-note");
});

test("readVault() reads the starter vault without a problem, and leaves people out", () => {
  const vault = siteAt(useFixture("starter"));
  expect(vault.problems).toEqual([]);
  expect(vault.notes.length).toBeGreaterThan(25);
  expect(vault.notes.some(({ data }) => data.path.startsWith("people/"))).toBe(false);
});

test("readVault() sees an edit that leaves length and time as they were, soon after it read and long after", () => {
  onTestFinished(() => void vi.useRealTimers());
  for (const later of [0, 60_000]) {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + later });
    const root = useVault({});
    const known = new Map();
    const write = (text: string): string => {
      writeFileSync(join(root, "a.md"), text);
      utimesSync(join(root, "a.md"), 1_700_000_000, 1_700_000_000);
      return everythingIn(readVault({ ...options, root }, known).vault);
    };
    expect(write("- Rice\n")).toContain("Rice");
    expect(write("- Beef\n")).not.toContain("Rice");
  }
});
