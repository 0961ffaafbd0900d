import { describe, expect, test } from "vitest";
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

describe("describeRound()", () => {
  test("names everything where it is little", () => {
    expect(describeRound(round(2))).toEqual([
      "Committed 1, pulled 2, pushed 3 (main, /stick)",
      ...["Merged 1.md", "Merged 2.md"],
      ...["Kept both: 1.md", "Kept both: 2.md"],
      ...["Not committed: 1.md: large", "Not committed: 2.md: large"],
    ]);
    expect(describeRound(round(10))).toHaveLength(31);
  });

  test("names some and counts the rest where it is much", () => {
    const lines = describeRound(round(100));
    expect(lines).toHaveLength(34);
    expect(lines.slice(10, 12)).toEqual(["Merged 10.md", "90 more (--json names all)"]);
    expect(lines.at(-1)).toBe("90 more (--json names all)");
  });
});

test("describeBackgroundRound() says nothing of a round that only committed, nor what is held back", () => {
  const quiet = { ...round(0), pulled: 0, pushed: 0 };
  expect(
    describeBackgroundRound({ ...quiet, heldBack: [{ path: "film.mkv", reason: "large" }] }),
  ).toEqual([]);
  expect(describeBackgroundRound({ ...round(1), merged: [], keptBoth: [] })).toEqual([
    "Committed 1, pulled 2, pushed 3 (main, /stick)",
  ]);
});
