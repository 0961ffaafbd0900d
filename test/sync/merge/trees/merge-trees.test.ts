import { beforeEach, describe, expect, test } from "vitest";
import { removalLine } from "../../../../src/sync/merge/file/removals.ts";
import { createForest, type Forest, mergeFiles } from "./forest.ts";

let forest: Forest;
beforeEach(async () => {
  forest = await createForest();
});

const link = (to: string): readonly [number, string] => [0o120000, to];
const script = (text: string): readonly [number, string] => [0o100755, text];
const submodule = (oid: string): readonly [number, string] => [0o160000, oid.repeat(40)];

describe("mergeTrees()", () => {
  test("takes additions, edits and deletions of both sides", async () => {
    const base = { "a.md": "- a\n", "b.md": "- b\n", "dir/c.md": "- c\n", "dir/d.md": "- d\n" };
    const merged = await forest.merge(
      base,
      { "a.md": "- a\n- a2\n", "dir/c.md": "- c\n", "dir/d.md": "- d\n", "e.md": "- e\n" },
      { "a.md": "- a\n- a3\n", "b.md": "- b\n", "dir/d.md": "- d2\n", "sub/f.md": "- f\n" },
    );
    expect(merged.files).toEqual({
      "a.md": "- a\n- a2\n- a3\n",
      "dir/d.md": "- d2\n",
      "e.md": "- e\n",
      "sub/f.md": "- f\n",
    });
    expect(merged.merged).toEqual(["a.md"]);
    expect(merged.changes.map(({ path }) => path)).toEqual([
      "dir/c.md",
      "a.md",
      "dir/d.md",
      "sub/f.md",
    ]);
    forest.repo.fsck();
  });

  test("gives the tree of the side that alone changed something", async () => {
    const base = { "a.md": "- a\n" };
    const theirs = { "a.md": "- b\n", "Foo.md": "- x\n", "foo.md": "- y\n" };
    const merged = await forest.merge(base, base, theirs);
    expect(merged.tree).toBe(await forest.plant(theirs));
    expect(merged.changes).toHaveLength(3);
  });

  test("keeps a line that was added to a file deleted elsewhere", async () => {
    expect(await mergeFiles({ "a.md": "- a\n" }, {}, { "a.md": "- a\n- new\n" })).toEqual({
      "a.md": "- new\n",
    });
  });

  test("gives the empty tree where both deleted everything", async () => {
    const base = { "a.md": "- a\n", "b.md": "- b\n" };
    expect(await mergeFiles(base, { "a.md": "- a\n" }, { "b.md": "- b\n" })).toEqual({});
  });

  test("keeps everything of unrelated histories", async () => {
    const merged = await forest.merge(
      [],
      { "a.md": "- a\n", "x.md": "- x\n" },
      { "a.md": "- b\n", "y.md": "- y\n" },
    );
    expect(merged.files).toEqual({ "a.md": "- a\n- b\n", "x.md": "- x\n", "y.md": "- y\n" });
  });

  test("takes what all bases had for known, whatever their order", async () => {
    const one = { "a.md": "- 1\n- 2\n", "b.md": "- b\n" };
    const two = { "a.md": "- 1\n- 3\n" };
    const merged = await mergeFiles(
      [one, two],
      { "a.md": "- 2\n- 3\n", "b.md": "- b\n" },
      { "a.md": "- 1\n- 2\n- 3\n- 4\n" },
    );
    expect(merged).toEqual({ "a.md": "- 2\n- 3\n- 4\n", "b.md": "- b\n" });
  });

  test("keeps both versions of a binary file and neither loses an older one put aside", async () => {
    const merged = await forest.merge({ "p.png": "\0" }, { "p.png": "\0a" }, { "p.png": "\0b" });
    const names = Object.keys(merged.files).sort();
    expect(names).toHaveLength(2);
    expect(names[0]).toMatch(/^p\.[0-9a-f]{8}\.png$/);
    expect(Object.values(merged.files).sort()).toEqual(["\0a", "\0b"]);
    const [aside = ""] = names;
    const again = await forest.merge(
      { "p.png": "\0", [aside]: "\0mine" },
      { "p.png": "\0a", [aside]: "\0mine" },
      { "p.png": "\0b", [aside]: "\0mine" },
    );
    expect(Object.values(again.files).sort()).toEqual(["\0a", "\0b", "\0mine"]);
  });
});

