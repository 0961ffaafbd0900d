import { describe, expect, it } from "vitest";
import { keptBothMark } from "../../../src/sync/merge/file/to-units.ts";
import { cpuMs } from "../../cpu-ms.ts";
import { merged, mergeTexts } from "./merging.ts";

describe("mergeFile() on note text", () => {
  const base = "# Food\n\nFirst paragraph of it.\n\nSecond paragraph of it.\n";

  it("keeps both versions of one paragraph, marked once and for all", () => {
    const ours = base.replace("Second", "Our second");
    const theirs = base.replace("Second", "Their second");
    const marked = `# Food\n\nFirst paragraph of it.\n\nOur second paragraph of it.\n\n${keptBothMark}\n\nTheir second paragraph of it.\n`;
    const { text, keptBoth } = mergeTexts({ base, ours, theirs });
    expect(text).toBe(marked);
    expect(keptBoth).toHaveLength(1);
    for (const side of [ours, theirs])
      expect(merged({ base, ours: marked, theirs: side })).toBe(marked);
    // The person cleans up on one device, the other goes on writing.
    const clean = ours;
    expect(merged({ base: marked, ours: clean, theirs: `${marked}\nThird.\n` })).toBe(
      `${ours}\nThird.\n`,
    );
    const unmarked = marked.replace(`${keptBothMark}\n\n`, "");
    expect(merged({ base: marked, ours: unmarked, theirs: `${marked}\nThird.\n` })).toBe(
      `${unmarked}\nThird.\n`,
    );
  });

  it.each([
    ["code", "```js\na\n\nb\n```", "```js\na\n\nb2\n```", "```js\na1\n\nb\n```"],
    ["a table", "| a |\n|---|\n| 1 |", "| a |\n|---|\n| 1 |\n| 2 |", "| a |\n|---|\n| 1 |\n| 3 |"],
    ["a callout", "> [!note] x\n> y", "> [!note] x\n> y1", "> [!note] x\n> y2"],
    ["HTML", "<div>\na\n</div>", "<div>\na\nb\n</div>", "<div>\na\nc\n</div>"],
  ])("never tears %s", (_, old, ours, theirs) => {
    const file = (part: string): string => `# T\n\n${part}\n\nEnd.\n`;
    const both = [ours, theirs].sort().join(`\n\n${keptBothMark}\n\n`);
    expect(merged({ base: file(old), ours: file(ours), theirs: file(theirs) })).toBe(file(both));
    expect(merged({ base: file(old), ours: file(ours), theirs: `${file(old)}\nMore.\n` })).toBe(
      `${file(ours)}\nMore.\n`,
    );
  });

  it.each([
    [
      "closes code that ran to the end of the file before something follows it",
      ["- a\n", "- a\n\n```\nopen\n", "- a\n\nñandú.\n"],
      "- a\n\n```\nopen\n```\n\nñandú.\n",
    ],
    [
      "sets lists of two indents apart where they would grow into one another",
      ["- a\n\nP.\n\nQ.\n\n   - b\n", "- a\n\nQ.\n\n   - b\n", "- a\n\nP.\n\n   - b\n"],
      "- a\n\n<!-- -->\n\n   - b\n",
    ],
  ])("%s", (_, [base, ours = "", theirs = ""], result) => {
    expect(merged({ base, ours, theirs })).toBe(result);
    for (const side of [ours, theirs])
      expect(merged({ base, ours: result, theirs: side })).toBe(result);
  });
});

describe("mergeFile() on line ends and encodings", () => {
  const base = "- a\n- b\n";
  const crlf = (text: string): string => text.replaceAll("\n", "\r\n");

  const bom = "\ufeff";
  const mixed = "- a\r\n- b\n- c  \n- d\n";

  it.each([
    [crlf(base), crlf(`${base}- o\n`), crlf(`- t\n${base}`), crlf(`- t\n${base}- o\n`)],
    [base, crlf(base), `${base}- t\n`, crlf(`${base}- t\n`)],
    [null, crlf("- a\n"), "- b\n", "- a\n- b\n"],
    ["- a\r- b\r", "- a\r- b\r- o\r", "- t\r- a\r- b\r", "- t\r- a\r- b\r- o\r"],
    [mixed, `${mixed}- o\n`, `- t\n${mixed}`, `- t\n${mixed}- o\n`],
    [bom + base, `${bom}${base}- o\n`, `${bom}- t\n${base}`, `${bom}- t\n${base}- o\n`],
    [bom + base, base, `${bom}- t\n${base}`, `- t\n${base}`],
    ["- a", "- a\n- o", "- t\n- a", "- t\n- a\n- o"],
    ["- a", "- a\n- o\n", "- t\n- a", "- t\n- a\n- o\n"],
  ])("keeps what both have, and takes what one side changed: %#", (old, ours, theirs, result) => {
    expect(merged({ base: old, ours, theirs })).toBe(result);
  });
});

it("mergeFile() takes time in proportion to the entries of a file", () => {
  const all = Array.from(
    { length: 5_000 },
    (_, i) => `- Memory number ${i} of many (2026-02-10)\n`,
  );
  const edited = (nth: number): string =>
    all.map((line, i) => (i % 50 === nth ? `${line}- new ${nth} ${i}\n` : line)).join("");
  const start = cpuMs();
  const result = merged({ base: all.join(""), ours: edited(3), theirs: edited(7) });
  // Both ways round, on a machine that is busy; quadratic time would be minutes.
  expect(cpuMs() - start).toBeLessThan(5_000);
  expect(result?.split("\n")).toHaveLength(5_201);
});
