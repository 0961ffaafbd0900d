import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { isIgnoredPath, listFiles, maxFileBytes } from "../../src/vault/list-files.ts";
import { cpuMs } from "../cpu-ms.ts";

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "loci-list-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function put(path: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), "- a\n");
}

const pathsOf = (): string[] => listFiles(root).files.map(({ path }) => path);
const isRoot = process.getuid?.() === 0;

test("listFiles() lists Markdown files, sorted, and nothing that is not a note", () => {
  const notes = [
    "B.md",
    "a.md",
    "archive/x.md",
    "deep/er/y.MD",
    "topics/draft.part/#old#/x.md",
    "topics/log/z.md",
    "topics/日本.md",
  ];
  const others = [
    ".git/a.md",
    ".obsidian/a.md",
    ".hidden.md",
    "node_modules/p/a.md",
    "log/2026-02.md",
    "log/mine.md",
    "log/2026/02.md",
    "conversations/a.md",
    "a.md~",
    ".#a.md",
    "#a.md#",
    "a.md.swp",
    "4913",
    "a.txt",
    "topics/index.txt",
  ];
  for (const path of [...notes, ...others]) put(path);
  expect(pathsOf()).toEqual([...notes].sort());
  expect(listFiles(root).skipped).toEqual([]);
  expect(listFiles(root).logs.map(({ path }) => path)).toEqual(["log/2026-02.md"]);
  const ignored = (paths: readonly string[]) => paths.filter((path) => isIgnoredPath(path));
  expect(ignored(notes)).toEqual([]);
  expect(ignored(others)).toEqual(others.filter((path) => !path.endsWith(".txt")));
});

test("listFiles() gives what tells one version of a file from the next", () => {
  put("a.md");
  expect(listFiles(root).files[0]).toEqual({
    path: "a.md",
    size: 4,
    mtimeMs: expect.any(Number),
    ctimeMs: expect.any(Number),
    ino: expect.any(Number),
  });
});

test("listFiles() reports what it leaves out", () => {
  put("a.md");
  mkdirSync(join(root, "folder.md"));
  symlinkSync(join(root, "a.md"), join(root, "link.md"));
  symlinkSync(tmpdir(), join(root, "elsewhere"));
  writeFileSync(
    Buffer.concat([Buffer.from(`${root}/caf`), Buffer.from([0xe9]), Buffer.from(".md")]),
    "",
  );
  put("con.md");
  put("back\\slash.md");
  const { files, skipped } = listFiles(root);
  expect(files.map(({ path }) => path)).toEqual(["a.md"]);
  expect(Object.fromEntries(skipped.map(({ path, reason }) => [path, reason]))).toEqual({
    "back\\slash.md": "a backslash in its name",
    "caf\ufffd.md": "its name is not UTF-8",
    "con.md": '"con.md" is a reserved name on Windows',
    elsewhere: "a symbolic link",
    "link.md": "a symbolic link",
  });
});

test("listFiles() throws VAULT_VANISHED when the folder is not there", () => {
  expect(() => listFiles(join(root, "gone"))).toThrow(
    expect.objectContaining({ code: "VAULT_VANISHED" }),
  );
  put("file.md");
  expect(() => listFiles(join(root, "file.md"))).toThrow(
    expect.objectContaining({ code: "VAULT_VANISHED" }),
  );
});

test.skipIf(isRoot)(
  "listFiles() throws UNREADABLE for a folder it may not read, and names it",
  () => {
    put("sub/a.md");
    chmodSync(join(root, "sub"), 0o000);
    expect(() => listFiles(root)).toThrow(/folder "sub"/);
    chmodSync(join(root, "sub"), 0o755);
  },
);

test("listFiles() takes little time for 10,000 files", () => {
  for (let i = 0; i < 100; i++) {
    mkdirSync(join(root, `d${i}`));
    for (let j = 0; j < 100; j++) writeFileSync(join(root, `d${i}/${j}.md`), "");
  }
  const times = [1, 2, 3].map(() => {
    const start = cpuMs();
    expect(listFiles(root).files).toHaveLength(10_000);
    return cpuMs() - start;
  });
  expect(Math.min(...times)).toBeLessThan(1_500);
});

test("listFiles() leaves a file above the limit out and says why", () => {
  writeFileSync(join(root, "book.md"), "x".repeat(maxFileBytes + 1));
  writeFileSync(join(root, "long.md"), "x".repeat(maxFileBytes));
  const { files, skipped } = listFiles(root);
  expect(files.map(({ path }) => path)).toEqual(["long.md"]);
  expect(skipped).toEqual([
    { path: "book.md", reason: "larger than 2 MB: split it into several files" },
  ]);
});
