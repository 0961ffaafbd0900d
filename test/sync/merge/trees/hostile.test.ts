import { beforeEach, expect, test } from "vitest";
import { emptyTree, filesOf, folderMode, stringifyTree } from "../../../../src/git/objects/tree.ts";
import { mergeTrees } from "../../../../src/sync/merge/merge-trees.ts";
import { createForest, type Forest } from "./forest.ts";

let forest: Forest;
beforeEach(async () => {
  forest = await createForest();
});

interface Raw {
  readonly mode: number;
  readonly name: string;
  readonly oid: string;
}

/** Stores a tree as it is given, in any order. */
async function plantRaw(entries: readonly Raw[]): Promise<string> {
  const parts = entries.map((entry) => stringifyTree([entry]));
  return forest.objects.write("tree", Buffer.concat(parts));
}

const file = async (name: string, mode = 0o100644): Promise<Raw> => ({
  mode,
  name: Buffer.from(name, "utf8").toString("latin1"),
  oid: await forest.objects.write("blob", Buffer.from(name)),
});

const pull = async (theirs: string): Promise<unknown> => {
  const base = await forest.plant({ "a.md": "- a\n" });
  const ours = await forest.plant({ "a.md": "- b\n" });
  return mergeTrees(forest.objects, { bases: [base], ours, theirs });
};

const refusal = (path: string): object =>
  expect.objectContaining({ code: "SYNC_FAILED", data: { reason: "damaged", path } });

const badNames = [
  [".", "..", "/etc", "a/b", "a\\b", "..\\x.md"],
  [".git", ".GIT", ".git.", ".git ", ".g\u200cit", "git~1", "GIT~1"],
  [".git::$INDEX_ALLOCATION", "line\nbreak", "\u0001", "del\u007f", "c1\u009b31m.md"],
  ["\u202egpj.md", "a\u2066b.md", "a\u200fb.md", "a\u061cb.md", "x".repeat(256), "é".repeat(128)],
].flat();

test.each(badNames)(
  "mergeTrees() refuses %j from a remote, at any depth and by any way",
  async (name) => {
    const entry = await file(name);
    const flat = await plantRaw([entry]);
    const bytes = Buffer.from(name, "utf8").toString("latin1");
    await expect(pull(flat)).rejects.toThrow(refusal(bytes));
    const deep = await plantRaw([{ mode: folderMode, name: "sub", oid: flat }]);
    await expect(pull(deep)).rejects.toThrow(refusal(`sub/${bytes}`));
    const folder = await plantRaw([{ mode: folderMode, name: bytes, oid: flat }]);
    await expect(pull(folder)).rejects.toThrow(refusal(bytes));
    const first = { bases: [], ours: emptyTree, theirs: flat };
    await expect(mergeTrees(forest.objects, first)).rejects.toThrow(refusal(bytes));
    const forward = { bases: [emptyTree], ours: emptyTree, theirs: deep };
    await expect(mergeTrees(forest.objects, forward)).rejects.toThrow(refusal(`sub/${bytes}`));
  },
);

test("mergeTrees() refuses names that are not UTF-8, there twice or out of order", async () => {
  const { oid } = await file("x");
  const latin = await plantRaw([{ mode: 0o100644, name: "caf\xe9.md", oid }]);
  await expect(pull(latin)).rejects.toThrow(refusal("caf\xe9.md"));
  const [a, b] = [await file("a.md"), await file("b.md")];
  await expect(pull(await plantRaw([a, a]))).rejects.toThrow(refusal("a.md"));
  await expect(pull(await plantRaw([b, a]))).rejects.toThrow(refusal("a.md"));
  const below = await plantRaw([b]);
  const twice = [
    { mode: 0o120000, name: "sub", oid: a.oid },
    { mode: folderMode, name: "sub", oid: below },
  ];
  await expect(pull(await plantRaw(twice))).rejects.toThrow(refusal("sub"));
});

test("mergeTrees() refuses modes that git does not write", async () => {
  await expect(pull(await plantRaw([await file("a", 0o20666)]))).rejects.toThrow(refusal("a"));
  await expect(pull(await plantRaw([await file("a", 0o104755)]))).rejects.toThrow(refusal("a"));
});

