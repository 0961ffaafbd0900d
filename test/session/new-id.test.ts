import { expect, test } from "vitest";
import { isId, newId } from "../../src/session/new-id.ts";
import { fc } from "../fast-check.ts";

test("newId() gives the time in its first ten characters, as other ULIDs do", () => {
  expect(newId(1_469_918_176_385)).toMatch(/^01ARYZ6S41[0-9A-HJKMNP-TV-Z]{16}$/);
  expect(newId(0)).toMatch(/^0{10}/);
  expect(newId(2 ** 48)).toMatch(/^7ZZZZZZZZZ/);
});

test("newId() sorts after the one before, whatever the clock does", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -1000, max: 2 ** 45 }), { maxLength: 50 }), (walls) => {
      let previous = "";
      for (const wall of walls) {
        const id = newId(wall, previous);
        expect(isId(id)).toBe(true);
        expect(id > previous).toBe(true);
        previous = id;
      }
    }),
  );
});

test("newId() does not repeat itself, also where it has to step", () => {
  const far = newId(2 ** 45);
  const ids = new Set(Array.from({ length: 1_000 }, () => newId(0, far)));
  expect(ids.size).toBe(1_000);
});

test.each(["", "01ARYZ6S41", "81ARYZ6S41TSV4RRFFQ69G5FAV", "01ARYZ6S41TSV4RRFFQ69G5FAU"])(
  "isId() refuses %j",
  (text) => {
    expect(isId(text)).toBe(false);
  },
);
