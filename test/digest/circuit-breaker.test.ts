import { expect, test } from "vitest";
import { backOffMs, restOf } from "../../src/digest/digest-session.ts";

const usual = { guardEnabled: true, guardErrors: 5, guardWithinMs: 600_000, guardRestMs: 300_000 };
const minute = 60_000;
const quotes = { enabled: true, newTopicFrom: 3, quotes: true };
const failed = (...ages: readonly number[]) => ({
  note: () => {},
  agesOf: () => ages.map((age) => age * minute),
});

test.each([
  ["no failures", [], 0],
  ["4 failures", [0, 1, 2, 3], 0],
  ["5 failures within 10 minutes", [0, 1, 2, 3, 10], 5],
  ["5 failures in more than 10 minutes", [0, 1, 2, 3, 10.1], 0],
  ["5 failures, the last 4 minutes ago", [4, 5, 6, 7, 8], 1],
  ["5 failures, the last 5 minutes ago", [5, 6, 7, 8, 9], 0],
  ["one more failure while the others are young", [0, 5.1, 6, 7, 8, 9], 5],
  ["one more failure when the others are old", [0, 11, 12, 13, 14], 0],
  ["a newer failure that is on its own", [1, 3, 12, 12.5, 12.9], 0],
])("restOf() after %s", (_, ages, expected) => {
  expect(restOf(failed(...ages), "m", { ...quotes, ...usual })).toBe(expected * minute);
});

test("backOffMs() grows to an hour and stays there", () => {
  expect([1, 2, 3, 4, 5, 500].map((n) => backOffMs(n) / minute)).toEqual([1, 5, 15, 60, 60, 60]);
});

test("restOf() is nothing, however often a model failed, where digest.guardEnabled is false", () => {
  const off = { ...quotes, ...usual, guardEnabled: false };
  expect(restOf(failed(0, 1, 2, 3, 4), "m", off)).toBe(0);
});
