import { expect, test } from "vitest";
import { runUpkeep } from "../../src/upkeep/run-upkeep.ts";
import { fc } from "../fast-check.ts";
import { useVault } from "../temp.ts";
import { filesIn, portsOf } from "./upkeep-ports.ts";

/** Lines as people and models write them. */
const line = fc.tuple(
  fc.constantFrom("-", "*", "+"),
  fc.constantFrom(" ", "  ", "\t"),
  fc.constantFrom(
    "Likes tea",
    "Likes  two  spaces",
    "See [[Tea|it]]",
    "`code [x:: y]`",
    "A #tag b",
    "Ends in a link <http://a.b/c>",
    "Cites [1]",
    "日本語のお茶",
  ),
  fc.constantFrom("", " (2026-01-05)", " (2026-02-06)"),
  fc.constantFrom(
    "",
    " [source:: s1]",
    " [Source:: s2] [importance:: 0.3]",
    " [source:: s] [archived:: 2020-01-01]",
  ),
  fc.constantFrom("", " #a", " #protected", " ^id7", "  "),
);
const soup = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: line.map((parts) => parts.join("")) },
    fc.constantFrom(
      "",
      "Prose.",
      "  nested",
      "  - nested item",
      "```",
      "<!-- hidden -->",
      "1. One [source:: s9]",
      "---",
    ),
  ),
  { maxLength: 14 },
);

test("no run loses a line: each is in its file or in the archive, spelt as it was, and all else stays", async () => {
  await fc.assert(
    fc.asyncProperty(
      soup,
      fc.constantFrom("\n", "\r\n"),
      fc.nat(3),
      fc.boolean(),
      async (lines, eol, max, dedup) => {
        const root = useVault({ "topics/tea.md": `# Tea${eol}${eol}${lines.join(eol)}${eol}` });
        const before = filesIn(root);
        const { steps } = await runUpkeep(portsOf(root, { dedup, prune: { max } }));
        const after = filesIn(root);
        const plain = (files: Record<string, string>) =>
          Object.values(files)
            .flatMap((text) => text.split(/\r?\n/))
            .map((one) =>
              one
                .replace(/^\s*(?:[-*+]|\d+\.)\s+/, "")
                .replace(
                  / \[archived:: 2026-11-26\] \[archived-from:: topics\/tea.md\] \[archived-why:: [^\]]*\]/,
                  "",
                ),
            )
            .filter((one) => one.trim() !== "");
        const left = plain(after);
        for (const one of plain(before)) {
          const at = left.indexOf(one);
          expect(at, `${JSON.stringify(one)} is lost`).toBeGreaterThanOrEqual(0);
          left.splice(at, 1);
        }
        if (steps.length === 0) expect(after).toEqual(before);
      },
    ),
    { numRuns: 150 },
  );
});
