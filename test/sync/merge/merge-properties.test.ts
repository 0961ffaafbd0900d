import { describe, expect, it } from "vitest";
import { fc } from "../../fast-check.ts";
import { applyEdits, blocks, edits, move, toMarkdown } from "./arbitrary-files.ts";
import { merged, mergeTexts } from "./merging.ts";

// MERGE_RUNS=5000 looks further.
const more = process.env.MERGE_RUNS;
const runs = more === undefined ? { numRuns: 300 } : { numRuns: Number(more) };
const three = fc.tuple(blocks, edits, edits).map(([base, a, b]) => ({
  base,
  ours: applyEdits(base, a),
  theirs: applyEdits(base, b),
}));
const text = (parts: readonly string[]): string => toMarkdown(parts);
/** Every line that says something; metadata may have been put together. */
const words = (of: string | null): string[] =>
  (of ?? "").split("\n").filter((line) => line.trim() !== "" && !line.startsWith("*(both"));

const saysAllOnce = (parts: readonly string[]): boolean => {
  const texts = parts.map((part) => part.replace(/ [([#].*$/gm, ""));
  return new Set(texts).size === texts.length;
};

describe("mergeFile() on Markdown", () => {
  it("loses no line that a side added, wherever the other one edited", () => {
    fc.assert(
      fc.property(three, ({ base, ours, theirs }) => {
        const result = merged({ base: text(base), ours: text(ours), theirs: text(theirs) }) ?? "";
        for (const part of [...ours, ...theirs].filter((one) => !base.includes(one))) {
          const [first = ""] = part.split("\n");
          const own = first.replace(/ (?:\[.*\]|#protected).*$/, "");
          expect(result).toContain(own);
        }
      }),
      runs,
    );
  });

  it("loses no line that both sides left alone, and brings none back that one took away", () => {
    fc.assert(
      fc.property(three, ({ base, ours, theirs }) => {
        const result = words(merged({ base: text(base), ours: text(ours), theirs: text(theirs) }));
        for (const part of base) {
          const lines = words(part);
          const isKept = ours.includes(part) && theirs.includes(part);
          if (isKept) expect(result).toEqual(expect.arrayContaining(lines));
          const isGone = !ours.includes(part) && !theirs.includes(part);
          const isFirstElsewhere =
            [...ours, ...theirs, ...base].filter((one) => words(one)[0] === lines[0]).length > 1;
          if (isGone && !isFirstElsewhere) expect(result).not.toContain(lines[0]);
        }
      }),
      runs,
    );
  });

  it("honours a removal of what the other side left alone", () => {
    fc.assert(
      fc.property(blocks, edits, fc.nat({ max: 11 }), (base, more, at) => {
        const gone = base[at % Math.max(1, base.length)] ?? "";
        const ours = base.filter((part) => part !== gone);
        const theirs = applyEdits(base, more);
        if (!theirs.includes(gone)) return;
        const result = merged({ base: text(base), ours: text(ours), theirs: text(theirs) });
        const left = [...ours, ...theirs.filter((part) => part !== gone)].flatMap(words);
        const [first = ""] = words(gone);
        if (!left.includes(first)) expect(words(result)).not.toContain(first);
      }),
      runs,
    );
  });

  it("has no line twice that no side has twice", () => {
    fc.assert(
      fc.property(three, ({ base, ours, theirs }) => {
        const result = merged({ base: text(base), ours: text(ours), theirs: text(theirs) });
        const entries = words(result).filter((line) => line.startsWith("- "));
        const nested = new Set(
          [...base, ...ours, ...theirs]
            .filter((part) => part.includes("\n"))
            .map((part) => part.split("\n")[0]),
        );
        const single = entries.filter((line) => !nested.has(line));
        expect(single).toEqual([...new Set(single)]);
      }),
      runs,
    );
  });

  it("gives the same when its result is merged again, with either side or with itself", () => {
    fc.assert(
      fc.property(three, ({ base, ours, theirs }) => {
        const first = mergeTexts({ base: text(base), ours: text(ours), theirs: text(theirs) });
        const again = (other: string | null) =>
          mergeTexts({ base: text(base), ours: first.text, theirs: other });
        const isPlain = [base, ours, theirs].every(saysAllOnce);
        for (const other of [text(ours), text(theirs), first.text]) {
          const second = again(other);
          if (isPlain) expect(second.text).toBe(first.text);
          // One memory in several lines of a file may change its place.
          else expect(words(second.text).sort()).toEqual(words(first.text).sort());
          expect(second.keptBoth).toEqual([]);
        }
      }),
      runs,
    );
  });

  it("loses nothing where both sides moved things about", () => {
    fc.assert(
      fc.property(
        blocks,
        fc.array(fc.oneof(move), { maxLength: 4 }),
        fc.array(move, { maxLength: 4 }),
        (base, a, b) => {
          const [ours, theirs] = [applyEdits(base, a), applyEdits(base, b)];
          const result = merged({ base: text(base), ours: text(ours), theirs: text(theirs) });
          expect(words(result).sort()).toEqual(words(text(base)).sort());
        },
      ),
      runs,
    );
  });

  it("is the same whatever the order of the bases", () => {
    fc.assert(
      fc.property(three, edits, ({ base, ours, theirs }, more) => {
        const [one, two] = [text(base), text(applyEdits(base, more))];
        const sides = { ours: text(ours), theirs: text(theirs) };
        expect(merged({ base: [one, two], ...sides })).toBe(merged({ base: [two, one], ...sides }));
      }),
      runs,
    );
  });

  it("brings three devices to the same bytes, whoever syncs with whom", () => {
    fc.assert(
      fc.property(blocks, fc.tuple(edits, edits, edits), fc.boolean(), (base, all, isTurned) => {
        const devices = all.map((one) => text(applyEdits(base, one)));
        const [x = "", y = "", z = ""] = isTurned ? devices.toReversed() : devices;
        const root = text(base);
        // y and z meet first; x meets y's result; z takes in x's without having seen that one.
        const yz = merged({ base: root, ours: y, theirs: z });
        const xy = merged({ base: root, ours: x, theirs: y });
        const one = merged({ base: y, ours: yz, theirs: xy });
        const other = merged({ base: y, ours: xy, theirs: yz });
        expect(one).toBe(other);
        const lines = words(one);
        for (const part of base) {
          if (devices.every((_, i) => applyEdits(base, all[i] ?? []).includes(part))) {
            expect(lines).toEqual(expect.arrayContaining(words(part)));
          }
        }
        // Whoever is behind takes the last merge as it is.
        expect(merged({ base: yz, ours: yz, theirs: one })).toBe(one);
      }),
      runs,
    );
  });
});
