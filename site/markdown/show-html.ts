import type { Element, ElementContent } from "hast";
import { cutTags, readTag, type Tag } from "../vault/html-tags.ts";
import { element, isBlank, isElement, text, trimBlank } from "./elements.ts";
import type { Scope } from "./render-state.ts";
import { readUrl } from "./safe-url.ts";
import { showImage, showRemote } from "./show-links.ts";

/**
 * Raw HTML, never as it is written: of a tag the name alone counts, and only where one of these names begins and ends
 * among the same sisters; what a page shows is an element of ours. Attributes stay behind, but for where a picture is and
 * what it shows. Everything else is shown as the text it is.
 */
const inlineTags: ReadonlyMap<string, string> = new Map([
  ["b", "strong"],
  ["del", "del"],
  ["em", "em"],
  ["i", "em"],
  ["kbd", "kbd"],
  ["mark", "mark"],
  ["s", "s"],
  ["small", "small"],
  ["span", ""],
  ["strong", "strong"],
  ["sub", "sub"],
  ["sup", "sup"],
  ["u", "u"],
]);

const maxDepth = 20;

/** HTML as it is written. */
export const rawHtml = (value: string): Element =>
  element("code", { className: ["raw-html"] }, [text(value)]);

/** Among sisters (`x-html` of to-hast.ts are tags): what stands between a tag and its end is an element. */
export function pairHtml(
  nodes: readonly ElementContent[],
  scope: Scope,
): readonly ElementContent[] {
  if (!nodes.some((node) => isElement(node, "x-html"))) return nodes;
  const out: ElementContent[] = [];
  /** Where in `out` the tags stand that are open. */
  const open: { readonly name: string; readonly at: number }[] = [];
  for (const node of nodes) {
    if (!isElement(node, "x-html")) {
      out.push(node);
      continue;
    }
    const written = `${node.properties.value}`;
    const tag = readTag(written);
    const last = open.findLastIndex(({ name }) => name === tag?.name);
    if (tag?.isEnd === true && last >= 0) {
      // Those within it that are still open never end.
      const children = out.splice(open[last]?.at ?? 0).slice(1);
      out.push(...wrap(tag.name, children));
      open.length = last;
    } else if (tag !== undefined && opens(tag) && open.length < maxDepth) {
      open.push({ name: tag.name, at: out.length });
      out.push(rawHtml(written));
    } else out.push((tag && toVoid(tag, scope)) ?? rawHtml(written));
  }
  return out;
}

const opens = ({ name, isEnd, isClosed }: Tag): boolean =>
  inlineTags.has(name) && !isEnd && !isClosed;

function wrap(name: string, children: readonly ElementContent[]): readonly ElementContent[] {
  const tagName = inlineTags.get(name);
  return tagName === undefined || tagName === "" ? children : [element(tagName, {}, children)];
}

/** A tag that holds nothing, still to be shown. */
function toVoid({ name, isEnd, isClosed, attributes }: Tag, scope: Scope): Element | undefined {
  if (isEnd) return undefined;
  if (name === "br" || (name === "p" && isClosed)) return element("br", {});
  return name === "img" ? toPicture(attributes, scope) : undefined;
}

/** A picture of the vault, or one elsewhere; undefined where there is none. */
function toPicture(attributes: Tag["attributes"], { state }: Scope): Element | undefined {
  const src = decoded(attributes.get("src") ?? "");
  const url = readUrl(src);
  if (url === undefined) return undefined;
  if (url.type === "own" && state.context.embed(url.target)?.type !== "image") return undefined;
  const alt = decoded(attributes.get("alt") ?? "");
  const [width = "", height = ""] = ["width", "height"].map((key) => attributes.get(key));
  const size = width === "" ? "" : `|${width}${height === "" ? "" : `x${height}`}`;
  return element("img", { src, alt: `${alt}${size}` });
}

/** A page of another host, as a link to it. */
function toRemote({ attributes }: Tag, scope: Scope): ElementContent[] | undefined {
  const url = readUrl(decoded(attributes.get("src") ?? ""));
  if (url?.type !== "external" || attributes.has("srcdoc")) return undefined;
  return showRemote(url, decoded(attributes.get("title") ?? ""), { kind: "page", scope });
}

interface OpenTag {
  readonly tag: Tag;
  readonly children: ElementContent[];
}

/**
 * A block of HTML: `<details>` with a summary, paragraphs, and what may stand among words. Undefined where anything in it
 * is not of these, or does not nest: then all of it is shown as it is written.
 */
