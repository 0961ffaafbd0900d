import { createContext, Script } from "node:vm";
import GithubSlugger from "github-slugger";
import type { Element, Root } from "hast";
import { toHtml } from "hast-util-to-html";
import { toString as wordsOf } from "hast-util-to-string";
import { h } from "hastscript";
import type { Root as Mdast } from "mdast";
import rehypeCallouts from "rehype-callouts";
import rehypeHighlight from "rehype-highlight";
import rehypeKatex from "rehype-katex";
import rehypeRaw from "rehype-raw";
import rehypeSanitize from "rehype-sanitize";
import rehypeStringify from "rehype-stringify";
import { remark } from "remark";
import remarkGfm from "remark-gfm";
import remarkMath from "remark-math";
import remarkRehype from "remark-rehype";
import type { PluggableList } from "unified";
import { visit } from "unist-util-visit";
import { VFile } from "vfile";
import { type NoteFrontmatter, noteOf } from "../vault/note-source.ts";
import { allowList, mathTags } from "./allow-list.ts";
import { markInvisible, rehypePlainForms } from "./rehype-plain-forms.ts";
import { rehypeVaultLinks } from "./rehype-vault-links.ts";
import { remarkEntries } from "./remark-entries.ts";

/** Hides the heading above footnotes from all but screen readers. */
const footnotes = { footnoteLabelProperties: { className: ["vh"] } };

/** HTML, callouts, formulas and code: few notes have any, and each plugin walks the whole note. */
const rarePlugins: PluggableList = [
  remarkWords,
  [remarkRehype, { ...footnotes, allowDangerousHtml: true }],
  rehypeRaw,
  // Without the package's icons: styles/callouts.css draws them.
  [rehypeCallouts, { theme: "obsidian", showIndicator: false }],
  [rehypeKatex, { output: "mathml", strict: "ignore" }],
  [rehypeHighlight, { detect: false }],
];
const rare = /[<>$`]|~~~/;

/** Table rows, strikethrough, URLs, tasks and footnotes. GFM is slow: it looks for a URL at each letter. */
const gfm = /^[ \t]*[-:|][-:| \t]*$|[~@]|:\/\/|www\.|\[[\sx]\]|\[\^/im;

const createProcessor = (syntax: PluggableList, plugins: PluggableList) =>
  remark()
    .use(syntax)
    .use(remarkEntries)
    .use(plugins)
    .use(rehypeVaultLinks)
    .use(rehypePlainForms)
    // The gate: whatever came before, only what is on the list reaches a page.
    .use(rehypeSanitize, allowList)
    .use(rehypeAnchors)
    .use(rehypeStringify)
    .freeze();
const plainProcessor = createProcessor([], [[remarkRehype, footnotes]]);
const gfmProcessor = createProcessor([remarkGfm], [[remarkRehype, footnotes]]);
const fullProcessor = createProcessor([remarkGfm, remarkMath], rarePlugins);

interface Heading {
  readonly depth: number;
  readonly slug: string;
  readonly text: string;
}

/** Longer notes are not rendered: everyone would wait for them. */
const maxLength = 300_000;

/** Rendering is aborted after this (ms): no estimate foresees all that slows Markdown, KaTeX or a highlighter down. */
const maxMs = 10_000;
const timed = createContext({});
const render = new Script("render()");
/** Texts that took longer, or are nested too deeply: they are not tried again. */
const plain = new Set<string>();

/** Whether a text is shown as plain text. */
export const isPlain = (text: string): boolean => text.length > maxLength || plain.has(text);

/** Renders a note to HTML, with its headings; as plain text where that would take too long. */
export function renderMarkdown(
  text: string,
  frontmatter: NoteFrontmatter,
  timeout = maxMs,
): { html: string; headings: Heading[] } {
  const file = new VFile({ value: text, data: { note: { ...frontmatter } } });
  timed.render = () => `${processorFor(text, frontmatter).processSync(file)}`;
  try {
    if (!isPlain(text)) {
      const html: string = render.runInContext(timed, { timeout });
      return { html, headings: (file.data.headings as Heading[] | undefined) ?? [] };
    }
  } catch {
    plain.add(text);
  }
  return { html: plainText(text, frontmatter), headings: [] };
}

function processorFor(text: string, { embeds }: NoteFrontmatter) {
  if (rare.test(text) || Object.keys(embeds).length > 0) return fullProcessor;
  return gfm.test(text) ? gfmProcessor : plainProcessor;
}

/** The anchors of its memories all stand at the top. */
const plainText = (text: string, { entries }: NoteFrontmatter): string => {
  const shown = markInvisible(text.trim()) ?? [{ type: "text", value: text.trim() }];
  const anchors = entries.map(({ anchor }) => h("span", { id: anchor }));
  return toHtml([...anchors, h("pre.plain", { tabIndex: 0 }, shown)]);
};

/** These would switch the HTML parser's mode for the rest of the note, so they are text. Formulas are KaTeX's. */
const otherRules = new RegExp(
  `<(?=/?(?:${mathTags.join("|")}|svg|plaintext|xmp|listing)\\b)`,
  "gi",
);

function remarkWords() {
  return (tree: Mdast): void => {
    visit(tree, (node) => {
      if (node.type === "html") node.value = node.value.replace(otherRules, "&lt;");
      if (node.type !== "math") return;
      // Text behind the opening `$$` is part of the formula, not of its fence.
      const [code] = node.data?.hChildren ?? [];
      if (!node.meta || code?.type !== "element") return;
      node.value = `${node.meta}\n${node.value}`;
      code.children = [{ type: "text", value: node.value }];
    });
  };
}

/** Gives headings GitHub's anchors, lists them for the table of contents, and removes links to missing anchors. */
function rehypeAnchors() {
  return (tree: Root, file: VFile): void => {
    const { title, entries, isEmbedded } = noteOf(file);
    const slugger = new GithubSlugger();
    const ids = new Set<unknown>([slugger.slug(title)]); // Taken by the page's <h1>.
    const headings: Heading[] = [];
    const links: Element["properties"][] = [];
    visit(tree, "element", (node) => {
      headings.push(...nameHeading(node, slugger));
      const { id, href } = node.properties;
      if (`${href}`.startsWith("#")) links.push(node.properties);
      if (ids.has(id))
        delete node.properties.id; // The first element keeps it.
      else if (id !== undefined) ids.add(id);
    });
    file.data.headings = headings;
    if (isEmbedded) return;
    // Where a note's markup swallows a memory, links to it lead to the top of the page.
    for (const { anchor } of entries) {
      if (ids.has(anchor)) continue;
      ids.add(anchor);
      tree.children.unshift(h("span", { id: anchor }));
    }
    const hashes = new Set([...ids].map((id) => encodeURIComponent(`${id}`.toWellFormed())));
    for (const properties of links) {
      const hash = `${properties.href}`.slice(1);
      if (!ids.has(hash) && !hashes.has(hash)) delete properties.href;
    }
  };
}

function nameHeading(node: Element, slugger: GithubSlugger): Heading[] {
  const [, depth] = /^h([1-6])$/.exec(node.tagName) ?? [];
  const text = depth === undefined ? "" : wordsOf(node);
  const isLabel = node.properties.id === "footnote-label";
  const slug = text === "" || isLabel ? "" : slugger.slug(text);
  if (slug === "") return [];
  node.properties.id = slug;
  return [{ depth: Number(depth), slug, text }];
}
