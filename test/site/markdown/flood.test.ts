import { expect, test } from "vitest";
import { renderDocument } from "../../../site/markdown/render-document.ts";
import { contextOf, documentOf, htmlOf } from "./render.ts";

const many = (length: number, one: (i: number) => string): string => {
  let text = "";
  for (let i = 0; text.length < length; i++) text += one(i);
  return text;
};

/** Notes of 10 and 20 kB that took 12 seconds and more, and far more with three times the length. */
const floods: Readonly<Record<string, string>> = {
  "blocks that are embedded one by one":
    many(10_000, (i) => `![[#^b${i}]]\n\n`) + many(10_000, (i) => `a ^b${i}\n\n`),
  "sections that are embedded one by one":
    many(8_000, (i) => `![[#h${i}]]\n\n`) + many(12_000, (i) => `## h${i}\n\na\n\n`),
  "footnotes, and entries that may refer to each":
    many(4_900, (i) => `[^${i}]: note\n\n`) +
    many(5_000, (i) => `- [^${i % 300}] *x* (2026-01-01)\n  - y\n`),
};

test.each(Object.entries(floods))("renderDocument() of %s takes a moment", (_, text) => {
  const document = documentOf(text);
  const context = contextOf({}, document);
  const startedAt = performance.now();
  const { blocks } = renderDocument(document, context);
  expect(performance.now() - startedAt).toBeLessThan(6_000);
  expect(blocks.length).toBeGreaterThan(0);
});

test("an embedded part of a note is the same wherever it stands, its entries and what it refers to with it", () => {
  const below =
    "## Part\n\n- One *more* (2026-01-01)\n  - nested\n- [Two][x]\n\n[x]: https://a.example\n";
  const htmlBelow = (above: string): string => {
    const context = contextOf({ note: `---\ntitle: Note\n---\n\n${above}${below}` });
    return htmlOf(renderDocument(documentOf("![[note#Part]]\n"), context)).join("");
  };
  expect(htmlBelow("")).toContain("<em>more</em>");
  expect(htmlBelow("")).toContain('href="https://a.example/"');
  expect(htmlBelow("# Title\n\nWords.\n\n- Another (2026-01-01)\n\n")).toBe(htmlBelow(""));
});

test("entries find the footnotes and links that they name, however the name is written", () => {
  const text =
    "- [A  b][ Straße ] and [^Note] (2026-01-01)\n  - x\n\n[STRASSE]: /a.png\n[^nOTE]: Words.\n";
  const document = documentOf(text);
  const html = htmlOf(renderDocument(document, contextOf({}, document))).join("");
  expect(html).not.toContain("Stra");
  expect(html).toContain('href="#fn-1"');
});
