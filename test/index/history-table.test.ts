import {
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { type CommitChanges, openHistoryTable } from "../../src/index/history-table.ts";
import { useTempFolder } from "../temp.ts";

const oid = (n: number): string => n.toString(16).padStart(40, "0");

/** A commit on top of the one before, which changed one file. */
const commit = (n: number, path = `topics/t${n % 3}.md`): CommitChanges => ({
  oid: oid(n),
  time: 1_700_000_000 + n,
  parents: n > 1 ? [oid(n - 1)] : [],
  changes: [[{ path, before: n > 3 ? oid(1_000 + n - 3) : undefined, after: oid(1_000 + n) }]],
  isTooLarge: false,
});

function open(file: string) {
  const table = openHistoryTable(file);
  onTestFinished(table.close);
  return table;
}

const fileIn = (folder: string): string => join(folder, "history.db");

test("openHistoryTable() keeps what commits did, by path and by commit", () => {
  const file = fileIn(useTempFolder());
  open(file).add([commit(5), commit(4)]);
  const table = open(file);
  expect(table.missing()).toEqual([oid(3)]);
  const [five, four] = [table.idOf(oid(5)) ?? 0, table.idOf(oid(4)) ?? 0];
  expect(table.oidOf(five)).toBe(oid(5));
  expect(table.nodes().get(five)).toEqual({
    ...{ time: 1_700_000_005, parents: [four], isTooLarge: false },
  });
  expect([table.has(oid(4)), table.has(oid(3)), table.has(oid(9))]).toEqual([true, false, false]);
  expect(table.changesOf("topics/t2.md")).toEqual([
    { node: five, parent: 0, path: "topics/t2.md", before: oid(1_002), after: oid(1_005) },
  ]);
  expect(table.changesIn(four)).toMatchObject([{ path: "topics/t1.md", after: oid(1_004) }]);
  expect(table.changesOf("topics/none.md")).toEqual([]);
});

test("openHistoryTable() keeps a commit once, whoever tells of it", () => {
  const file = fileIn(useTempFolder());
  const [one, other] = [open(file), open(file)];
  expect(one.add([commit(2), commit(1)])).toBe(true);
  expect(other.add([commit(1), commit(2), commit(3)])).toBe(true);
  expect(one.nodes().size).toBe(3);
  expect(one.changesOf("topics/t1.md")).toHaveLength(1);
});

test.each<[string, (file: string) => void]>([
  ["missing", (file) => rmSync(file)],
  ["rubbish", (file) => writeFileSync(file, "rubbish".repeat(1_000))],
  ["empty", (file) => writeFileSync(file, "")],
  ["cut short", (file) => truncateSync(file, statSync(file).size / 2)],
  ["damaged inside", (file) => writeFileSync(file, readFileSync(file).fill(0xff, 5_000, 9_000))],
  ["of another layout", (file) => void new Database(file).pragma("user_version = 99")],
  ["somebody else's", (file) => void new Database(file).pragma("application_id = 7")],
])("openHistoryTable() begins again where its file is %s", (_, damage) => {
  const file = fileIn(useTempFolder());
  const first = openHistoryTable(file);
  first.add(Array.from({ length: 500 }, (_, n) => commit(500 - n)));
  first.close();
  for (const end of ["-wal", "-shm"]) rmSync(file + end, { force: true });
  damage(file);
  const table = openHistoryTable(file);
  expect(table.nodes().size).toBe(0);
  expect(table.add([commit(1)])).toBe(true);
  table.close();
  expect(open(file).has(oid(1))).toBe(true);
});

test("openHistoryTable() keeps commits in memory where there can be no file", () => {
  const folder = useTempFolder();
  const table = open(join(folder, "none", "history.db"));
  expect(table.add([commit(1)])).toBe(true);
  expect(table.has(oid(1))).toBe(true);
  expect(existsSync(join(folder, "none"))).toBe(false);
  mkdirSync(fileIn(folder));
  expect(open(fileIn(folder)).add([commit(1)])).toBe(true);
});

test("openHistoryTable() makes no file before it is used", () => {
  const folder = useTempFolder();
  open(fileIn(folder));
  expect(existsSync(fileIn(folder))).toBe(false);
});

test("add() says so where another process does not let it write", () => {
  const file = fileIn(useTempFolder());
  const table = open(file);
  table.add([commit(1)]);
  const other = new Database(file);
  onTestFinished(() => void other.close());
  other.exec("BEGIN IMMEDIATE");
  expect(table.add([commit(2)])).toBe(false);
  expect(table.has(oid(1))).toBe(true);
  other.exec("ROLLBACK");
  expect(table.add([commit(2)])).toBe(true);
});

test("keepOnly() leaves no trace of the others in the file", () => {
  const file = fileIn(useTempFolder());
  const table = openHistoryTable(file);
  table.add([commit(2, "topics/affair.md"), commit(1)]);
  table.keepOnly(new Set([table.idOf(oid(1)) ?? 0]));
  expect(table.nodes().size).toBe(1);
  expect(table.idOf(oid(2))).toBeUndefined();
  const bytes = [file, `${file}-wal`].map((one) => readFileSync(one, "latin1")).join("");
  expect(bytes).not.toContain("affair");
  table.close();
});

test("openHistoryTable() stores no more changes than the disk can bear", () => {
  const table = open(fileIn(useTempFolder()));
  const large = (n: number): CommitChanges => ({
    ...commit(n),
    changes: [
      Array.from({ length: 300 }, (_, i) => ({
        path: `${"a".repeat(100_000)}/${n}-${i}.md`,
        before: undefined,
        after: oid(n),
      })),
    ],
  });
  table.add([large(1)]);
  table.add([large(2)]);
  table.add([commit(3)]);
  const sizes = [1, 2, 3].map((n) => table.changesIn(table.idOf(oid(n)) ?? 0).length);
  const nodes = [...table.nodes().values()].map(({ isTooLarge }) => isTooLarge);
  expect([sizes, nodes]).toEqual([
    [300, 0, 1],
    [false, true, false],
  ]);
  table.keepOnly(new Set([table.idOf(oid(3)) ?? 0]));
  table.add([large(4)]);
  expect(table.changesIn(table.idOf(oid(4)) ?? 0)).toHaveLength(300);
});