test("mergeTrees() does not bring back a forgotten line in a file that only the other side has", async () => {
  const mark = removalLine("2026-02-12T14:30:00.000Z", "rice is bomba", "-");
  const base = { "topics/a.md": "- rice is bomba\n", x: "1" };
  const ours = { "log/forgotten.txt": `${mark}\n`, x: "1" };
  const theirs = { ...base, "topics/b.md": "- rice is bomba\n- oven is hot\n", x: "2" };
  const files = await mergeFiles(base, ours, theirs);
  expect(files["topics/b.md"]).toBe("- oven is hot\n");
});

describe("mergeTrees() with modes, links and submodules", () => {
  test("takes the executable bit of the side that changed it", async () => {
    const base = { a: "1", b: script("1"), "c.md": "- 1\n" };
    const ours = { a: script("1"), b: script("2"), "c.md": script("- 1\n- 2\n") };
    const theirs = { a: "2", b: "1", "c.md": "- 1\n- 3\n" };
    expect(await mergeFiles(base, ours, theirs)).toEqual({
      a: "100755 2",
      b: "2",
      "c.md": "100755 - 1\n- 2\n- 3\n",
    });
  });

  test("makes a file executable that one of two who added it made so", async () => {
    expect(await mergeFiles({}, { "a.sh": script("x\n") }, { "a.sh": "x\n" })).toEqual({
      "a.sh": "100755 x\n",
    });
  });

  test("keeps one target of a link that both changed, and tells the other", async () => {
    const merged = await forest.merge({ l: link("x") }, { l: link("y") }, { l: link("z") });
    expect(Object.keys(merged.files)).toEqual(["l"]);
    expect(merged.keptBoth).toHaveLength(1);
    expect(merged.keptBoth[0]).toMatch(
      /^l: this link was changed on two devices; kept is \w{12}, not \w{12}$/,
    );
  });

  test("keeps a changed link that the other side deleted", async () => {
    expect(await mergeFiles({ l: link("x") }, { l: link("y") }, {})).toEqual({ l: "120000 y" });
  });

  test("lets a link step aside for a file of its name", async () => {
    const files = await mergeFiles(
      { "l.md": "- a\n" },
      { "l.md": link("x") },
      { "l.md": "- a\n- b\n" },
    );
    expect(files["l.md"]).toBe("- a\n- b\n");
    expect(Object.values(files).sort()).toEqual(["- a\n- b\n", "120000 x"]);
  });

  test("keeps the greater of two submodule commits and tells the other", async () => {
    const [base, ours, theirs] = ["1", "2", "3"].map((digit) => ({ sub: submodule(digit) }));
    const merged = await forest.merge(base ?? {}, ours ?? {}, theirs ?? {});
    expect(merged.files).toEqual({ sub: `160000 ${"3".repeat(40)}` });
    expect(merged.keptBoth).toEqual([
      "sub: this link was changed on two devices; kept is 333333333333, not 222222222222",
    ]);
  });
});

