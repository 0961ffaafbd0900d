import { expect, test } from "vitest";
import { describeBackgroundRound, describeRound } from "../../src/cli/describe-sync.ts";

type Report = Parameters<typeof describeRound>[0];

const round = (count: number): Report => {
  const all = Array.from({ length: count }, (_, i) => `${i + 1}.md`);
  return {
    ...{ committed: 1, pulled: 2, pushed: 3, conflicts: [], head: "abc" },
    ...{ merged: all, keptBoth: all, heldBack: all.map((path) => ({ path, reason: "large" })) },
    ...{ remote: "/stick", branch: "main" },
  };
};

test("describeRound() names some and counts the rest where it is much", () => {
  expect(describeRound(round(10))).toHaveLength(31);
  const lines = describeRound(round(100));
  expect(lines).toHaveLength(34);
  expect(lines.slice(10, 12)).toEqual(["Merged 10.md", "90 more (--json names all)"]);
  expect(lines.at(-1)).toBe("90 more (--json names all)");
});

test("describeBackgroundRound() says nothing of a round that only committed, nor what is held back", () => {
  const quiet = { ...round(0), pulled: 0, pushed: 0 };
  const heldBack = [{ path: "film.mkv", reason: "large" }];
  expect(describeBackgroundRound({ ...quiet, heldBack })).toEqual([]);
  expect(describeBackgroundRound({ ...round(1), merged: [], keptBoth: [] })).toEqual([
    "Committed 1, pulled 2, pushed 3 (main, /stick)",
  ]);
});
