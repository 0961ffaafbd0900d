import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createReadFiles } from "../../../site/vault/read-files.ts";
import { readVault } from "../../../site/vault/read-vault.ts";
import { useVault } from "../../temp.ts";
import { options } from "./read-site.ts";

test("readVault() reads a file once as long as it and the choice are the same", async () => {
  const root = useVault({ "topics/a.md": "- a\n", "people/ana/topics/b.md": "- b\n" });
  const file = join(root, "topics/a.md");
  const readFiles = createReadFiles();
  const textsOf = async (include: readonly string[] = []): Promise<string[]> => {
    const { documents } = await readVault(root, { ...options, include, readFiles });
    return documents.map(({ entries }) => entries[0]?.entry.text ?? "");
  };
  expect(await textsOf()).toEqual(["a"]);
  // Right after a change nothing is kept: the same size may be other words.
  writeFileSync(file, "- A\n");
  expect(await textsOf()).toEqual(["A"]);
  expect(await textsOf(["people"])).toEqual(["b", "A"]);
  expect(await textsOf()).toEqual(["A"]);
});

test("createReadFiles() gives what is as it was, and forgets what is gone or was read by other rules", () => {
  const readFiles = createReadFiles();
  const file = { path: "a.md" as never, size: 3, mtimeMs: 1_000, ctimeMs: 1_000, ino: 1 };
  const parts = { shown: [], hidden: [], problems: [] };
  readFiles.keep(file, parts, 1_500);
  readFiles.turn("x");
  expect(readFiles.get(file, "x"), "too new").toBeUndefined();
  readFiles.keep(file, parts, 10_000);
  readFiles.turn("x");
  expect(readFiles.get(file, "y")).toBeUndefined();
  for (const other of [{ size: 4 }, { mtimeMs: 1_001 }, { ctimeMs: 1_001 }, { ino: 2 }]) {
    expect(readFiles.get({ ...file, ...other }, "x")).toBeUndefined();
  }
  expect(readFiles.get(file, "x")).toBe(parts);
  readFiles.turn("x");
  readFiles.turn("x");
  expect(readFiles.get(file, "x")).toBeUndefined();
});
