import { expect, test } from "vitest";
import { renderInline } from "../../../site/markdown/render-inline.ts";
import { cutTags, readTag } from "../../../site/vault/html-tags.ts";
import { drawn, fc } from "../../fast-check.ts";
import { faultsOf } from "./check-html.ts";
import { contextOf, htmlOf, proseOf, renderText } from "./render.ts";

const context = contextOf({ cooking: "# Cooking\n" });
const raw = (html: string): string =>
  `<code class="raw-html">${html.replaceAll("<", "&#x3C;")}</code>`;

test.each([
  ["<u>a</u> <s>b</s> <kbd>Ctrl</kbd>", "<u>a</u> <s>b</s> <kbd>Ctrl</kbd>"],
  ["H<sub>2</sub>O x<sup>2</sup>", "H<sub>2</sub>O x<sup>2</sup>"],
  ["<mark>a</mark> <small>b</small>", "<mark>a</mark> <small>b</small>"],
  ["<b>a</b> <i>b</i> <U>c</U>", "<strong>a</strong> <em>b</em> <u>c</u>"],
  ['<span style="position:fixed" onclick="x()">a</span>', "a"],
  ['<u class="box" id="h-x" style="all:unset" onfocus=x>a</u>', "<u>a</u>"],
  ["<u>**a** <s>b</s></u>", "<u><strong>a</strong> <s>b</s></u>"],
  ["**<u>a** b</u>", `<strong>${raw("<u>")}a</strong> b${raw("</u>")}`],
  ["<u>a", `${raw("<u>")}a`],
  ["a</u>", `a${raw("</u>")}`],
  ["<u><s>a</u>b</s>", `<u>${raw("<s>")}a</u>b${raw("</s>")}`],
  ["a<br>b<br/>c<BR />d", "a<br>b<br>c<br>d"],
  ["a<p/>b", "a<br>b"],
  ['<u title="<b>">a</u>', `${raw('<u title="<b>">')}a${raw("</u>")}`],
  ["<u/>a", `${raw("<u/>")}a`],
  ["<details>a</details>", `${raw("<details>")}a${raw("</details>")}`],
  ["<bdo dir=rtl>a</bdo>", `${raw("<bdo dir=rtl>")}a${raw("</bdo>")}`],
  ["`<u>a</u>` \\<u>b", "<code>&#x3C;u>a&#x3C;/u></code> &#x3C;u>b"],
  [
    '<img src="photo.png" alt="Oven" width=300 onerror="x()">',
    '<img src="/files/photo.png" alt="Oven" loading="lazy" width="300">',
  ],
  [
    '<img src="https://example.org/x.png" alt="Oven">',
    '<a class="remote-image" href="https://example.org/x.png" rel="noreferrer noopener">Oven</a>',
  ],
  ['<img src="javascript:x()">', raw('<img src="javascript:x()">')],
  ['<img src="cooking">', raw('<img src="cooking">')],
])("renderInline() of %s", (markdown, html) => {
  expect(renderInline(markdown, context)).toBe(html);
  expect(faultsOf(html)).toEqual([]);
});

test.each([
  [
    "<details>\n<summary>More &amp; <b>more</b></summary>\nWords <u>here</u>\n</details>",
    "<details><summary>More &#x26; <strong>more</strong></summary><p>\nWords <u>here</u></p></details>",
  ],
  [
    "<details open><summary>Top</summary>\n<p>a</p>\n<p>b</p>\n<details>c</details>\n</details>",
    "<details open><summary>Top</summary><p>a</p><p>b</p><details><p>c</p></details></details>",
  ],
  [
    "<details>\n<summary>Top</summary>\n\n**Bold**\n\n> quote\n\n</details>\n\nafter",
    "<details><summary>Top</summary><p><strong>Bold</strong></p>\n<blockquote>\n<p>quote</p>\n</blockquote></details>\n<p>after</p>",
  ],
  ["<p/>\n\na\n\n<p/>", "<p>a</p>"],
  [
    '<div align="center">\n<img src="photo.png">\n</div>',
    '<p><img src="/files/photo.png" alt="photo.png" loading="lazy"></p>',
  ],
  [
    '<div style="padding:1em"><iframe src="https://www.youtube.com/embed/x?a=1&amp;b" allow=x>no frames</iframe></div>',
    `<p><a class="remote-image" href="https://www.youtube.com/embed/x?a=1&#x26;b" rel="noreferrer noopener">Video: www.youtube.com</a></p>`,
  ],
  [
    '<iframe title="The plan" src="https://example.org/plan"></iframe>',
    `<p><a class="remote-image" href="https://example.org/plan" rel="noreferrer noopener">The plan</a></p>`,
  ],
  ["<p>[[cooking]] *a* &lt;b&gt;</p>", "<p>[[cooking]] *a* &#x3C;b></p>"],
])("renderDocument() of the block %j", (markdown, html) => {
  const shown = proseOf(markdown, context);
  expect(shown).toBe(html);
  expect(faultsOf(shown)).toEqual([]);
});

