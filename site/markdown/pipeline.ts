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

/** The heading above footnotes is for screen readers only. */
const footnotes = { footnoteLabelProperties: { className: ["vh"] } };

/** HTML, callouts, formulas and code: few notes have any, and each of these looks through all of a note. */
const rarePlugins: PluggableList = [
  remarkWords,
  [remarkRehype, { ...footnotes, allowDangerousHtml: true }],
  rehypeRaw,
  // Without the package's pictures: styles/callouts.css draws them.
  [rehypeCallouts, { theme: "obsidian", showIndicator: false }],
  [rehypeKatex, { output: "mathml", strict: "ignore" }],
  [rehypeHighlight, { detect: false }],
];
const rare = /[<>$`]|~~~/;

/** Rows of tables, strikes, addresses, tasks and footnotes: GFM tries each letter of a note for the start of an address. */
const gfm = /^[ \t]*[-:|][-:| \t]*$|[~@]|:\/\/|www\.|\[[\sx]\]|\[\^/im;

const createProcessor = (syntax: PluggableList, plugins: PluggableList) =>
  remark()
    .use(syntax)
    .use(remarkEntries)
    .use(plugins)
    .use(rehypeVaultLinks)
    .use(rehypePlainForms)
    // Last: what it does not know is not on a page, whatever stood before it.
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

/** A longer note would keep its reader, and all others, waiting. */
const maxLength = 300_000;

/** What takes longer (ms) is ended: no estimate knows all that Markdown, KaTeX and a highlighter can be given. */
const maxMs = 10_000;
const timed = createContext({});
const render = new Script("render()");
/** Texts that took longer, or are nested too deep to be walked: they are not tried again. */
const plain = new Set<string>();

/** True for a text that was not rendered, and will not be. */
export const isPlain = (text: string): boolean => text.length > maxLength || plain.has(text);

/** HTML and headings of a note, which is plain text where it takes too long. */
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

/** Links to its memories lead to its top. */
const plainText = (text: string, { entries }: NoteFrontmatter): string => {
  const shown = markInvisible(text.trim()) ?? [{ type: "text", value: text.trim() }];
  const anchors = entries.map(({ anchor }) => h("span", { id: anchor }));
  return toHtml([...anchors, h("pre.plain", { tabIndex: 0 }, shown)]);
};

/** Behind these a parser of HTML reads by other rules, to the end of the note: they are words. Formulas are KaTeX's. */
const otherRules = new RegExp(
  `<(?=/?(?:${mathTags.join("|")}|svg|plaintext|xmp|listing)\\b)`,
  "gi",
);

function remarkWords() {
  return (tree: Mdast): void => {
    visit(tree, (node) => {
      if (node.type === "html") node.value = node.value.replace(otherRules, "&lt;");
      if (node.type !== "math") return;
      // What stands behind the `$$` that opens a formula is part of it, and not of its fence.
      const [code] = node.data?.hChildren ?? [];
      if (!node.meta || code?.type !== "element") return;
      node.value = `${node.meta}\n${node.value}`;
      code.children = [{ type: "text", value: node.value }];
    });
  };
}

/** GitHub's anchors, what the table of contents lists, and no link to an anchor that is not there. */
function rehypeAnchors() {
  return (tree: Root, file: VFile): void => {
    const { title, entries, isEmbedded } = noteOf(file);
    const slugger = new GithubSlugger();
    const ids = new Set<unknown>([slugger.slug(title)]); // The page's own heading has it.
    const headings: Heading[] = [];
    const links: Element["properties"][] = [];
    visit(tree, "element", (node) => {
      headings.push(...nameHeading(node, slugger));
      const { id, href } = node.properties;
      if (`${href}`.startsWith("#")) links.push(node.properties);
      if (ids.has(id))
        delete node.properties.id; // The first of a name has it.
      else if (id !== undefined) ids.add(id);
    });
    file.data.headings = headings;
    if (isEmbedded) return;
    // Where a note's own markup swallows a memory, links to it lead to the top.
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
