import { expect, test } from "vitest";
import { renderInline } from "../../../site/markdown/render-inline.ts";
import { faultsOf } from "./check-html.ts";
import { contextOf, htmlOf, proseOf, renderText } from "./render.ts";

const context = contextOf({
  cooking: "# Cooking\n\n- Bomba rice\n",
  "rice-dishes": "# Rice dishes\n",
  loop: "# Loop\n\nRound ![[loop]] and\n\n![[loop]]\n",
  one: "One.\n\n![[two]]\n",
  two: "Two.\n\n![[three]]\n",
  three: "Three.\n\n![[cooking]]\n",
  parts:
    "# Parts\n\n## First\n\n- Of it (2026-01-01) [bank:: Health] ^a1\n\n### Deeper\n\nBelow *it*.\n\n## Second\n\nNo.\n",
});

const inline = [
  "plain words & more, 5 < 6",
  'it\'s "quoted" — plain',
  "**bold** *it* _it_ ~~old~~ ~one~ `code`",
  "[[cooking]] [[cooking|rice]] [[rice-dishes]] [[Nowhere]] [[nowhere|Words]]",
  "[[cooking#Facts]] [[cooking#^k3f9x2]] [[#Here]] [[cooking#A#B]]",
  "\\[[cooking]] `[[cooking]]` [[]] [[|x]] [[a [b] c]]",
  "[words [[cooking]] words](https://example.org)",
  "**[[cooking]]** ==[[cooking]]==",
  "#food #a/b #2026 #2026x a#b \\#no #été, #日本語 `#no`",
  "[source:: chat_a_b] and [due:: [[cooking]]] and [a::] [ :: ]",
  "[words](cooking) [words](nowhere.md) [words](cooking#Facts) [here](#Part)",
  "https://example.org/a?b=c&d www.example.org a@example.org <https://example.org>",
  "[https://good.example](https://evil.example/x) [good.example](https://evil.example) [good](https://evil.example)",
  "[www.good.example/a](https://good.example/b) https://u:p@evil.example https://аpple.example",
  "[x](javascript:alert(1)) [x](data:text/html,x) [x](//example.org) [m](mailto:a@b.c?subject=x) [t](tel:+34123)",
  "![alt](photo.png) ![alt|300](photo.png) ![](photo.png) ![x](nowhere.png) ![x](https://evil.example/y.png)",
  "![[photo.png]] ![[photo.png|300]] ![[photo.png|300x200]] ![[photo.png|words]] ![[drawing.svg]]",
  "![](https://www.youtube.com/watch?v=x) ![Talk](https://youtu.be/x) ![](https://example.org/x.png)",
  "![[paper.pdf|The paper]] ![[icon.svg]]",
  "![[song.mp3]] ![[film.mp4]] ![[paper.pdf]] ![[cooking]] ![[nowhere]]",
  "==marked *too*== a == b a==b==c ===",
  "shown %%hidden *too*%% shown, 100%%",
  "$x_1^2$ costs $5 and $6, 5$-10$ and \\$x$ and $$y$$",
  "$\\frac{1}{2}$ $\\nonsense{x}$ $\\href{javascript:x}{y}$",
  "<b>bold</b> <script>x</script> a<br>b a <!-- c --> &lt;b&gt; &amp; &copy;",
  "# no heading",
  "- no list",
  "> no quote",
  "1. no list",
  "```no code",
  "| no | table |",
  "    no code",
  "[x]: no-definition",
  "---",
  "note[^1] and [x][y]",
  "a\u202eb \u2067iso\u2069 \u2066open \u200b\u200b\u200b\u200b\u200b x\u200dy 👩‍👩‍👧",
  "two\nlines\r\nthree",
];

test.each(inline)("renderInline() of %j", (markdown) => {
  const html = renderInline(markdown, context);
  expect(faultsOf(html)).toEqual([]);
  expect(html).toMatchSnapshot();
});

const prose = [
  "Words\nof a paragraph.  \nBreak.\n\nAnother ^block-id",
  "^only-id",
  "> quote\n> > deeper",
  "> [!note] Title *of* it\n> Body\n>\n> - more",
  "> [!WARNING]\n> Body",
  "> [!tip]- Closed\n> Body",
  "> [!faq]+ Open",
  "> [!custom thing] \n> Body",
  "> [!note\n> Not one",
  "| a | b |\n|:--|--:|\n| [[cooking|x]] | [[cooking\\|y]] |\n| `a` | |",
  "|  | b |\n|---|---|\n| 1 | 2 |\n\n| c |\n|---|\n| 3 |",
  '```ts\nconst a: string = "<b>";\n```\n\n```nolang\n<b>\n```\n\n    indented <b>\n\n```\nplain\n```',
  "```mermaid\ngraph TD\nA-->B\n```",
  "```math\nx^2\n```\n\n$$\n\\sum_{i=1}^n i\n$$\n\n$$\n\\broken{\n$$",
  "<div onclick=x>\n*raw*\n</div>\n\nafter",
  "Note[^a] and[^b] and again[^a].\n\n[^a]: First *note*.\n[^b]: Second[^c].\n[^c]: Third.\n[^d]: Unused.",
  '[x] and ![x] and [y][x]\n\n[x]: https://example.org "title"',
  "![[parts]]",
  "![[parts#First]]",
  "![[parts#^a1]]",
  "![[parts#Nowhere]]",
  "![[loop]]",
  "![[one]]",
  "![[cooking]]\n![[rice-dishes]]",
  "words ![[cooking]] words",
  "***",
  "1986. not one\n\n<!-- x -->\n\n7) seven",
];

test.each(prose)("renderDocument() of prose %j", (markdown) => {
  const html = proseOf(markdown, context);
  expect(faultsOf(html)).toEqual([]);
  expect(html).toMatchSnapshot();
});

test("renderDocument() leaves out the title's heading once and levels the others", () => {
  const view = renderText(
    "Text\n\n# Page\n\n#### Deep\n\n## Up\n\n### Down\n\n### Down\n\n###### Bottom\n\n# 🔥\n",
    context,
  );
  expect(view.headings).toEqual([
    { depth: 2, text: "Page", id: "h-page" },
    { depth: 3, text: "Deep", id: "h-deep" },
    { depth: 3, text: "Up", id: "h-up" },
    { depth: 4, text: "Down", id: "h-down" },
    { depth: 4, text: "Down", id: "h-down-2" },
    { depth: 5, text: "Bottom", id: "h-bottom" },
    { depth: 2, text: "🔥", id: expect.stringMatching(/^h-[0-9a-f]{8}$/) },
  ]);
  const levels = htmlOf(view).join("").match(/<h\d/g);
  expect(levels).toEqual(["<h2", "<h3", "<h3", "<h4", "<h4", "<h5", "<h2"]);
});

test("renderDocument() says which formula could not be read", () => {
  expect(renderText("$$\n\\broken{\n$$\n").faults).toEqual([
    "This formula could not be read: \\broken{",
  ]);
});
