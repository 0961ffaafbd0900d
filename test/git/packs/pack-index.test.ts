import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parsePackIndex, stringifyPackIndex } from "../../../src/git/packs/pack-index.ts";
import { createRepo, gitEnv } from "../../sync/repo.ts";
import { farIndex } from "./make-pack.ts";

const nameOf = (n: number): string => createHash("sha1").update(String(n)).digest("hex");

test("stringifyPackIndex() writes what git writes for the same pack", () => {
  const repo = createRepo();
  repo.git("repack", "-adq");
  const [file = ""] = globSync(join(repo.root, ".git/objects/pack/*.idx"));
  const theirs = readFileSync(file);
  const table = execFileSync("git", ["show-index"], { env: gitEnv, input: theirs }).toString();
  const rows = [...table.matchAll(/^(\d+) (\w+) \((\w+)\)$/gm)].map(
    ([, offset, oid = "", crc = ""]) => ({
      ...{ oid, offset: Number(offset), crc: Number.parseInt(crc, 16) },
    }),
  );
  const packHash = theirs.toString("hex", theirs.length - 40, theirs.length - 20);
  expect(stringifyPackIndex(rows.toReversed(), packHash).equals(theirs)).toBe(true);
});

test("parsePackIndex() finds offsets beyond 2 and 4 GB", () => {
  const entries = Array.from({ length: 1_000 }, (_, n) => ({
    oid: nameOf(n),
    offset: n % 3 === 0 ? 2 ** 31 + n * 2 ** 33 : 12 + n,
    crc: n,
  }));
  const index = parsePackIndex(farIndex(entries, nameOf(-1)));
  for (const { oid, offset } of entries) expect(index.offsetOf(oid)).toBe(offset);
  expect(index.offsetOf(nameOf(1_000))).toBeUndefined();
  expect(index.offsetOf("0".repeat(40))).toBeUndefined();
  expect(index.offsetOf("f".repeat(40))).toBeUndefined();
});

test("parsePackIndex() refuses what is cut short or of another kind", () => {
  const repo = createRepo();
  repo.git("-c", "pack.indexVersion=1", "repack", "-adq");
  const [first = ""] = globSync(join(repo.root, ".git/objects/pack/*.idx"));
  expect(() => parsePackIndex(readFileSync(first))).toThrow("another kind");
  const bytes = stringifyPackIndex([{ oid: nameOf(1), offset: 12, crc: 0 }], nameOf(2));
  for (let length = 0; length < bytes.length; length++) {
    expect(() => parsePackIndex(bytes.subarray(0, length))).toThrow(SyntaxError);
  }
  bytes.writeUInt32BE(3, 4);
  expect(() => parsePackIndex(bytes)).toThrow("another kind");
});
