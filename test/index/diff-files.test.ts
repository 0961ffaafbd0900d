import { expect, test } from "vitest";
import { diffFiles, type IndexedFile } from "../../src/index/diff-files.ts";
import type { ListedFile } from "../../src/vault/list-files.ts";
import { toTopicPath } from "../../src/vault/paths.ts";

const file = (name: string, over: Partial<ListedFile> = {}): ListedFile => ({
  path: toTopicPath(name),
  size: 10,
  mtimeMs: 1_000,
  ctimeMs: 1_000,
  ino: 7,
  ...over,
});
const row = (name: string, over: Partial<IndexedFile> = {}): IndexedFile => ({
  ...file(name),
  id: 1,
  indexedAt: 10_000,
  ...over,
});
const names = (list: readonly { path: string }[]) => list.map(({ path }) => path);

test("diffFiles() finds new, changed and removed files and leaves the others alone", () => {
  const diff = diffFiles(
    [file("a.md"), file("b.md", { size: 11 }), file("new.md")],
    [row("a.md"), row("b.md"), row("gone.md")],
  );
  expect(names(diff.changed)).toEqual(["b.md", "new.md"]);
  expect(names(diff.removed)).toEqual(["gone.md"]);
});

test.each([
  ["size", { size: 11 }],
  ["mtime", { mtimeMs: 999 }],
  ["ctime, its mtime restored", { ctimeMs: 2_000 }],
  ["inode", { ino: 8 }],
])("diffFiles() reads a file again when its %s differs", (_, over) => {
  expect(names(diffFiles([file("a.md", over)], [row("a.md")]).changed)).toEqual(["a.md"]);
});

test("diffFiles() reads a file again that was written within two seconds of the last look", () => {
  const racy = row("a.md", { indexedAt: 2_900 });
  expect(names(diffFiles([file("a.md")], [racy]).changed)).toEqual(["a.md"]);
  const settled = row("a.md", { indexedAt: 3_100 });
  expect(diffFiles([file("a.md")], [settled]).changed).toEqual([]);
});
