import { expect, test } from "vitest";
import { nearest } from "../src/errors.ts";

test.each([
  ["recal", "recall"],
  ["chta", "chat"],
  ["histroy", "history"],
  ["SERVE", "serve"],
  ["uri", "url"],
  ["personna", "persona"],
])("nearest() takes %j for %j", (word, meant) => {
  const candidates = ["bank", "chat", "history", "persona", "recall", "serve", "url"];
  expect(nearest(word, candidates)).toBe(meant);
});

test.each([
  ["save", "serve"],
  ["bar", "bank"],
  ["home", "work"],
  ["x", "up"],
  ["search", "serve"],
  ["", "up"],
  ["recall", ""],
])("nearest() does not take %j for %j", (word, other) => {
  expect(nearest(word, [other])).toBeUndefined();
  expect(nearest(word, [])).toBeUndefined();
});

test("nearest() takes the one with the fewest slips, and the first of several", () => {
  expect(nearest("topik", ["topics", "topic", "tropic"])).toBe("topic");
  expect(nearest("cat", ["car", "bat"])).toBe("car");
});
