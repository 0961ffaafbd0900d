import { describe, expect, it } from "vitest";
import { parseDocument } from "yaml";
import { fc } from "../../fast-check.ts";
import { mergeTexts } from "./merging.ts";

const runs = { numRuns: Number(process.env.MERGE_RUNS ?? 100) };

const name = fc.constantFrom("a", "b", "c", "recall", "site");
const word = fc.constantFrom("1", "2", "10", "x", "'y z'", "true", "[p, q]", "[q, r]", "{k: 1}");
const list = fc.uniqueArray(fc.constantFrom("p", "q", "r", "s"), { minLength: 1, maxLength: 3 });
const texts = fc.constantFrom(" |\n  one\n  two", " >-\n  # three");
const indent = (text: string): string => text.replaceAll(/^(?=.)/gm, "  ");

/** A key with its value, a word, a list, a text of several lines, or further keys; with comments, or without. */
const row = (depth: number): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.constantFrom("", "", "", "# note\n", "# why\n"),
      fc.oneof(
        {
          weight: 4,
          arbitrary: fc
            .tuple(word, fc.constantFrom("", "", " # why"))
            .map(([one, why]) => ` ${one}${why}`),
        },
        list.map((items) => items.map((item) => `\n  - ${item}`).join("")),
        texts,
        ...(depth > 0
          ? [{ weight: 3, arbitrary: rows(depth - 1).map((all) => `\n${indent(all)}`) }]
          : []),
      ),
    )
    .map(([above, value]) => `${above}KEY:${value.trimEnd()}\n`);

const rows = (depth: number): fc.Arbitrary<string> =>
  fc.dictionary(name, row(depth), { minKeys: 1, maxKeys: 4 }).map((all) =>
    Object.keys(all)
      .sort()
      .map((key) => all[key]?.replace("KEY", key))
      .join(""),
  );

const settings = fc
  .tuple(rows(2), fc.constantFrom("", "", "# end\n", "\n# end\n"))
  .map(([text, end]) => text + end);
const broken = fc.constantFrom("a: [1\n", "a: 1\n b: 2\n", "a: 1\na: 2\n", "x: *y\n", '"a\n');

const isSound = (text: string): boolean => parseDocument(text).errors.length === 0;
const path = "loci.yaml";

describe("mergeFile() on loci.yaml", () => {
  it("gives YAML that can be read, the same when it is merged again", () => {
    fc.assert(
      fc.property(settings, settings, settings, (base, ours, theirs) => {
        for (const text of [base, ours, theirs]) expect(isSound(text)).toBe(true);
        const { text } = mergeTexts({ path, base, ours, theirs });
        expect(isSound(text ?? "")).toBe(true);
        for (const other of [ours, theirs, text])
          expect(mergeTexts({ path, base, ours: text, theirs: other }).text).toBe(text);
      }),
      runs,
    );
  });

  it("takes the version that can be read, where one cannot", () => {
    fc.assert(
      fc.property(settings, settings, broken, (base, ours, theirs) => {
        const { text, keptBoth } = mergeTexts({ path, base: `${base}z: 1\n`, ours, theirs });
        expect(text).toBe(ours);
        expect(keptBoth).toHaveLength(1);
      }),
      runs,
    );
  });

  it("keeps each key that one side has changed or added, and each comment", () => {
    fc.assert(
      fc.property(settings, rows(1), (base, more) => {
        const own = `own:\n${indent(more)}`;
        const theirs = `# theirs\nother: 1\n${base}`;
        const { text } = mergeTexts({ path, base, ours: base + own, theirs });
        expect(text).toContain(own);
        expect(text).toContain("# theirs\nother: 1\n");
      }),
      runs,
    );
  });
});
