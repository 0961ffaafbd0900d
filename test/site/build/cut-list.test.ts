import { expect, test } from "vitest";
import { cutEvenly, cutList, isOneIn, pagesOf } from "../../../site/build/plan/cut-list.ts";
import { fc } from "../../fast-check.ts";

const cut = { most: 20, least: 10, mayPart: (_: number, older: number) => isOneIn(4, `${older}`) };
const items = fc.uniqueArray(fc.integer({ min: 0, max: 100_000 }), { maxLength: 300, size: "max" });

test("cutList() keeps every item, in order, on pages that are not too long", () => {
  fc.assert(
    fc.property(items, (list) => {
      const pages = cutList(list, cut);
      expect(pages.flat()).toEqual(list);
      expect(pages.every((page) => page.length <= 20)).toBe(true);
      expect(pages.slice(1).every((page) => page.length >= 10)).toBe(true);
    }),
  );
});

test("cutList() leaves all pages but the first as they were when something new comes on top", () => {
  fc.assert(
    fc.property(items, fc.integer({ min: 200_000 }), (list, added) => {
      fc.pre(list.length > 20);
      const [before, after] = [cutList(list, cut), cutList([added, ...list], cut)];
      expect(after.slice(after.length - before.length + 1)).toEqual(before.slice(1));
    }),
  );
});

test("cutList() changes few pages when something comes in between", () => {
  const list = Array.from({ length: 2_000 }, (_, i) => i * 7);
  const before = new Set(cutList(list, cut).map((page) => page.join()));
  const after = cutList(list.toSpliced(700, 0, 5), cut).map((page) => page.join());
  expect(after.filter((page) => !before.has(page)).length).toBeLessThanOrEqual(6);
});

test("cutEvenly() gives an empty list one page", () => {
  expect(cutEvenly([], 3)).toEqual([[]]);
  expect(cutEvenly([1, 2, 3, 4], 3)).toEqual([[1, 2, 3], [4]]);
});

test("pagesOf() leads to the list itself and not to a page 1", () => {
  expect(pagesOf("/b/", "topics/", 2, 2)).toEqual({
    ...{ number: 2, count: 2, previous: "/b/topics/", next: undefined },
  });
});