test.each([
  "<details><summary>a</summary>",
  "<details>a</div>",
  "<p><p>a</p></p>",
  "<p><details>a</details></p>",
  "<details>a<summary>b</summary></details>",
  "<div><script>x</script></div>",
  "<div><!-- x --></div>",
  "<div><a href=x>y</a></div>",
  '<div><img src="nowhere" onerror=x></div>',
  "<div>a < b</div>",
  "<div><u>a</div></u>",
  '<iframe srcdoc="<script>x</script>"></iframe>',
  '<iframe src="https://example.org" srcdoc="x"></iframe>',
  '<iframe src="javascript:x()"></iframe>',
  '<iframe src="cooking"></iframe>',
  "<svg><style><img src=x onerror=x></style></svg>",
  "<math><mtext><table><mglyph><style><img src=x></style></mglyph></table></mtext></math>",
  `${"<div>".repeat(30)}a${"</div>".repeat(30)}`,
  "<noscript><p title='</noscript><img src=x>'></noscript>",
])("renderDocument() shows %j as it is written", (markdown) => {
  const shown = proseOf(markdown, context);
  expect(faultsOf(shown)).toEqual([]);
  expect(shown).toContain('<code class="raw-html">');
  expect(shown).not.toMatch(/<(?:u|details|img|script|style|iframe|svg)[ >]/);
});

test("entries stand on their own, also between <details> and its end", () => {
  const { blocks } = renderText("<details>\n\n- one\n\n</details>\n");
  expect(blocks.map(({ type }) => type)).toEqual(["prose", "entries", "prose"]);
});

test("readTag() and cutTags() take no time over what never ends, and lose nothing", () => {
  const before = process.cpuUsage().user;
  for (const part of ["<", "<a ", '<a b="', "<a b='\"", "<a a a a ", "<img src=", "<u>", "</u"]) {
    const text = part.repeat(20_000 / part.length);
    expect(cutTags(text).join("")).toBe(text);
    readTag(text);
    readTag(text.slice(0, 2000));
    expect(htmlOf(renderText(text.slice(0, 10_000), context)).flatMap(faultsOf)).toEqual([]);
  }
  expect((process.cpuUsage().user - before) / 1000).toBeLessThan(4000);
});

test("renderDocument() of any nest of tags holds only what nests", () => {
  const names = [
    "u",
    "s",
    "b",
    "span",
    "p",
    "div",
    "details",
    "summary",
    "br",
    "img",
    "script",
    "a",
  ];
  const part = fc.oneof(
    fc.constantFrom(
      "a",
      " ",
      "\n",
      "**",
      "[[cooking]]",
      "<!--",
      "-->",
      "](x)",
      "[",
      "\n\n",
      "- ",
      "> ",
    ),
    fc
      .tuple(
        fc.constantFrom("", "/"),
        fc.constantFrom(...names),
        fc.constantFrom("", " id=x", '="', ' src="a.png"', "/"),
      )
      .map(([slash, name, rest]) => `<${slash}${name}${rest}>`),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 24 }), (parts) => {
      expect(htmlOf(renderText(parts.join(""), context)).flatMap(faultsOf)).toEqual([]);
    }),
    { numRuns: drawn(3000) },
  );
});

test("a picture, film or page elsewhere whose words name another host says where it leads", () => {
  const [words, src] = ["https://good.example", "https://evil.example/x.png"];
  const named = `${words}</a><span class="link-host"> (<bdi>evil.example</bdi>)</span>`;
  expect(proseOf(`![${words}](${src})`)).toContain(named);
  expect(proseOf(`a <img src="${src}" alt="${words}">`)).toContain(named);
  expect(proseOf(`<iframe src="${src}" title="${words}"></iframe>`)).toContain(named);
  expect(proseOf(`![A plan](${src})`)).not.toContain("link-host");
});
