import { describe, expect, it } from "vitest";
import { merged, mergeTexts } from "./merging.ts";

const file = (...lines: string[]): string =>
  `---\n${lines.map((line) => `${line}\n`).join("")}---\n\n# T\n`;

const secret = "sensitivity: secret";
const anchored = "x: &a 1\ny: *a";

describe("mergeFile() on frontmatter", () => {
  const base = file("title: A", "# by hand", "aliases: [a, b]", "x: 1", "updated: 2026-02-10");

  it("merges key by key; comments and unknown keys stay", () => {
    const ours = base.replace("x: 1\nupdated: 2026-02-10", "x: 1\nbank: B\nupdated: 2026-02-12");
    const theirs = file("title: K", "# by hand", "aliases: [a, b]", "updated: 2026-02-11");
    expect(mergeTexts({ base, ours, theirs })).toMatchObject({
      text: file("title: K", "# by hand", "aliases: [a, b]", "bank: B", "updated: 2026-02-12"),
      keptBoth: [],
    });
  });

  it.each([
    ["aliases: [a, b]", "aliases: [a, b, c]", "aliases: [b, d]", "aliases: [b, c, d]"],
    ["tags: a", "tags: a, c", "tags: [a, d]", "tags: [a, c, d]"],
    ["x: [a]", 'x: [a, "x: y"]', "x: [a, d]", 'x: [a, "x: y", d]'],
    ["x:\n- a\n- b", "x:\n- a\n- b\n- x", "x:\n- b\n- y", "x:\n- b\n- x\n- y"],
  ])(
    "merges lists as sets, in order, however they are written: %j",
    (base, ours, theirs, result) => {
      const versions = { base: file(base), ours: file(ours), theirs: file(theirs) };
      expect(merged(versions)).toBe(file(result));
    },
  );

  it("takes the greater of two new values, numbers as numbers, and tells so", () => {
    const [ours, theirs] = [base.replace("x: 1", "x: 9"), base.replace("x: 1", "x: 10")];
    expect(mergeTexts({ base, ours, theirs })).toMatchObject({
      text: theirs,
      keptBoth: ['topics/cooking.md: "x" was changed on two devices; kept is "x: 10", not "x: 9"'],
    });
  });

  it("never writes what cannot be read: the greater whole block then", () => {
    const [ours, theirs] = [base.replace("x: 1", "x: [1"), base.replace("x: 1", "y: 2")];
    const { text, keptBoth } = mergeTexts({ base, ours, theirs });
    expect(text).toBe(theirs);
    expect(keptBoth).toHaveLength(1);
  });

  it.each([
    ["whose block cannot be read", "x: 1", "sensitivity: secret\nx: [1", "x: 2", "x: 2"],
    [
      "where the merge cannot",
      anchored,
      `${secret}\n${anchored}\nz: *a`,
      "x: 1\ny: 1\nz: 3",
      "x: 1\ny: 1\nz: 3",
    ],
    ["in other words", "x: 1", 'x: 1\nsensitivity: "secret"', "x: 1\nsensitivity: public", "x: 1"],
  ])("keeps the mark of a secret file %s", (_, base, ours, theirs, rest) => {
    const versions = { base: file(base), ours: file(ours), theirs: file(theirs) };
    expect(merged(versions)).toBe(file(secret, rest));
  });

  it("shows a file that each side gave to another person to neither, and lets a mark be taken away", () => {
    const [ana, ben] = [file("person: ana", "x: 1"), file("person:\n  - ben", "x: 1")];
    expect(merged({ base: file("x: 1"), ours: ana, theirs: ben })).toBe(
      file("person: ana, ben", "x: 1"),
    );
    const [ours, theirs] = [file("x: 1"), file("person: ana", "x: 2")];
    expect(merged({ base: ana, ours, theirs })).toBe(file("x: 2"));
  });
});
