import { lstatSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isFresh, isTooFresh, stampEntry } from "../../../src/git/index-file/file-times.ts";
import { createEntry } from "../../../src/git/index-file/index-file.ts";
import { useTempFolder } from "../../temp.ts";

test("isFresh() trusts times only that are older than the index they stand in", () => {
  const file = join(useTempFolder(), "a.md");
  writeFileSync(file, "x\n");
  const stat = lstatSync(file, { bigint: true });
  const entry = stampEntry(createEntry("a.md", 0o100644, "0".repeat(40)), stat);
  expect(isFresh(entry, stat, stat.mtimeNs + 1n)).toBe(true);
  expect(isFresh(entry, stat, stat.mtimeNs)).toBe(false);
  expect(isTooFresh(stat, Number(stat.mtimeNs / 1_000_000n) + 5)).toBe(true);
  expect(isTooFresh(stat, Number(stat.mtimeNs / 1_000_000n) + 500)).toBe(false);
  writeFileSync(file, "longer\n");
  expect(isFresh(entry, lstatSync(file, { bigint: true }), 2n ** 62n)).toBe(false);
});
