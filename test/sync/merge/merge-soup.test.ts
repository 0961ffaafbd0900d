import { describe, expect, it } from "vitest";
import { fc } from "../../fast-check.ts";
import { markdownSoup } from "../../vault/markdown/markdown-soup.ts";
import { merged, mergeTexts } from "./merging.ts";

const runs = { numRuns: Number(process.env.MERGE_RUNS ?? 300) };
const soup = markdownSoup.filter((text) => !text.includes("\0"));
const lines = (text: string | null): string[] =>
  (text ?? "")
    .split(/[\r\n]+/)
    .map((line) => line.trimEnd())
    .filter((line) => line.trim() !== "");

describe("mergeFile() on Markdown that no person would write", () => {
  it("is symmetric and loses no line of what both sides added", () => {
    fc.assert(
      fc.property(soup, soup, (ours, theirs) => {
        const result = lines(merged({ ours, theirs }));
        // In frontmatter a key has one value.
        if (ours.startsWith("---") || theirs.startsWith("---")) return;
        for (const line of [...lines(ours), ...lines(theirs)]) expect(result).toContain(line);
      }),
      runs,
    );
  });

  it("gives a side's bytes where the other one left the file alone", () => {
    fc.assert(
      fc.property(soup, soup, (base, ours) => {
        expect(merged({ base, ours, theirs: base })).toBe(ours);
      }),
      runs,
    );
  });

  it("never fails, whatever the base", () => {
    fc.assert(
      fc.property(soup, soup, soup, (base, ours, theirs) => {
        const first = mergeTexts({ base, ours, theirs });
        expect(mergeTexts({ base: first.text, ours: first.text, theirs: first.text }).text).toBe(
          first.text,
        );
      }),
      runs,
    );
  });
});
