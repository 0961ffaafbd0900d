import { expect, test } from "vitest";
import { linesSaying } from "../../../src/sync/purge/find-lines.ts";
import { toTopicPath } from "../../../src/vault/paths.ts";

const text = "Sings in the old choir";
const entry = { text, file: toTopicPath("topics/a.md"), source: "01J" };
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

test("a short further line of an entry is everybody's, and so is a blank one", () => {
  const wrapped = `- Sings in\n  the old choir\n\n- Sings in the old\n  choir\n  - nested\n- Other\n`;
  expect(find("topics/a.md", wrapped)).toEqual([
    "- Sings in\n",
    "  the old choir\n",
    "- Sings in the old\n",
  ]);
});
