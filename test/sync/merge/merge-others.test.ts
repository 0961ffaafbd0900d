import { describe, expect, it } from "vitest";
import { mergeFile } from "../../../src/sync/merge/file/merge-file.ts";
import { parseRemovals, removalLine } from "../../../src/sync/merge/file/removals.ts";
import { merged, mergeTexts } from "./merging.ts";

const block = (day: string, session: string, ...lines: string[]): string =>
  `## 2026-02-${day}T14:30:00+01:00 cooking\n\n${lines.map((line) => `${line}\n`).join("")}- session: ${session} · agent rostro\n`;
const learned = "- learned: Likes rice → topics/cooking.md";
const one = block("10", "01A", learned, '  - said: "rice please"', "- known: Likes tea");
const [two, three] = [block("12", "01C", "- known: y"), block("14", "01D", "- known: x")];
const forgotten = block("10", "01A", "- known: Likes tea");
const [a, b, c] = ["10", "11", "12"].map(
  (day) => `${removalLine(`2026-02-${day}T10:00:00.000Z`, day, "-")}\n`,
) as [string, string, string];
/** Past the 2 MB that Markdown is read of. */
const big = (word: string): string => `- ${word}\n`.repeat(600_000);
const yaml = "# ours\nrecall:\n  k: 5\n  archive: false\ndigest:\n  k: 1\n";

describe("mergeFile() on files that are not notes", () => {
  it.each([
    ["log/2026-02.md", one, `${one}\n${three}`, `${one}\n${two}`, `${one}\n${two}\n${three}`],
    ["log/2026-02.md", null, three, `${two}\n${three}`, `${two}\n${three}`],
    ["log/2026-02.md", one, forgotten, `${one}\n${two}`, `${forgotten}\n${two}`],
    ["log/forgotten.txt", a, a + c, b, a + b + c],
    ["log/forgotten.txt", a, null, a, a],
    [
      "loci.yaml",
      yaml,
      yaml.replace("k: 5", "k: 7"),
      `${yaml.replace("k: 1", "k: 2")}sync:\n  remote: x\n`,
      "# ours\nrecall:\n  k: 7\n  archive: false\ndigest:\n  k: 2\nsync:\n  remote: x\n",
    ],
    ["a.txt", "a\nb\nc\nd\n", "a1\nb\nc\nd\n", "a\nb\nc\nd1\n", "a1\nb\nc\nd1\n"],
    [".gitignore", "a\n", "a\no\nt\n", "a\nt\n", "a\no\nt\n"],
    ["a.txt", "a\n", null, "a\n", null],
  ])("merges %s: %#", (path, base, ours, theirs, result) => {
    expect(merged({ path, base, ours, theirs })).toBe(result);
  });

  it.each([
    ["a.json", '{"a": 1}\n', '{"a": 2}\n', '{"a": 3}\n'],
    ["a.js", "a();\n", "a();\nb();\n", "a();\nc();\n"],
    ["a.css", "a\nb\n", "a1\nb\n", "a\nb1\n"],
    ["notes/a.yaml", "a: 1\n", "a: 1\nb: 1\n", "a: 1\nb: 2\n"],
    ["a.md", big("one"), big("two"), big("ten")],
  ])("keeps both versions of %s where they do not go together", (path, base, ours, theirs) => {
    const { text, aside, keptBoth } = mergeTexts({ path, base, ours, theirs });
    const other = Buffer.from(aside?.bytes ?? []).toString();
    expect([text, other].sort()).toEqual([ours, theirs].sort());
    expect(aside?.path).toMatch(/^(?:notes\/)?a\.[0-9a-f]{8}\.\w+$/);
    expect(keptBoth).toHaveLength(1);
  });

  it.each([
    ["a NUL", Buffer.from("a\0b"), Buffer.from("a\0c")],
    ["a lone surrogate", Buffer.from([0xed, 0xa0, 0x80]), Buffer.from("x")],
    [
      "an LFS pointer",
      Buffer.from("version https://git-lfs.github.com/spec/v1\noid sha256:1\n"),
      Buffer.from("version https://git-lfs.github.com/spec/v1\noid sha256:2\n"),
    ],
  ])("keeps both of a file with %s, to the byte", (_, ours, theirs) => {
    const versions = { path: "notes/x.md", bases: [Buffer.from("x\n")], removals: parseRemovals() };
    const one = mergeFile({ ...versions, ours, theirs });
    const two = mergeFile({ ...versions, ours: theirs, theirs: ours });
    expect(one).toEqual(two);
    expect([one.bytes, one.aside?.bytes]).toEqual(expect.arrayContaining([ours, theirs]));
    expect(one.aside?.path).toMatch(/^notes\/x\.[0-9a-f]{8}\.md$/);
    expect(mergeFile({ ...versions, ours, theirs: null }).bytes).toEqual(ours);
  });

  it("gives what it sets aside a name that a disk can hold", () => {
    const path = `${"é".repeat(123)}.bin`;
    const { aside } = mergeTexts({ path, base: "\0a", ours: "\0b", theirs: "\0c" });
    expect(aside?.path).toMatch(/^é+\.[0-9a-f]{8}\.bin$/);
    expect(Buffer.byteLength(aside?.path ?? "")).toBeLessThanOrEqual(255);
  });
});

describe("mergeFile() on conflict markers of other clients", () => {
  const conflict = (...parts: string[]): string => `# T\n\n${parts.join("")}- end\n`;
  const [open, middle, close] = ["<<<<<<< HEAD\n", "=======\n", ">>>>>>> 1a2b3c4 (theirs)\n"];

  const both = conflict(open, "- a\n- x\n", middle, "- b\n- x\n", close);
  const diff3 = conflict(open, "- a\n", "||||||| 9f8e7d6\n", "- old\n", middle, "- b\n", close);

  it.each([
    ["keeps the lines of both sides", both, "# T\n\n- a\n- b\n- x\n- end\n"],
    ["leaves out the base that diff3 shows", diff3, "# T\n\n- a\n- b\n- end\n"],
  ])("%s", (_, theirs, result) => {
    expect(merged({ base: "# T\n\n- end\n", ours: "# T\n\n- end\n", theirs })).toBe(result);
    expect(merged({ base: null, ours: theirs, theirs })).toBe(result);
  });

  it("keeps the marks of both sides, whatever was forgotten", () => {
    const ours = open + a + middle + b + close;
    expect(merged({ path: "log/forgotten.txt", base: null, ours, theirs: c })).toBe(a + b + c);
  });

  it.each([
    ["are not closed", conflict(open, "- a\n", middle, "- b\n")],
    ["are out of order", conflict(open, "- a\n", close, middle)],
    ["stand in code", conflict("```\n", open, "- a\n", middle, "- b\n", close, "```\n\n")],
    ["are nested", conflict(open, open, "- a\n", middle, "- b\n", close, middle, close)],
  ])("leaves them alone where they %s", (_, theirs) => {
    expect(merged({ base: "# T\n", ours: "# T\n", theirs })).toBe(theirs);
  });
});
