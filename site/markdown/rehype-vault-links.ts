import type { Element, ElementContent, Nodes, Parents, Root } from "hast";
import { h } from "hastscript";
import type { Processor } from "unified";
import { SKIP, type VisitorResult, visit } from "unist-util-visit";
import { VFile } from "vfile";
import { linkName, parseUrl, parseWikilink, type WrittenLink } from "../vault/find-links.ts";
import type { LinkTarget } from "../vault/note-schema.ts";
import { type NoteFile, noteOf } from "../vault/note-source.ts";
import { anchorOf, tagId } from "../vault/urls.ts";

/**
 * Resolves a note's links, pictures and embeds: `[[note#part|label]]`, `![[note]]`, `![[picture.png|300]]`, those of
 * Markdown and of HTML. Nothing is loaded from other hosts: a remote picture becomes a link.
 */
export function rehypeVaultLinks(this: Processor) {
  return (tree: Root, file: VFile): void => {
    const note = noteOf(file);
    const embeds = new Map<string, Embed>();
    const tags = new Set(note.tags.map(tagId));
    visit(tree, (node, index, parent) => {
      const tagName = node.type === "element" ? node.tagName : "";
      if (closed.has(tagName)) return SKIP;
      const shown = showNode(node, { note, tags, embeds, file });
      // Links do not nest.
      if (shown === undefined) return tagName === "a" ? SKIP : undefined;
      return replaceNode(shown, index, parent);
    });
    for (const embed of embeds.values()) fillEmbed(embed, this);
    if (embeds.size > 0) liftEmbeds(tree);
  };
}

function replaceNode(shown: ElementContent[], index = 0, parent?: Parents): VisitorResult {
  (parent?.children as ElementContent[] | undefined)?.splice(index, 1, ...shown);
  return [SKIP, index + shown.length];
}

interface Scope {
  readonly note: NoteFile;
  /** Ids of tags that have a page. */
  readonly tags: ReadonlySet<string>;
  /** A note is embedded once on a page, and linked to from then on. */
  readonly embeds: Map<string, Embed>;
  readonly file: VFile;
}

/** What replaces a node; undefined to keep it. */
function showNode(node: Nodes, scope: Scope): ElementContent[] | undefined {
  if (node.type === "element") return showElement(node, scope.note);
  if (node.type !== "text" || isEscaped(node, scope.file)) return undefined;
  return showText(node.value, scope);
}

/** Text in these is shown verbatim. */
const closed = new Set(["code", "pre", "math", "script", "style", "svg"]);

interface Embed {
  readonly element: Element;
  readonly note: NoteFile;
  readonly inner: NoteFile["embeds"][string];
}