test("mergeTrees() refuses folders without end, and a small tree that unfolds to millions of files", async () => {
  const endless = { code: "SYNC_FAILED", data: { reason: "damaged" } };
  let deep = await plantRaw([await file("x")]);
  for (let depth = 0; depth < 1_001; depth++)
    deep = await plantRaw([{ mode: folderMode, name: "d", oid: deep }]);
  await expect(pull(deep)).rejects.toMatchObject(endless);
  const names = "abcdefghijklmnopqrst".split("");
  for (const leaf of [await file("x"), { mode: folderMode, oid: emptyTree }]) {
    let { mode, oid } = leaf;
    for (let depth = 0; depth < 10; depth++) {
      oid = await plantRaw(names.map((name) => ({ mode, name, oid })));
      mode = folderMode;
    }
    await expect(pull(oid)).rejects.toMatchObject(endless);
    await expect(filesOf(forest.objects, oid)).rejects.toMatchObject({ code: "GIT_BLOCKED" });
  }
}, 60_000);

test("mergeTrees() takes names in any script, and those that only Windows cannot hold", async () => {
  const scripts = ["وصفات.md", "👩‍👩‍👧 ❤️.md", "می‌خواهم.md", "cafe\u0301 中文.md"];
  const names = [...scripts, "aux.md", "what..."];
  const files = Object.fromEntries(names.map((name) => [name, "- a\n"]));
  const merged = await forest.merge({ x: "" }, { x: "1" }, { x: "", ...files });
  expect(Object.keys(merged.files).sort()).toEqual([...names, "x"].sort());
});

test.each([[".loci"], [".LOCI"], ["loci~1"], [".loci "]])(
  "mergeTrees() leaves %j of another device in history and off this one's disk",
  async (name) => {
    const merged = await forest.merge(
      { "a.md": "- a\n" },
      { "a.md": "- a\n- b\n" },
      { "a.md": "- a\n- c\n", [`${name}/device.yaml`]: "device: other\n", [`sub/${name}`]: "x" },
    );
    expect(merged.changes.map(({ path }) => path)).toEqual(["a.md"]);
    expect(merged.files[`${name}/device.yaml`]).toBe("device: other\n");
    expect(merged.files[`sub/${name}`]).toBe("x");
  },
);

test.each([[{ ".loci/undo": "y", "sub/.LOCI": "z" }], [{ ".loci": "y", "sub/.loci/a": "z" }]])(
  "mergeTrees() puts nothing of a .loci on disk where two devices committed theirs",
  async (theirs) => {
    const ours = { ".loci/undo": "x", ".loci/a/A": "x", "sub/.loci": "x", "a.md": "- a\n" };
    const merged = await forest.merge({}, ours, { "b.md": "- b\n", ...theirs });
    expect(merged.changes.map(({ path }) => path)).toEqual(["b.md"]);
    expect(Object.keys(merged.files).filter((path) => !/\.loci(?:\/|$)/i.test(path))).toEqual([
      "a.md",
      "b.md",
    ]);
  },
);

test("mergeTrees() accepts a name that is ours already", async () => {
  const { oid } = await file("x");
  const odd = { mode: 0o100644, name: "a\\b", oid };
  const base = await plantRaw([odd]);
  const ours = await plantRaw([odd, { mode: 0o100644, name: "o", oid }]);
  const theirs = await plantRaw([odd, { mode: 0o100644, name: "t", oid }]);
  const merged = await mergeTrees(forest.objects, { bases: [base], ours, theirs });
  expect(Object.keys(await forest.look(merged.tree))).toEqual(["a\\b", "o", "t"]);
});

test("mergeTrees() stops where it is told to", async () => {
  const theirs = await forest.plant({ "x/y.md": "- a\n" });
  const trees = { bases: [], ours: await forest.plant({ z: "" }), theirs };
  await expect(mergeTrees(forest.objects, trees, AbortSignal.abort())).rejects.toThrow("abort");
});
