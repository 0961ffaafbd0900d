import { expect, test } from "vitest";
import { answersOf, keepMost } from "../../src/index/kept.ts";
import { useIndex } from "../recall/fill-index.ts";

test("keepMost() makes a value once a key, and begins again when there are more than it may keep", () => {
  let made = 0;
  const keep = keepMost(2, (key: string) => `${key}${++made}`);
  expect(["a", "a", "b", "a", "c", "a"].map(keep)).toEqual(["a1", "a1", "b2", "a1", "c3", "a4"]);
});

test("answersOf() asks once a question and database, and again after something was written", () => {
  const [db, other] = [useIndex({}), useIndex({})];
  let asked = 0;
  const ask = (on: typeof db, question: string) => answersOf(on)(question, () => ++asked);
  expect([ask(db, "a"), ask(db, "a"), ask(db, "b"), ask(other, "a"), ask(db, "a")]).toEqual([
    1, 1, 2, 3, 1,
  ]);
  db.exec("INSERT INTO meta VALUES ('written', 1)");
  expect([ask(db, "a"), ask(db, "a"), ask(other, "a")]).toEqual([4, 4, 3]);
});
