import { expect, test } from "vitest";
import { hashesSaying } from "../../../src/sync/purge/find-lines.ts";
import { lineHash, withoutLines } from "../../../src/sync/purge/rewrite-history.ts";
import { toTopicPath } from "../../../src/vault/paths.ts";

const text = "Sings in the old choir";
const entry = { text, file: toTopicPath("topics/a.md"), sessions: ["01J"] };

/** What is left of a file when the memory is purged, by what another version of it says. */
function left(file: string, other = file): string {
  const hashes = new Set(hashesSaying(Buffer.from(other), [entry]));
  return withoutLines(Buffer.from(file), hashes, new Map()).toString();
}

test("a lone CR in a log ends the line that goes, and none behind it goes", () => {
  const block = (learned: string) =>
    `## 2026-03-01T10:00:00+00:00 a\r${learned}- learned: Owns a wok → topics/b.md\n- session: 01J · agent loci · text · en\n`;
  const after = left(block(`- learned: ${text} → topics/a.md\n`));
  expect(after).toBe(block(""));
});

test("an entry goes with what is below it, whatever the ends of lines; a short line of the same words stays", () => {
  const others = "- Sings\n  in it\n- Other\n  - nested\n";
  const own = "- Sings in\n  the old choir\n- Sings in the old\n  choir\n  - nested\n\n  - in it\n";
  expect(left(others + own)).toBe(others);
  expect(left(others + own.replaceAll("\n", "\r\n"), own)).toBe(others);
});

test("a summary of the log goes with the blank line below it, and the session stays", () => {
  const head = "## 2026-03-01T10:00:00+00:00 a\n\n";
  const session = "- session: 01J · agent loci · text · en\n";
  const block = `${head}${text}.\n\n- learned: ${text} → topics/a.md\n${session}`;
  expect(left(block)).toBe(head + session);
});

test("tags and white space make no other memory, words do", () => {
  const same = "- Sings  in the old choir\n- Sings in the #music old choir #monday\n";
  const others = "- sings in the old choir\n- Sings in the old choir!\n- Sings in the choir\n";
  expect(left(same + others)).toBe(others);
});

test("what an earlier version marked below a line still goes, and only there", () => {
  const own = lineHash("- Sings");
  const hashes = new Set([own, lineHash("  in it", own)]);
  const bytes = Buffer.from("- Sings\n  in it\n- Other\n  in it\n");
  expect(withoutLines(bytes, hashes, new Map()).toString()).toBe("- Other\n  in it\n");
});

test("of a copy that stands, each hash by which one of its lines would go is named", () => {
  const copy = Buffer.from(`- ${text}\n- Owns an old wok\n`);
  const entries = [entry, { ...entry, text: "Owns an old wok" }];
  const hashes = hashesSaying(copy, entries);
  const gone = new Map<string, string>();
  withoutLines(copy, new Set(hashes), gone);
  expect([...gone.keys()].sort()).toEqual([...new Set(hashes)].sort());
});
