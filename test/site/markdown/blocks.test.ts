import { expect, test } from "vitest";
import { renderDocument } from "../../../site/markdown/render-document.ts";
import { anchorsOf } from "../../../site/vault/anchors.ts";
import { faultsOf, valuesOf } from "./check-html.ts";
import { contextOf, documentOf, htmlOf, proseOf, renderText } from "./render.ts";

/** A note with a block of each kind that can have an id. */
const blocks = `# Kitchen

Soak the beans
overnight. ^soak

> Salt last. ^salt

> [!tip] Heat
> Low and slow.

^heat

> Quoted,
> twice.
> ^twice

| dish | time |
|------|------|
| rice | 18   |
^times

| a | b |
|---|---|
| c | d |

^cells

- wash
  - dry
    - fold ^fold
    - stack
  - rest
- iron ^iron

  with steam

Before

1. first
2. second

^order

\`\`\`
code ^none
\`\`\`

^code

![[pot.png]]^pot

## Deep ^deep
`;

const context = contextOf({ kitchen: blocks });
const embedded = (id: string): string => {
  const html = proseOf(`![[kitchen#^${id}]]`, context);
  expect(faultsOf(html)).toEqual([]);
  expect(html).toContain('<div class="embed">');
  return html.replace(/^.*?<\/p>\n?|<\/div>$/gs, "");
};

test.each([
  ["soak", "<p>Soak the beans\novernight.</p>"],
  ["salt", "<blockquote>\n<p>Salt last.</p>\n</blockquote>"],
  [
    "heat",
    '<div class="callout callout-tip"><p class="callout-title">Heat</p><p>Low and slow.</p></div>',
  ],
  ["twice", "<blockquote>\n<p>Quoted,\ntwice.</p>\n</blockquote>"],
  ["fold", "<ul>\n<li>fold</li>\n</ul>"],
  ["iron", "<ul><li>iron<p>with steam</p></li></ul>"],
  ["order", "<ol><li>first</li><li>second</li></ol>"],
  ["pot", '<p><img src="/files/pot.png" alt="pot.png" loading="lazy"></p>'],
  ["code", '<pre tabindex="0"><code>code ^none\n</code></pre>'],
])("renderDocument() shows the block ^%s within another note", (id, html) => {
  expect(embedded(id)).toBe(html);
});

test("renderDocument() shows tables by their id, with no row of it", () => {
  expect(embedded("times").match(/<tr>/g)).toHaveLength(2);
  expect(embedded("cells")).toMatch(/<td>c<\/td>/);
  expect(embedded("times") + embedded("cells")).not.toContain("^");
});

test("every anchor that links may point at is on the page once", () => {
  const document = documentOf(blocks, "kitchen");
  const view = renderDocument(document, context);
  const html = htmlOf(view);
  const entries = view.blocks.flatMap((block) =>
    block.type === "entries"
      ? block.items.flatMap((item) => (item.type === "entry" ? [item.entry.anchor] : []))
      : [],
  );
  const ids = [...entries, ...html.flatMap((part) => valuesOf(part, "id"))];
  expect(new Set(ids).size).toBe(ids.length);
  const wanted = [...anchorsOf(document)].filter((id) => id !== "h-kitchen" && id.startsWith("e-"));
  expect(wanted.filter((id) => !ids.includes(id))).toEqual([]);
  expect(wanted).toHaveLength(12);
  expect(html.join("")).toContain('<span id="e-heat"></span>');
});

test("renderDocument() shows parts of a note within itself, but none in itself", () => {
  const text =
    "# Own\n\n![[#Below]]\n\n![[own#^id]]\n\n![[own]]\n\n## Below\n\nWords. ^id\n\n![[#Below]]\n";
  const own = documentOf(text, "own");
  const { blocks: shown, faults } = renderDocument(own, contextOf({ own: text }, own));
  const [block] = shown;
  const html = block?.type === "prose" ? block.html : "";
  expect(faultsOf(html)).toEqual([]);
  expect(html.match(/<p>Words\.<\/p>/g)).toHaveLength(3);
  expect(html.match(/<div class="embed">/g)).toHaveLength(3);
  expect(faults).toEqual([
    "Shown as a link only, because it is nested too deeply, too large or part of itself: Own › Below",
    "Shown as a link only, because it is nested too deeply, too large or part of itself: Own",
  ]);
});

test("renderDocument() takes no time over many ids in one list", () => {
  const text = `- a\n${Array.from({ length: 5000 }, (_, i) => `  b ^id-${i}\n`).join("")}`;
  const before = process.cpuUsage().user;
  anchorsOf(documentOf(text));
  expect((process.cpuUsage().user - before) / 1000).toBeLessThan(2000);
});

test("renderDocument() breaks lines at their ends where the site is set so", () => {
  const source =
    "One\n**two**\nthree #tag\n\n> [!tip] Title\n> a\n> b\n\n![[kitchen#^soak]]\n![[kitchen#^salt]]\n\n- item (2026-02-12)\n  goes on\n\n| a |\n|---|\n| b |\n";
  const html = htmlOf(renderText(source, { ...context, hasLineBreaks: true }));
  expect(html.flatMap(faultsOf)).toEqual([]);
  expect(html.join("")).toContain(
    '<p>One<br><strong>two</strong><br>three <a class="tag" href="/tags/tag/">#tag</a></p>',
  );
  expect(html.join("")).toContain('<p class="callout-title">Title</p><p>a<br>b</p>');
  expect(html.join("").match(/<div class="embed">/g)).toHaveLength(2);
  expect(html.join("").match(/<br>/g)).toHaveLength(3);
  expect(htmlOf(renderText(source, context)).join("")).not.toContain("<br>");
});
