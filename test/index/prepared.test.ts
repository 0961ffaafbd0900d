import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { prepared } from "../../src/index/prepared.ts";

function open(value: number): Database.Database {
  const db = new Database(":memory:");
  onTestFinished(() => void db.close());
  db.exec(`CREATE TABLE t(x); INSERT INTO t VALUES (${value})`);
  return db;
}

test("prepared() keeps a statement for its own database alone", () => {
  const [one, two] = [open(1), open(2)];
  const sql = "SELECT x FROM t";
  expect(prepared(one, sql)).toBe(prepared(one, sql));
  expect(prepared(one, sql).get()).toEqual({ x: 1 });
  expect(prepared(two, sql).get()).toEqual({ x: 2 });
});

test("prepared() sees a table that was made again, and says so where it is gone", () => {
  const db = open(1);
  const read = () => prepared(db, "SELECT x FROM t").get();
  read();
  db.exec("DROP TABLE t");
  expect(read).toThrow("no such table");
  db.exec("CREATE TABLE t(x); INSERT INTO t VALUES (3)");
  expect(read()).toEqual({ x: 3 });
});

test("prepared() does not keep statements without end, and those in hand go on", () => {
  const db = open(1);
  const first = prepared(db, "SELECT x FROM t");
  for (let i = 0; i < 1_000; i++) prepared(db, `SELECT x + ${i} FROM t`);
  expect(prepared(db, "SELECT x FROM t")).not.toBe(first);
  expect(first.get()).toEqual({ x: 1 });
});