export function showHtmlBlock(html: string, scope: Scope): ElementContent[] | undefined {
  const open: OpenTag[] = [{ tag: none, children: [] }];
  const parts = html.length > maxBlock ? [] : cutTags(html);
  const isAllowed = parts.length > 0 && parts.every((part) => readPart(part, open, scope));
  const [root] = open;
  return isAllowed && open.length === 1 && root !== undefined ? asBlocks(root.children) : undefined;
}

/** `<details>`, with the summary that stands beside it, around blocks that are shown already. */
export function showDetails(
  opening: string,
  blocks: readonly ElementContent[],
  scope: Scope,
): ElementContent[] {
  const end = "</details>";
  const [shell, ...others] = showHtmlBlock(opening + end, scope) ?? [];
  return isElement(shell, "details") && others.length === 0
    ? [{ ...shell, children: [...shell.children, ...blocks] }]
    : [showRawBlock(opening), ...blocks, showRawBlock(end)];
}

export const showRawBlock = (html: string): Element =>
  element("pre", { tabIndex: 0 }, [rawHtml(html)]);

/** False for what may not stand there. */
function readPart(part: string, open: OpenTag[], scope: Scope): boolean {
  const tag = readTag(part);
  const top = open.at(-1);
  if (top === undefined) return false;
  if (tag === undefined) {
    top.children.push(text(decoded(part)));
    return !part.includes("<");
  }
  if (tag.isEnd) {
    open.pop();
    open.at(-1)?.children.push(...close(top));
    return open.length > 0 && tag.name === top.tag.name;
  }
  if (tag.name === "iframe") {
    const page = toRemote(tag, scope);
    if (page === undefined) return false;
    top.children.push(...page);
    open.push({ tag, children: [] });
    return true;
  }
  if (canOpen(tag, top, open.length)) return open.push({ tag, children: [] }) > 0;
  if (isBlock(tag.name)) return tag.isClosed; // `<p/>` holds nothing.
  const found = toVoid(tag, scope);
  if (found !== undefined) {
    top.children.push(...(found.tagName === "img" ? showImage(found, scope) : [found]));
  }
  return found !== undefined;
}

const none: Tag = { name: "", isEnd: false, isClosed: false, attributes: new Map() };
const maxBlock = 20_000;
const isBlock = (name: string): boolean => /^(?:details|div|p)$/.test(name);

function canOpen(tag: Tag, { tag: top, children }: OpenTag, depth: number): boolean {
  if (tag.isClosed || depth > maxDepth) return false;
  if (opens(tag)) return true;
  const isInBlock = top.name === "" || top.name === "div" || top.name === "details";
  if (tag.name === "summary") return top.name === "details" && children.every(isBlank);
  return isBlock(tag.name) && isInBlock;
}

/** What an element becomes with its children. */
function close({ tag, children }: OpenTag): readonly ElementContent[] {
  switch (tag.name) {
    case "iframe": // What stands in it is for browsers without frames.
      return [];
    case "div":
    case "p":
      return asBlocks(children);
    case "summary":
      return [element("summary", {}, trimBlank(children))];
    case "details": {
      const [first, ...rest] = trimBlank(children);
      const hasSummary = isElement(first, "summary");
      const blocks = asBlocks(hasSummary ? rest : children);
      return [details(tag, hasSummary ? first.children : [], blocks)];
    }
    default:
      return wrap(tag.name, children);
  }
}

/** A part of the page that opens, with what it is called. */
function details(
  { attributes }: Pick<Tag, "attributes">,
  summary: readonly ElementContent[],
  blocks: readonly ElementContent[],
): Element {
  const head = summary.length === 0 ? [] : [element("summary", {}, summary)];
  return element("details", attributes.has("open") ? { open: true } : {}, [...head, ...blocks]);
}

/** Words among blocks are paragraphs. */
function asBlocks(nodes: readonly ElementContent[]): ElementContent[] {
  const blocks: ElementContent[] = [];
  let words: ElementContent[] = [];
  const end = (): void => {
    if (!words.every(isBlank)) blocks.push(element("p", {}, trimBlank(words)));
    words = [];
  };
  for (const node of nodes) {
    if (isElement(node, "p") || isElement(node, "details")) {
      end();
      blocks.push(node);
    } else words.push(node);
  }
  end();
  return blocks;
}

const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  nbsp: "\u00a0",
};

/** The entities that people write; others stay as they are. */
function decoded(html: string): string {
  return html.replace(/&(?:#(\d{1,6})|([a-z]{2,6}));/g, (written, code?: string, name?: string) => {
    if (name !== undefined) return Object.hasOwn(entities, name) ? `${entities[name]}` : written;
    const point = Number(code);
    return point > 31 && point < 0xd800 ? String.fromCodePoint(point) : written;
  });
}
