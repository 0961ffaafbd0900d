import { expect, test } from "vitest";
import { keepFor, keepMost } from "../../src/index/kept.ts";

test("keepFor() makes a value once for a thing and a key, and again when more is kept than it may", () => {
  const keep = keepFor<string, string>(6, ({ length }) => length);
  let made = 0;
  const make = (): string => `${++made}`.padStart(3, " ");
  const [one, other] = [{}, {}];
  const all = [
    [one, "a"],
    [one, "a"],
    [other, "a"],
    [one, "b"],
    [one, "a"],
    [one, "c"],
    [one, "a"],
    [other, "a"],
  ] as const;
  expect(all.map(([thing, key]) => Number(keep(thing, key, make)))).toEqual([
    1, 1, 2, 3, 1, 4, 5, 2,
  ]);
});

test("keepFor() drops the oldest when there is more than it may keep", () => {
  const keep = keepFor<number, string>(8);
  const [thing, made] = [{}, [] as number[]];
  const ask = (key: number): string => keep(thing, key, () => `${made.push(key)}`);
  for (let key = 1; key <= 9; key++) ask(key); // The ninth drops the oldest quarter, and one for itself.
  made.length = 0;
  for (let key = 9; key > 1; key--) ask(key);
  expect(made).toEqual([3, 2]);
});

test("keepMost() makes a value once a key, and begins again when there are more than it may keep", () => {
  let made = 0;
  const keep = keepMost(2, (key: string) => `${key}${++made}`);
  expect(["a", "a", "b", "a", "c", "a"].map(keep)).toEqual(["a1", "a1", "b2", "a1", "c3", "a4"]);
});
