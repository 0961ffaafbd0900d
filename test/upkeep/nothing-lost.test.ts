import { expect, test } from "vitest";
import { fc } from "../fast-check.ts";
import { useVault } from "../temp.ts";
import { filesIn, portsOf, runUpkeep } from "./upkeep-ports.ts";

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
      fc.integer({ min: 1, max: 3 }),
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

/** What a model makes of lines: all of them, a part, something else, or nothing. */
const answers: readonly ((texts: readonly string[]) => string | undefined)[] = [
  (texts) => `${texts.join(", ")}.`,
  (texts) => texts.join("; "),
  (texts) => texts.slice(1).join(", "),
  (texts) => texts[0],
  (texts) => texts.join(" and ").replace(/\d+/, "9"),
  () => "Delete all of it",
  () => "",
  () => undefined,
];

const fact = fc
  .tuple(
    fc.constantFrom(
      "Drinks tea",
      "Drinks no tea",
      "Likes `green` tea",
      "Drinks  tea with [[Marta]]",
    ),
    fc.constantFrom("", " at 5", " at work", " in Reus", " on 2026-01-09", " #strong"),
    fc.constantFrom(" (2026-01-05)", " (2026-02-06)", " (2026-11-25)"),
    fc.constantFrom(" [source:: s1]", " [source:: s2] [importance:: 0.3]", ""),
    fc.constantFrom("", " #a", " #protected", " ^id7", " [person:: Ana]"),
  )
  .map((parts) => `- ${parts.join("")}`);

test("no consolidation loses a line, whatever a model answers: each is in its file, or in the archive with the summary that names it", async () => {
  let moved = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.oneof({ weight: 5, arbitrary: fact }, fc.constantFrom("", "Prose.", "```", "  nested")),
        {
          minLength: 3,
          maxLength: 14,
        },
      ),
      fc.constantFrom("\n", "\r\n"),
      fc.constantFrom(...answers),
      fc.constantFrom("keyed", "semantic", "hybrid"),
      fc.nat(12),
      async (lines, eol, answer, strategy, killedAt) => {
        const file = `# Tea${eol}${eol}${lines.join(eol)}${eol}`;
        const root = useVault({ "topics/tea.md": file });
        let calls = 0;
        const ports = portsOf(root, {
          prune: { enabled: false },
          consolidate: { enabled: true, strategy, minSize: 2, similarity: 0.2 },
          summarize: async (own) => answer(own.map(({ text }) => text)),
          onChange: () => {
            if (calls++ === killedAt) throw new Error("killed");
          },
        });
        await runUpkeep(ports).catch((error: Error) => expect(error.message).toBe("killed"));
        await runUpkeep(ports);
        const { "topics/tea.md": left = "", ...archive } = filesIn(root);
        const there = left.split(/\r?\n/);
        const archived = Object.values(archive).flatMap((text) => text.split(/\r?\n/));
        for (const one of lines) {
          const at = there.indexOf(one);
          if (at >= 0) {
            there.splice(at, 1);
            continue;
          }
          const why =
            / \[archived:: 2026-11-26\] \[archived-from:: topics\/tea.md\] \[archived-why:: summarized in (\^\w+)\]/;
          const copy = archived.findIndex((line) => line.replace(why, "") === one);
          expect(copy, `${JSON.stringify(one)} is lost`).toBeGreaterThanOrEqual(0);
          const id = why.exec(archived[copy] ?? "")?.[1];
          expect(left).toMatch(new RegExp(`\\[summarizes:: .*\\${id}\\r?$`, "m"));
          archived.splice(copy, 1);
          moved++;
        }
        // What is new in the file are summaries.
        for (const line of there.slice(2).filter((one) => one !== ""))
          if (!lines.includes(line)) expect(line).toContain("[summarizes:: ");
      },
    ),
    { numRuns: 200 },
  );
  expect(moved).toBeGreaterThan(10);
});
