import { expect, test } from "vitest";
import { renderDocument } from "../../../site/markdown/render-document.ts";
import { renderInline } from "../../../site/markdown/render-inline.ts";
import { drawn, fc } from "../../fast-check.ts";
import { html } from "../hostile/html.ts";
import { urls } from "../hostile/urls.ts";
import { faultsOf, valuesOf } from "./check-html.ts";
import { contextOf, documentOf, htmlOf } from "./render.ts";

const short = (all: Readonly<Record<string, string>>): string[] =>
  Object.values(all).filter((text) => text.length < 200);

const markdown = [
  "\n",
  "\n\n",
  "\n- ",
  "\n  - ",
  "\n    ",
  "\n> ",
  "\n1. ",
  "\n# ",
  "\n## ",
  "\n---\n",
  "\n```js\n",
  "\n```\n",
  "\n$$\n",
  "\n| a | b |\n|---|---|\n| ",
  " | ",
  "|",
  "\n===\n",
  "\n[^1]: ",
  "[^1]",
  "\n[x]: ",
  "[x]",
  "[",
  "]",
  "(",
  ")",
  "](",
  "![",
  "[[",
  "]]",
  "![[",
  "#",
  " #tag",
  "::",
  "[k:: ",
  "*",
  "**",
  "_",
  "~~",
  "`",
  "``",
  "$",
  "==",
  "%%",
  "<",
  ">",
  "\\",
  "&",
  "&#x3c;",
  '"',
  "'",
  "\n> [!note]- ",
  "- [ ] ",
  "- [x] ",
  " (2026-02-12)",
  " [bank:: Health]",
  " ^id",
  "\n^id\n",
  "page",
  "page.png",
  "![[page]]",
  "[[page#Part]]",
  "![[page#^id]]",
  "![[#^id]]",
  "^[",
  "^[word]",
  "- [/] ",
  "$$word",
  "<u>",
  "</u>",
  "<s>",
  "</s>",
  "<b>",
  "<span style=x>",
  "</span>",
  "<br>",
  '<img src="page.png" alt="',
  '">',
  "\n<details>\n",
  "<summary>",
  "</summary>",
  "\n</details>\n",
  "\n<p>",
  "</p>",
  "<div>",
  "</div>",
  "word$$\n",
  "https://example.org",
  "www.example.org",
  "a@example.org",
  "  \n",
  "\t",
  "\0",
  "\u202e",
  "\u2066",
  "\u200b",
  "\u0301",
  "\ufdd0",
  "\ufdd00\ufdd1",
  "\r",
  "\r\n",
  "word",
  "été",
  "日本",
  "\ud83d",
];
const fragments = fc.constantFrom(...markdown, ...markdown, ...short(html), ...short(urls));
const texts = fc.oneof(
  { weight: 4, arbitrary: fc.array(fragments, { maxLength: 30 }).map((parts) => parts.join("")) },
  { weight: 1, arbitrary: fc.string({ unit: "grapheme", maxLength: 60 }) },
  { weight: 1, arbitrary: fc.string({ unit: "binary-ascii", maxLength: 60 }) },
);
const context = contextOf({ page: "# Page\n\n- [[page]]\n\n## Part\n\n![[page]]\n" });

test("renderDocument() writes nothing but what is allowed, shows every entry once, and has no id twice", () => {
  fc.assert(
    fc.property(texts, (text) => {
      const document = documentOf(text);
      const view = renderDocument(document, context);
      const html = htmlOf(view);
      expect(html.flatMap(faultsOf)).toEqual([]);
      const items = view.blocks.flatMap((block) => (block.type === "entries" ? block.items : []));
      const shown = items.flatMap((item) => (item.type === "entry" ? [item.entry.anchor] : []));
      expect(new Set(shown).size).toBe(shown.length);
      const ids = [...shown, ...html.flatMap((part) => valuesOf(part, "id"))];
      expect(new Set(ids).size).toBe(ids.length);
      // A formula or a footnote may hold what the vault takes for an entry.
      if (!/^ {0,3}(?:\$\$|\[\^)/m.test(document.text)) {
        expect(shown).toEqual(document.entries.map(({ anchor }) => anchor));
      }
    }),
    { numRuns: drawn(3000) },
  );
});

test("renderInline() writes nothing but words of a line that are allowed", () => {
  fc.assert(
    fc.property(texts, (text) => {
      const html = renderInline(text, context);
      expect(faultsOf(html)).toEqual([]);
      expect(html).not.toMatch(/<(?:p|div|ul|ol|li|h\d|pre|table|blockquote)[ >]/);
      expect(valuesOf(html, "id")).toEqual([]);
    }),
    { numRuns: drawn(3000) },
  );
});

test("renderInline() makes no link of an address whose host holds a quote", () => {
  const html = renderInline('https://example.org"https://example.org', context);
  expect(faultsOf(html)).toEqual([]);
  expect(html).not.toContain("<a ");
});

/** Words that mean nothing to anyone must come through, wherever they stand. */
test("renderDocument() loses no words", () => {
  const word = fc.stringMatching(/^[a-z]{4,8}$/).map((letters) => `Q${letters}Q`);
  const places = fc.constantFrom(
    "",
    "- ",
    "  - ",
    "> ",
    "1. ",
    "# ",
    "    ",
    "[^1]: ",
    "$$ ",
    "| ",
    "```\n",
    "<div>",
    "- [ ] ",
    "[!note] ",
    "[[",
    "![[",
    "==",
    "**",
    "`",
    "$",
    "](x) [",
  );
  const lines = fc.array(fc.tuple(places, word, fc.constantFrom("", " ", "\n")), {
    minLength: 1,
    maxLength: 12,
  });
  fc.assert(
    fc.property(lines, (parts) => {
      const text = `[^1]\n\n${parts.map((part) => part.join("")).join("\n")}\n`;
      const document = documentOf(text);
      const html = htmlOf(renderDocument(document, context)).join(" ") + document.title;
      // A formula has an element a letter.
      const shown = html + html.replace(/<[^>]*>/g, "");
      // A footnote is shown where it is referred to, and the second of a name is none.
      const lost = parts.map(([, name]) => name).filter((name) => !shown.includes(name));
      expect(lost.length <= parts.filter(([place]) => place === "[^1]: ").length * 12).toBe(true);
      if (parts.every(([place]) => place !== "[^1]: ")) expect(lost).toEqual([]);
    }),
    { numRuns: drawn(2000) },
  );
});