describe("mergeTrees() with names that some disks take for one", () => {
  test("joins two spellings under the smaller one", async () => {
    expect(
      await mergeFiles({ x: "" }, { x: "", "foo.md": "- a\n" }, { x: "", "Foo.md": "- b\n" }),
    ).toEqual({
      x: "",
      "Foo.md": "- a\n- b\n",
    });
  });

  test("joins composed and decomposed letters under the base's spelling", async () => {
    const [nfc, nfd] = ["caf\u00e9.md", "cafe\u0301.md"] as const;
    const base = { [nfc]: "- a\n", x: "1" };
    const ours = { [nfc]: "- a\n", x: "2" };
    const theirs = { [nfc]: "- a\n", [nfd]: "- b\n", x: "1" };
    expect(await mergeFiles(base, ours, theirs)).toEqual({ [nfc]: "- a\n- b\n", x: "2" });
  });

  test("joins folders, also where the base's one has not changed", async () => {
    const base = { "Food/a.md": "- a\n", x: "1" };
    const ours = { "Food/a.md": "- a\n", x: "2" };
    const theirs = { "Food/a.md": "- a\n", x: "1", "food/A.md": "- b\n", "food/c.md": "- c\n" };
    expect(await mergeFiles(base, ours, theirs)).toEqual({
      "Food/a.md": "- a\n- b\n",
      "Food/c.md": "- c\n",
      x: "2",
    });
  });

  test("leaves twins alone that the base had", async () => {
    const base = { "Foo.md": "- a\n", "foo.md": "- b\n", x: "1" };
    const ours = { ...base, "foo.md": "- c\n" };
    expect(await mergeFiles(base, ours, { ...base, x: "2" })).toEqual({ ...ours, x: "2" });
  });

  test("follows a rename that only changes the case", async () => {
    const base = { "foo.md": "- a\n- b\n" };
    expect(
      await mergeFiles(base, { "Foo.md": "- a\n- b\n" }, { "foo.md": "- a\n- b\n- c\n" }),
    ).toEqual({
      "Foo.md": "- a\n- b\n- c\n",
    });
  });

  test("lets a file step aside for a folder of its name", async () => {
    const files = await mergeFiles(
      { x: "" },
      { x: "", plan: "- a\n", "Trip.md": "- t\n" },
      { x: "", "plan/b.md": "- b\n", "trip.md/c.md": "- c\n" },
    );
    const names = Object.keys(files).sort();
    expect(names).toHaveLength(5);
    expect(files).toMatchObject({ "plan/b.md": "- b\n", "Trip.md/c.md": "- c\n" });
    expect(
      names.filter((name) => /^(?:plan\.[0-9a-f]{8}|Trip\.[0-9a-f]{8}\.md)$/.test(name)),
    ).toHaveLength(2);
  });

  test("joins what is new with what all sides have, be it a file or a folder", async () => {
    const base = { "plan/a.md": "- a\n", "trip.md": "- t\n", x: "1" };
    const theirs = { ...base, Plan: "- p\n", "Trip.md/c.md": "- c\n" };
    const files = await mergeFiles(base, { ...base, x: "2" }, theirs);
    expect(files).toMatchObject({ "plan/a.md": "- a\n", "trip.md/c.md": "- c\n", x: "2" });
    expect(Object.values(files).sort()).toEqual(["- a\n", "- c\n", "- p\n", "- t\n", "2"]);
  });

  test("keeps an edited file that became a folder elsewhere", async () => {
    const files = await mergeFiles(
      { "p.md": "- a\n" },
      { "p.md": "- a\n- b\n" },
      { "p.md/q.md": "- q\n" },
    );
    expect(Object.values(files).sort()).toEqual(["- b\n", "- q\n"]);
    expect(files["p.md/q.md"]).toBe("- q\n");
  });

  test("lets a file take the place of a folder that went", async () => {
    const base = { "p/q.md": "- q\n", x: "1" };
    expect(await mergeFiles(base, { p: "- p\n", x: "1" }, { ...base, x: "2" })).toEqual({
      p: "- p\n",
      x: "2",
    });
  });

  test("keeps a long name that steps aside within what a disk can hold", async () => {
    const name = "é".repeat(127);
    const files = await mergeFiles(
      { x: "" },
      { x: "", [name]: "a" },
      { x: "", [`${name}/b`]: "b" },
    );
    for (const path of Object.keys(files)) {
      for (const part of path.split("/")) expect(Buffer.byteLength(part)).toBeLessThanOrEqual(255);
      expect(path).not.toContain("\ufffd");
    }
    expect(Object.values(files).sort()).toEqual(["", "a", "b"]);
  });
});
