import { expect, test } from "vitest";
import { fc } from "../../../fast-check.ts";
import { createForest, type Files } from "./forest.ts";

const names = ["a.md", "A.md", "b.md", "c", "C", "caf\u00e9.md", "cafe\u0301.md", "p.png"];
const paths = ["", "d/", "D/", "c/", "d/e/"].flatMap((folder) =>
  names.map((name) => folder + name),
);
const words = ["rice", "broth", "oven", "salt", "wine", "bread"].map(
  (word) => `- ${word} is good\n`,
);

const text = fc
  .uniqueArray(fc.constantFrom(...words), { maxLength: 5 })
  .map((lines) => lines.join(""));
const content = fc.oneof(
  { weight: 8, arbitrary: text },
  { weight: 1, arbitrary: fc.constantFrom("\0x", "\0y") },
  fc.tuple(fc.constantFrom(0o100755, 0o120000), fc.constantFrom("x", "y")),
);

/** Those files of which none stands where another one needs a folder. */
const plantable = (files: Files): Files => {
  const taken = Object.keys(files);
  const isFree = (path: string): boolean => !taken.some((other) => other.startsWith(`${path}/`));
  return Object.fromEntries(Object.entries(files).filter(([path]) => isFree(path)));
};

const tree = fc.dictionary(fc.constantFrom(...paths), content, { maxKeys: 7 }).map(plantable);

/** A base, and two sides that share most of it. */
const sides = fc.tuple(tree, tree, tree, fc.nat(7), fc.nat(7)).map(([base, one, two, a, b]) => {
  const mix = (own: Files, keep: number): Files => {
    const old = Object.entries(base).filter((_, at) => ((keep >> (at % 3)) & 1) === 1);
    return plantable({ ...Object.fromEntries(old), ...own });
  };
  return { base, ours: mix(one, a), theirs: mix(two, b) };
});

/** Every line of text, and all of what is binary or a link. */
const linesOf = (files: Files): string[] =>
  Object.values(files).flatMap((file) => {
    const text = typeof file === "string" ? file : file[1];
    return text
      .replace(/^\d{6} /, "")
      .split("\n")
      .filter(Boolean);
  });

test("mergeTrees() gives one tree from either side, loses nothing new, and comes to rest", async () => {
  const forest = await createForest();
  await fc.assert(
    fc.asyncProperty(sides, tree, async ({ base, ours, theirs }, other) => {
      const merged = await forest.merge(base, ours, theirs);
      // The forest turns the bases round.
      await forest.merge([base, other], ours, theirs);
      const known = new Set(linesOf(base));
      const kept = new Set(linesOf(merged.files));
      const added = [...linesOf(ours), ...linesOf(theirs)].filter((line) => !known.has(line));
      for (const line of added) expect(kept).toContain(line);

      const trees = { ours: await forest.plant(ours), theirs: await forest.plant(theirs) };
      const rest = await forest.mergeTrees({
        bases: [trees.ours],
        ours: trees.ours,
        theirs: merged.tree,
      });
      expect(rest.tree).toBe(merged.tree);
      const twice = await forest.mergeTrees({
        bases: [trees.ours],
        ours: merged.tree,
        theirs: merged.tree,
      });
      expect(twice).toMatchObject({ tree: merged.tree, changes: [], merged: [], keptBoth: [] });
    }),
    { numRuns: 100 },
  );
  forest.repo.fsck();
}, 120_000);