/** `\[[` and `\[\[` stand for themselves; only the source tells what was escaped. */
const isEscaped = (
  { position }: { readonly position?: Root["position"] },
  { value }: VFile,
): boolean => {
  const [from, to] = [position?.start?.offset, position?.end?.offset];
  return from !== undefined && to !== undefined && /\\\[\\?\[/.test(`${value}`.slice(from, to));
};

const marks =
  /(!?)\[\[([^[\]\n]{1,500})\]\]|(?<=^|[\s(])#((?=[^\s#]*\p{L})[\p{L}\p{N}\p{M}_/-]{1,100})|==(?=\S)([^=\n]{1,500})==/gu;

/** Undefined for plain text. */
function showText(value: string, scope: Scope): ElementContent[] | undefined {
  if (!/\[\[|#|==/.test(value)) return undefined;
  const nodes: ElementContent[] = [];
  let from = 0;
  for (const match of value.matchAll(marks)) {
    const shown = showMark(match, scope);
    if (shown === undefined) continue;
    if (match.index > from) nodes.push({ type: "text", value: value.slice(from, match.index) });
    from = match.index + match[0].length;
    nodes.push(shown);
  }
  if (from === 0) return undefined;
  if (from < value.length) nodes.push({ type: "text", value: value.slice(from) });
  return nodes;
}

/** A wikilink, a tag that has a page, or highlighted text. */
function showMark(
  [, mark, inner, tag, marked]: RegExpExecArray,
  scope: Scope,
): ElementContent | undefined {
  if (inner !== undefined) {
    const link = parseWikilink(inner);
    return link && showWikilink({ ...link, isEmbed: mark === "!" }, scope);
  }
  if (tag === undefined) return h("mark", marked);
  const id = tagId(tag);
  return scope.tags.has(id)
    ? h("a.tag", { href: `/tags/${encodeURI(id)}/` }, `#${tag}`)
    : undefined;
}

function showWikilink(link: WrittenLink, { note, embeds }: Scope): ElementContent {
  const target = note.links[linkName(link)];
  const words = link.label || [link.target, link.heading].filter((part) => part !== "").join(" › ");
  if (target === undefined) return h("span.broken-link", words);
  if (target.type !== "note") {
    return link.isEmbed
      ? showFile(target, link.label)
      : h("a.attachment", { href: target.href }, words);
  }
  const isSlug = !link.label && /^[^\p{Lu}\s]+$/u.test(link.target) && link.heading === "";
  const shown = h(
    "a.wikilink",
    { href: hrefOf(target, link, note) },
    isSlug ? target.title : words,
  );
  const name = link.heading === "" ? link.target : `${link.target}#${link.heading}`;
  const inner = note.embeds[name];
  if (!link.isEmbed || inner === undefined || embeds.has(name)) return shown;
  const element = h("div.embed", h("p.embed-source", shown));
  embeds.set(name, { element, note, inner });
  return element;
}

const hrefOf = (
  { href }: LinkTarget,
  { target, heading }: WrittenLink,
  { isEmbedded }: NoteFile,
): string => {
  const anchor = heading === "" ? "" : `#${encodeURIComponent(anchorOf(heading))}`;
  return target === "" && !isEmbedded ? anchor : `${href}${anchor}`;
};

/** `300` or `300x200`, behind a picture's `|`. */
const size = /^([1-9]\d{0,3})(?:x([1-9]\d{0,3}))?$/;

function showFile({ type, href, title }: LinkTarget, label: string): Element {
  const [, width, height] = size.exec(label.trim()) ?? [];
  const alt = label === "" || width !== undefined ? title : label;
  if (type === "image") return h("img", { src: href, alt, loading: "lazy", width, height });
  if (type === "file") return h("a.attachment", { href }, alt);
  return h(type, { src: href, controls: true, preload: "metadata", ariaLabel: alt });
}

/** Undefined to keep the element. */
function showElement(element: Element, note: NoteFile): ElementContent[] | undefined {
  const { tagName } = element;
  if (tagName === "a") return showLink(element, note);
  return ["img", "audio", "video"].includes(tagName) ? [showMedia(element, note)] : undefined;
}

/** An image or player for a file of the vault; for a remote one a link, since nothing is loaded from other hosts. */
function showMedia({ properties }: Element, note: NoteFile): Element {
  const src = wordOf(properties.src);
  const [, alt = "", behind = ""] = /^(.*?)(?:\|([\dx]+))?$/s.exec(wordOf(properties.alt)) ?? [];
  const link = parseUrl(src);
  const target = link && note.links[linkName(link)];
  if (target && target.type !== "note") {
    return showSized(target, { alt, width: behind || wordOf(properties.width) });
  }
  const href = /^https?:\/\//i.test(src) ? addressOf(src) : undefined;
  if (href === undefined) return h("span.broken-link", alt || src.slice(0, 200));
  return h("a.remote-image", { href, rel: "noreferrer noopener" }, alt || hostOf(src));
}

const wordOf = (property: unknown): string => `${property ?? ""}`;

function showSized(target: LinkTarget, { alt, width }: { alt: string; width: string }): Element {
  const shown = showFile(target, size.test(width) ? width : alt);
  if (alt !== "" && "alt" in shown.properties) shown.properties.alt = alt;
  return shown;
}

function showLink(
  { properties, children: written }: Element,
  note: NoteFile,
): ElementContent[] | undefined {
  const pictures = written.flatMap(
    (child) =>
      (child.type === "element" && child.tagName === "img" && showElement(child, note)) || child,
  );
  // A remote picture became a link, and links do not nest.
  const children = pictures.flatMap((child) =>
    child.type === "element" && child.tagName === "a" ? child.children : child,
  );
  const href = `${properties.href ?? ""}`;
  if (href.startsWith("#user-content-") || isOurs(properties)) return undefined;
  if (/^(?:https?:\/\/|mailto:|tel:)/i.test(href)) {
    const url = addressOf(href);
    if (url === undefined) return [h("span.broken-link", children)];
    return [h("a.external", { href: url, rel: "noreferrer noopener" }, children)];
  }
  const link = parseUrl(href);
  const target = link && note.links[linkName(link)];
  if (link === undefined || target === undefined) return [h("span.broken-link", children)];
  return [h("a.wikilink", { href: hrefOf(target, { ...link, isEmbed: false }, note) }, children)];
}

/** Links that remark-entries.ts wrote below a memory. */
const isOurs = ({ className, href }: Element["properties"]): boolean =>
  /\b(?:bank|replaced|tag|wikilink)\b/.test(`${className}`) &&
  /^(?:#e-|\/banks\/|\/tags\/)/.test(`${href}`);

/** Normalized as browsers do; undefined for what they cannot open. */
const addressOf = (url: string): string | undefined =>
  URL.parse(url)?.href.replace(/["<>\\]/g, encodeURIComponent);
const hostOf = (url: string): string => URL.parse(url)?.host ?? "";

/** Renders an embedded note as on its own page, but without ids, which belong to that page. */
function fillEmbed({ element, note, inner }: Embed, processor: Processor): void {
  const { language } = note;
  const file = new VFile({
    value: inner.text,
    data: { note: { ...inner, language, isEmbedded: true } },
  });
  const tree = processor.runSync(processor.parse(file), file) as Root;
  visit(tree, "element", (node) => {
    delete node.properties.id;
    if (`${node.properties.href}`.startsWith("#")) delete node.properties.href;
    if (/^h[1-6]$/.test(node.tagName)) {
      node.tagName = "p";
      node.properties.className = ["embedded-heading"];
    }
  });
  element.children = [...(tree.children as ElementContent[]), ...element.children];
}

/** Splits paragraphs around embeds: a <p> cannot hold blocks. */
function liftEmbeds(tree: Root): void {
  visit(tree, "element", (node, index, parent) => {
    if (node.tagName !== "p" || parent === undefined || index === undefined) return undefined;
    if (!node.children.some((child) => child.type === "element" && child.tagName === "div"))
      return undefined;
    const parts = node.children.flatMap((child): ElementContent[] => {
      if (child.type === "element" && child.tagName === "div") return [child];
      return child.type === "text" && child.value.trim() === "" ? [] : [h("p", child)];
    });
    (parent as Parents).children.splice(index, 1, ...parts);
    return [SKIP, index + parts.length];
  });
}
