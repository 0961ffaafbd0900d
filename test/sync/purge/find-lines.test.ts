import { expect, test } from "vitest";
import { linesSaying } from "../../../src/sync/purge/find-lines.ts";
import { lineHash, textHash, withoutMarked } from "../../../src/sync/purge/purge-marks.ts";
import { toTopicPath } from "../../../src/vault/paths.ts";

const text = "Sings in the old choir";
const entry = { text, file: toTopicPath("topics/a.md"), sessions: ["01J"] };
const find = (path: string, file: string) =>
  linesSaying(path, Buffer.from(file), { entries: [entry], said: [] });

test("a lone CR in a log marks the line that it stands in, and none behind it", () => {
  const log = [
    "## 2026-03-01T10:00:00+00:00 a\r",
    `- learned: ${text} → topics/a.md\n`,
    "- learned: Owns a wok → topics/b.md\n",
    "- session: 01J · agent loci · text · en\n",
    "\n## 2026-03-02T10:00:00+00:00 b\n\n- learned: Owns a pan → topics/b.md\n",
  ].join("");
  const marked = find("log/2026-03.md", log);
  expect(marked.every((line) => line.includes(text))).toBe(true);
  expect(marked.length).toBeGreaterThan(0);
});

test("an entry goes with what is below it; alone, a short further line is everybody's", () => {
  const wrapped = `- Sings in\n  the old choir\n\n- Sings in the old\n  choir\n  - nested\n- Other\n`;
  expect(find("topics/a.md", wrapped)).toEqual([
    "- Sings in\n  the old choir\n",
    "- Sings in\n",
    "  the old choir\n",
    "- Sings in the old\n  choir\n  - nested\n",
    "- Sings in the old\n",
  ]);
});

test("what stands below a line goes with it, whatever the ends of lines, and nothing after a blank one", () => {
  const hashes = new Set([lineHash("- a\n  b\n    - c")]);
  const without = (text: string) => withoutMarked(Buffer.from(text), hashes, () => {}).toString();
  expect(without("- a\r\n  b\r\n    - c\r\n- d\r\n")).toBe("- d\r\n");
  for (const text of ["- a\n  b\n", "- a\n  b\n\n    - c\n", "- a\n  b\n    - c\n  - d\n"])
    expect(without(text)).toBe(text);
});

test("tags and white space make no other memory, words do", () => {
  for (const same of ["Sings  in the old choir", "Sings in the #music old choir #monday"])
    expect(textHash(same)).toBe(textHash(text));
  for (const other of ["sings in the old choir", "Sings in the old choir!", "Sings in the choir"])
    expect(textHash(other)).not.toBe(textHash(text));
});
