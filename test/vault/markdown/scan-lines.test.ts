import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { scanLines } from "../../../src/vault/markdown/scan-lines.ts";
import { splitLines } from "../../../src/vault/split-lines.ts";
import { cpuMs } from "../../cpu-ms.ts";
import { drawn, fc } from "../../fast-check.ts";
import { oddFiles } from "../fixtures.ts";
import { outlineByRemark, outlineByScan } from "./markdown-oracle.ts";
import { markdownSoup, nestedSoup } from "./markdown-soup.ts";

const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** Whose last line remark reads in another way without its line end, where a tag stands there by itself. */
const endsInTag = (text: string): boolean => />[ \t]*$/.test(text);

test("scanLines() sees the blocks that remark sees when lines are thrown together", () => {
  fc.assert(
    fc.property(markdownSoup, (text) => {
      fc.pre(!endsInTag(text));
      expect(outlineByScan(text)).toEqual(outlineByRemark(text));
    }),
    { numRuns: drawn(3_000) },
  );
});

test("scanLines() sees the blocks that remark sees when lists and quotes nest", () => {
  fc.assert(
    fc.property(nestedSoup, (text) => {
      fc.pre(!endsInTag(text));
      expect(outlineByScan(text)).toEqual(outlineByRemark(text));
    }),
    { numRuns: drawn(2_000) },
  );
});

test.each(oddFiles)("scanLines() sees the blocks that remark sees in %s", (_, bytes) => {
  const text = decode(bytes);
  for (const variant of [text, text.replace(/\r\n|\r/g, "\n"), text.trimEnd()]) {
    expect(outlineByScan(variant)).toEqual(outlineByRemark(variant));
  }
});

test("scanLines() sees the blocks that remark sees in real documents", () => {
  const root = resolve(import.meta.dirname, "../../..");
  const all = globSync("node_modules/*/{,docs/}*.md", { cwd: root }).slice(0, 120);
  const files = all.filter((_, i) => i % 2 === 0);
  expect(files.length).toBeGreaterThan(50);
  for (const file of files) {
    const text = decode(readFileSync(join(root, file)));
    expect(outlineByScan(text), file).toEqual(outlineByRemark(text));
  }
});

test.each([
  ["quotes", ">".repeat(50_000)],
  ["list markers", `${"- ".repeat(20_000)}a`],
  ["blank lines below list markers", `${"- ".repeat(200_000)}x${"\n".repeat(200_000)}`],
  ["white lines below list markers", `${"- ".repeat(100)}x${"\n ".repeat(100_000)}`],
  ["nested items", Array.from({ length: 1_000 }, (_, i) => `${" ".repeat(i * 2)}- a`).join("\n")],
  ["definitions", "[a]:\n".repeat(30_000)],
  ["brackets", `${"[".repeat(100_000)}\na`],
  ["an open title", `[a]: b '${"t\n".repeat(30_000)}`],
  ["attributes", `<a ${"b ".repeat(200_000)}`],
  ["hashes", "# ".repeat(200_000)],
  ["CDATA", `<![CDATA[${"]".repeat(200_000)}`],
])("scanLines() takes linear time when given %s", (_, text) => {
  const start = cpuMs();
  scanLines(splitLines(text));
  expect(cpuMs() - start).toBeLessThan(2_000);
});

test.each([1, 2, 99, 100])(
  "scanLines() sees the blocks that remark sees when blank lines follow %i containers",
  (depth) => {
    for (const marker of ["- ", "> ", "- > ", "> - "]) {
      const open = marker.repeat(depth / (marker.length / 2));
      for (const after of ["", "\n", "\n\n", "\n \n", "\n  \n\n", "\n\n>\n\n"]) {
        for (const words of ["y", "  y", `${" ".repeat(2 * depth)}y`, "- y", "> y", "    y"]) {
          for (const first of ["x", "", "```"]) {
            const text = `${open}${first}\n${after}${words}\n`;
            expect(outlineByScan(text), JSON.stringify(text)).toEqual(outlineByRemark(text));
          }
        }
      }
    }
  },
);

test("scanLines() takes containers beyond the hundredth for text, and loses no line", () => {
  const blocks = scanLines([`${"- ".repeat(300)}x`, "", `${" ".repeat(400)}y`, "", "- z"]);
  expect(blocks).toMatchObject([
    {
      type: "list",
      endLine: 5,
      items: [
        { line: 1, endLine: 3, paragraph: undefined },
        { line: 5, paragraph: ["z"] },
      ],
    },
  ]);
});
