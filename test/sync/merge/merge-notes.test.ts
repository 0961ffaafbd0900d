import { describe, expect, it } from "vitest";
import { keptBothMark } from "../../../src/sync/merge/file/to-units.ts";
import { cpuMs } from "../../cpu-ms.ts";
import { merged, mergeTexts } from "./merging.ts";

describe("mergeFile() on note text", () => {
  const base = "# Food\n\nFirst paragraph of it.\n\nSecond paragraph of it.\n";

  it("merges edits of different paragraphs", () => {
    expect(
      merged({ base, ours: base.replace("First", "1st"), theirs: base.replace("Second", "2nd") }),
    ).toBe("# Food\n\n1st paragraph of it.\n\n2nd paragraph of it.\n");
  });

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

  it("moves a paragraph that one side moved and the other edited, and leaves it there", () => {
    const file = "Note a.\n\n- x\n\n- y\n\n| a | b |\n|---|---|\n| 3 | 1 |\n";
    const [table = "", rest = ""] = [
      file.slice(file.indexOf("|")),
      file.slice(0, file.indexOf("|")),
    ];
    const ours = file.replace("| 3 |", "| 0 |").replace("Note a.\n\n", "");
    const theirs = `${table}\n${rest.trimEnd()}\n`;
    const first = merged({ base: file, ours, theirs });
    expect(first?.startsWith("| a | b |\n|---|---|\n| 0 | 1 |\n\n")).toBe(true);
    for (const side of [ours, theirs])
      expect(merged({ base: file, ours: first, theirs: side })).toBe(first);
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

  it("renames a heading while a line is added under it", () => {
    const file = "# T\n\n## Ideas\n\n- a\n\n## Other\n\n- b\n";
    expect(
      merged({
        base: file,
        ours: file.replace("Ideas", "Thoughts"),
        theirs: file.replace("- a", "- a\n- new"),
      }),
    ).toBe("# T\n\n## Thoughts\n\n- a\n- new\n\n## Other\n\n- b\n");
  });

  it("keeps new sections of both sides whole", () => {
    const file = "# T\n\n- a\n";
    expect(
      merged({
        base: file,
        ours: `${file}\n## One\n\n- x\n`,
        theirs: `${file}- b\n\n## Two\n\n- y\n`,
      }),
    ).toBe("# T\n\n- a\n- b\n\n## One\n\n- x\n\n## Two\n\n- y\n");
  });

  it("closes code that ran to the end of the file before something follows it", () => {
    const file = "- a\n";
    const ours = `${file}\n\`\`\`\nopen\n`;
    const theirs = `${file}\nñandú.\n`;
    const result = merged({ base: file, ours, theirs }) ?? "";
    expect(result).toBe("- a\n\n```\nopen\n```\n\nñandú.\n");
    expect(merged({ base: file, ours: result, theirs: ours })).toBe(result);
  });

  it("sets lists of two indents apart where they would grow into one another", () => {
    const result = merged({ ours: "- a (2026-02-01)\n", theirs: "   - b (2026-02-02)\n" }) ?? "";
    expect(result).toBe("- a (2026-02-01)\n\n<!-- -->\n\n   - b (2026-02-02)\n");
    expect(merged({ base: null, ours: result, theirs: "   - b (2026-02-02)\n" })).toBe(result);
  });
});

describe("mergeFile() on line ends and encodings", () => {
  const base = "- a\n- b\n";
  const crlf = (text: string): string => text.replaceAll("\n", "\r\n");

  it("keeps the line ends that both have, and takes those of the side that changed them", () => {
    expect(
      merged({ base: crlf(base), ours: crlf(`${base}- o\n`), theirs: crlf(`- t\n${base}`) }),
    ).toBe(crlf(`- t\n${base}- o\n`));
    expect(merged({ base, ours: crlf(base), theirs: `${base}- t\n` })).toBe(crlf(`${base}- t\n`));
    expect(merged({ base: null, ours: crlf("- a\n"), theirs: "- b\n" })).toBe("- a\n- b\n");
    expect(merged({ base: "- a\r- b\r", ours: "- a\r- b\r- o\r", theirs: "- t\r- a\r- b\r" })).toBe(
      "- t\r- a\r- b\r- o\r",
    );
  });

  it("leaves mixed line ends, trailing blanks and a BOM where they are", () => {
    const mixed = "- a\r\n- b\n- c  \n- d\n";
    expect(merged({ base: mixed, ours: `${mixed}- o\n`, theirs: `- t\n${mixed}` })).toBe(
      `- t\n${mixed}- o\n`,
    );
    expect(
      merged({ base: `\ufeff${base}`, ours: `\ufeff${base}- o\n`, theirs: `\ufeff- t\n${base}` }),
    ).toBe(`\ufeff- t\n${base}- o\n`);
    expect(merged({ base: `\ufeff${base}`, ours: base, theirs: `\ufeff- t\n${base}` })).toBe(
      `- t\n${base}`,
    );
  });

  it("ends a file as the side that changed its end", () => {
    expect(merged({ base: "- a", ours: "- a\n- o", theirs: "- t\n- a" })).toBe("- t\n- a\n- o");
    expect(merged({ base: "- a", ours: "- a\n- o\n", theirs: "- t\n- a" })).toBe("- t\n- a\n- o\n");
  });

  it("gives a side's bytes where the other left the file alone", () => {
    const odd = "\ufeff---\nb: 1\r\n# c\n---\n*  x \r\n\r\n\r\n1) y";
    expect(merged({ base, ours: base, theirs: odd })).toBe(odd);
    expect(merged({ base: null, ours: null, theirs: odd })).toBe(odd);
    expect(merged({ ours: null, theirs: odd })).toBe(odd);
  });

  it("merges a line of a megabyte", () => {
    const long = `- ${"word ".repeat(200_000)}`;
    const result = merged({
      base: `${long}\n`,
      ours: `${long}(2026-02-12)\n`,
      theirs: `${long}\n- new\n`,
    });
    expect(result).toBe(`${long}(2026-02-12)\n- new\n`);
  });
});

describe("mergeFile() on a long file", () => {
  it("takes time in proportion to its entries", () => {
    const lines = Array.from(
      { length: 5_000 },
      (_, i) => `- Memory number ${i} of many (2026-02-10)\n`,
    );
    const [ours, theirs] = [3, 7].map((nth) =>
      lines.map((line, i) => (i % 50 === nth ? `${line}- new ${nth} ${i}\n` : line)),
    );
    const files = [lines, ours ?? [], theirs ?? []].map((all) => all.join(""));
    const [base = "", one = "", two = ""] = files;
    const start = cpuMs();
    const result = merged({ base, ours: one, theirs: two });
    // Both ways round, on a machine that is busy; quadratic time would be minutes.
    expect(cpuMs() - start).toBeLessThan(5_000);
    expect(result?.split("\n")).toHaveLength(5_201);
  });
});
