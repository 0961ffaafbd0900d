import { expect, test } from "vitest";
import { renderDocument } from "../../../site/markdown/render-document.ts";
import { contextOf, documentOf, renderText } from "./render.ts";

/** A document as an outline: what each block and item is, and its words. */
function outlineOf(text: string): unknown[] {
  return renderText(text, contextOf({ cooking: "# Cooking\n" })).blocks.map((block) => {
    if (block.type === "prose") return block.html;
    const items = block.items.map((item) => {
      if (item.type === "item") return { item: item.html };
      return item.entry.nested === "" ? item.entry.html : [item.entry.html, item.entry.nested];
    });
    return block.isOrdered ? { ordered: items } : { items };
  });
}

test.each<[string, string, unknown[]]>([
  [
    "metadata is not among the words",
    "- Bomba rice (2026-02-12) [bank:: Health] #food\n- [x] Done #protected ^k3f9x2\n",
    [{ items: ["Bomba rice", "Done"] }],
  ],
  [
    "prose stands between lists",
    "Before\n\n- a\n\nBetween\n\n- b\n",
    ["<p>Before</p>", { items: ["a"] }, "<p>Between</p>", { items: ["b"] }],
  ],
  [
    "other markers begin another list",
    "- a\n* b\n1. c\n2. d\n3) e\n",
    [{ items: ["a"] }, { items: ["b"] }, { ordered: ["c", "d"] }, { ordered: ["e"] }],
  ],
  [
    "what is nested stands behind the words",
    "- a (2026-02-12)\n  - b *c*\n\n  more\n- d\n",
    [{ items: [["a", "<ul>\n<li>b <em>c</em></li>\n</ul>\n<p>more</p>"], "d"] }],
  ],
  [
    "lines that go on belong to the words",
    "- a\n  b\nc (2026-02-12)\n- d\n",
    [{ items: ["a b c", "d"] }],
  ],
  [
    "an item without words is not an entry",
    "- a\n- ```\n  code\n  ```\n- > quote\n- b\n",
    [
      {
        items: [
          "a",
          { item: '<pre tabindex="0"><code>code\n</code></pre>' },
          { item: "<blockquote>\n<p>quote</p>\n</blockquote>" },
          "b",
        ],
      },
    ],
  ],
  [
    "a list without entries is prose",
    "- > quote\n- # heading\n",
    [
      '<ul>\n<li>\n<blockquote>\n<p>quote</p>\n</blockquote>\n</li>\n<li>\n<h2 id="h-heading">heading</h2>\n</li>\n</ul>',
    ],
  ],
  [
    "words refer to definitions of their document",
    "- a [x] [[cooking]]\n- b[^1] *c*\n\n[x]: https://example.org\n",
    [
      {
        items: [
          'a <a class="external" href="https://example.org/" rel="noreferrer noopener">x</a> <a class="wikilink" href="/topics/cooking/">cooking</a>',
          "b[^1] <em>c</em>",
        ],
      },
    ],
  ],
  [
    "struck words stay struck",
    "- ~~Lives in Tarragona~~ (2026-01-03) [superseded:: ^k3f9x2]\n",
    [{ items: ["<del>Lives in Tarragona</del>"] }],
  ],
  [
    "a formula keeps lines that look like entries",
    "$$\na\n- b\n$$\n\n- c\n",
    [expect.stringContaining("<math"), { items: ["c"] }],
  ],
  [
    "a table within an item is not an entry",
    "- | a |\n  |---|\n  | b |\n- c\n",
    [{ items: [{ item: expect.stringContaining("<table>") }, "c"] }],
  ],
  ["escapes are undone once", "- \\# a \\*b\\*\n- 1\\. c\n", [{ items: ["# a *b*", "1. c"] }]],
])("renderDocument(): %s", (_, text, outline) => {
  expect(outlineOf(text)).toEqual(outline);
});

test("renderDocument() numbers footnotes in the order of the text, those of entries included", () => {
  const [list, notes] = outlineOf(
    "- a[^b]\n  - nested[^c]\n- d[^a] and[^b]\n\n[^a]: A\n[^b]: B\n[^c]: C\n",
  );
  expect(
    JSON.stringify(list)
      .match(/href=..#fn-\d/g)
      ?.map((href) => href.slice(-1)),
  ).toEqual(["1", "2", "3", "1"]);
  expect(notes).toMatch(/^<section class="footnotes".*<p>B .*<p>C .*<p>A /s);
});

test("renderDocument() reads files whose lines end otherwise, and frontmatter's blank lines", () => {
  const document = documentOf("---\r\ntitle: T\r\n---\r\n\r\n# T\r\n\r\n- a\r\n  - b\r- c\r\n");
  const { blocks } = renderDocument(document, contextOf());
  expect(blocks).toHaveLength(1);
  expect(blocks[0]).toMatchObject({
    items: [{ entry: { html: "a" } }, { entry: { html: "c" } }],
  });
});
