import { describe, expect, it } from "vitest";
import { merged, mergeTexts } from "./merging.ts";

const file = (...lines: string[]): string =>
  `---\n${lines.map((line) => `${line}\n`).join("")}---\n\n# T\n`;

describe("mergeFile() on frontmatter", () => {
  const base = file(
    "title: Cooking",
    "# by hand",
    "aliases: [a, b]",
    "x: 1",
    "updated: 2026-02-10",
  );

  it("merges key by key; comments and unknown keys stay", () => {
    expect(
      merged({
        base,
        ours: file(
          "title: Cooking",
          "# by hand",
          "aliases: [a, b]",
          "x: 1",
          "bank: Health",
          "updated: 2026-02-12",
        ),
        theirs: file("title: Kitchen", "# by hand", "aliases: [a, b]", "updated: 2026-02-11"),
      }),
    ).toBe(
      file("title: Kitchen", "# by hand", "aliases: [a, b]", "bank: Health", "updated: 2026-02-12"),
    );
  });

  it("takes what one side alone changed", () => {
    const old = file("# as it was", "x: 5");
    for (const next of [file("# as it was", "x: 2"), file("x: 7"), file("# is", "x: 5", "y: 1")])
      expect(merged({ base: old, ours: next, theirs: `${old}- New\n` })).toBe(`${next}- New\n`);
  });

  it("merges lists as sets, in order, however they are written", () => {
    const lists = (ours: string[], theirs: string[]) =>
      merged({ base: file("aliases: [a, b]"), ours: file(...ours), theirs: file(...theirs) });
    expect(lists(["aliases: [a, b, c]"], ["aliases: [b, d]"])).toBe(file("aliases: [b, c, d]"));
    expect(lists(["aliases: a, b, c"], ["aliases:", "  - a", "  - b", "  - d"])).toBe(
      file("aliases: [a, b, c, d]"),
    );
    expect(lists(['aliases: [a, b, "x: y"]'], ["aliases: [a, b, d]"])).toBe(
      file('aliases: [a, b, "x: y", d]'),
    );
    expect(
      merged({
        base: null,
        ours: file("tags:", "- x", "- y"),
        theirs: file("tags:", "- x", "- z"),
      }),
    ).toBe(file("tags:", "- x", "- y", "- z"));
  });

  it("takes the greater of two new values, numbers as numbers, and tells so", () => {
    const { text, keptBoth } = mergeTexts({
      base,
      ours: base.replace("x: 1", "x: 9"),
      theirs: base.replace("x: 1", "x: 10"),
    });
    expect(text).toBe(base.replace("x: 1", "x: 10"));
    expect(keptBoth).toEqual([
      'topics/cooking.md: "x" was changed on two devices; kept is "x: 10", not "x: 9"',
    ]);
    expect(
      mergeTexts({
        base,
        ours: base.replace("10\n---", "12\n---"),
        theirs: base.replace("10\n---", "11\n---"),
      }).keptBoth,
    ).toEqual([]);
  });

  it("keeps a key that one side removed and the other one edited", () => {
    expect(
      merged({ base, ours: base.replace("x: 1\n", ""), theirs: base.replace("x: 1", "x: 2") }),
    ).toBe(base.replace("x: 1", "x: 2"));
  });

  it("never writes what cannot be read: the greater whole block then", () => {
    const [ours, theirs] = [base.replace("x: 1", "x: [1"), base.replace("x: 1", "y: 2")];
    const { text, keptBoth } = mergeTexts({ base, ours, theirs });
    expect(text).toBe(theirs);
    expect(keptBoth).toHaveLength(1);
  });

  it("adds the frontmatter that one side began", () => {
    expect(merged({ base: "# T\n", ours: file("title: T"), theirs: "# T\n\n- new\n" })).toBe(
      `${file("title: T")}\n- new\n`,
    );
  });
});
