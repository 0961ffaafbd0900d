import { expect, test } from "vitest";
import { renderMarkdown } from "../../../site/markdown/pipeline.ts";
import { drawn, fc } from "../../fast-check.ts";
import { html } from "../hostile/html.ts";
import { urls } from "../hostile/urls.ts";
import { faultsOf, valuesOf } from "./check-html.ts";
import { renderNote } from "./render.ts";

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
const others = { "topics/page2.md": "# Page\n\n- [[page]]\n\n## Part\n\n![[page]]\n" };

test("a page has nothing but what is allowed, and no id twice", async () => {
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      // With a line that is open: a page of hidden ones alone is not shown.
      const html = await renderNote(`# Page\n\n- open\n\n${text}`, others);
      expect(faultsOf(html)).toEqual([]);
      const ids = valuesOf(html, "id");
      expect(new Set(ids).size).toBe(ids.length);
    }),
    { numRuns: drawn(800) },
  );
});

test("a note is shown the same, whether all of Markdown is looked for in it or only what it seems to need", async () => {
  const note = { links: {}, entries: [], bank: undefined, title: "Page", tags: [] };
  const site = { language: "en" };
  const embeds = { "not embedded": { ...note, embeds: {}, text: "" } }; // Embedded text may need anything.
  const plain = fc.constantFrom(...markdown.filter((part) => !/[<>$`]/.test(part)));
  const few = fc.array(plain, { maxLength: 8 }).map((parts) => parts.join(""));
  await fc.assert(
    fc.asyncProperty(few, async (text) => {
      const shown = renderMarkdown(text, { ...note, ...site, embeds: {} });
      expect(renderMarkdown(text, { ...note, ...site, embeds })).toEqual(shown);
    }),
    { numRuns: drawn(800) },
  );
});

/** Words that mean nothing to anyone must come through, wherever they stand. */
test("a page loses no words", async () => {
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
  await fc.assert(
    fc.asyncProperty(lines, async (parts) => {
      const text = `# Page\n\n[^1]\n\n${parts.map((part) => part.join("")).join("\n")}\n`;
      const html = await renderNote(text);
      // A formula has an element a letter.
      const shown = html + html.replace(/<[^>]*>/g, "");
      // A footnote is shown where it is referred to, and the second of a name is none.
      if (parts.some(([place]) => place === "[^1]: ")) return;
      expect(parts.map(([, name]) => name).filter((name) => !shown.includes(name))).toEqual([]);
    }),
    { numRuns: drawn(400) },
  );
});
