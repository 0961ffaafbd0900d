import type { Element, ElementContent } from "hast";
import type { Wikilink } from "../vault/links.ts";
import type { Embedded } from "./context.ts";
import { element, text, textOf } from "./elements.ts";
import type { Scope } from "./render-state.ts";
import { type LinkUrl, namesOtherHost, readUrl } from "./safe-url.ts";

/** `[words](address)`: its children are shown already. */
export function showLink(link: Element, { state }: Scope): ElementContent[] {
  const url = readUrl(`${link.properties.href ?? ""}`);
  const { children } = link;
  if (url === undefined) return [element("span", { className: ["dead-link"] }, children)];
  if (url.type === "own") {
    const found = state.context.hrefOf(url.target, url.heading);
    if (found === undefined) return [element("span", { className: ["broken-link"] }, children)];
    return [element("a", { className: ["wikilink"], href: found.href }, children)];
  }
  if (!state.budget.spend("characters", url.href.length)) return children;
  const properties = { className: ["external"], href: url.href, rel: ["noreferrer", "noopener"] };
  const shown = element("a", properties, children);
  return [shown, ...hostBehind(url, textOf(children))];
}

type ExternalUrl = LinkUrl & { readonly type: "external" };

/** Where a link leads, if its words say something else. */
function hostBehind({ host, isDeceptive }: ExternalUrl, words: string): ElementContent[] {
  if (host === undefined || !(isDeceptive || namesOtherHost(words, host))) return [];
  const name = element("bdi", {}, [text(host)]);
  return [element("span", { className: ["link-host"] }, [text(" ("), name, text(")")])];
}

/** `[[target#heading|label]]`. */
export function showWikilink(link: Wikilink, { state, inLink }: Scope): ElementContent {
  const found = state.context.hrefOf(link.target, link.heading);
  const words = text(wikilinkWords(link, found?.title));
  if (inLink) return words;
  if (found === undefined) return element("span", { className: ["broken-link"] }, [words]);
  return element("a", { className: ["wikilink"], href: found.href }, [words]);
}

/** `![[target|300]]` among words; a note stands there as a link to it. */
export function showWikiEmbed(link: Wikilink, scope: Scope): ElementContent[] {
  const embedded = scope.state.context.embed(link.target);
  if (embedded === undefined || embedded.type === "document") return [showWikilink(link, scope)];
  const size = sizeOf(link.label);
  const label = size === undefined ? link.label : undefined;
  return showFile(embedded, { alt: label, size }, scope);
}

/** `![alt](address)`. Nothing is loaded from another host: such an image is a link to it. */
export function showImage(image: Element, scope: Scope): ElementContent[] {
  const { alt, size } = readAlt(`${image.properties.alt ?? ""}`);
  const url = readUrl(`${image.properties.src ?? ""}`);
  if (url === undefined) return [element("span", { className: ["dead-link"] }, [text(alt)])];
  if (url.type === "external") return showRemote(url, alt, { kind: "image", scope });
  const embedded = scope.state.context.embed(url.target);
  if (embedded === undefined || embedded.type === "document") {
    return [element("span", { className: ["broken-link"] }, [text(alt === "" ? url.target : alt)])];
  }
  return showFile(embedded, { alt: alt === "" ? undefined : alt, size }, scope);
}

/** Something elsewhere that a page here does not load: a link to it. */
export function showRemote(
  url: ExternalUrl,
  written: string,
  { kind, scope: { state, inLink } }: { readonly kind: "image" | "page"; readonly scope: Scope },
): ElementContent[] {
  const { href, host = href } = url;
  const { elsewhere } = state.context.strings;
  const named = elsewhere[films.test(host) ? "video" : kind];
  const words = [text(written === "" ? `${named}: ${host}` : written)];
  if (inLink || !state.budget.spend("characters", href.length)) {
    return [element("span", { className: ["broken-link"] }, words)];
  }
  const properties = { className: ["remote-image"], href, rel: ["noreferrer", "noopener"] };
  return [element("a", properties, words), ...hostBehind(url, written)];
}

/** Obsidian shows their films where a picture would be. */
const films = /^(?:[a-z-]+\.)*(?:youtube(?:-nocookie)?\.com|youtu\.be|vimeo\.com)$/;

/** `alt|300`, as in Obsidian. */
function readAlt(written: string): { readonly alt: string; readonly size: Size | undefined } {
  const bar = written.lastIndexOf("|");
  const size = bar < 0 ? undefined : sizeOf(written.slice(bar + 1));
  return { alt: size === undefined ? written : written.slice(0, bar), size };
}

type Size = readonly [width: number, height: number | undefined];

/** `300` or `300x200`. */
function sizeOf(label: string | undefined): Size | undefined {
  const match = /^([1-9]\d{0,3})(?:x([1-9]\d{0,3}))?$/.exec(label?.trim() ?? "");
  return match === null
    ? undefined
    : [Number(match[1]), match[2] === undefined ? undefined : Number(match[2])];
}

function showFile(
  { type, src, title, isInk = false }: Exclude<Embedded, { readonly type: "document" }>,
  { alt, size }: { readonly alt: string | undefined; readonly size: Size | undefined },
  { state, inLink }: Scope,
): ElementContent[] {
  const name = alt ?? title;
  if (!state.budget.spend("characters", src.length)) return [text(name)];
  if (type === "image") {
    const [width, height] = size ?? [];
    return [
      element("img", {
        className: isInk ? ["ink"] : [],
        src,
        alt: name,
        loading: "lazy",
        ...(width && { width }),
        ...(height && { height }),
      }),
    ];
  }
  if (inLink) return [text(name)];
  if (type === "file") return [showAttachment({ src, title }, alt)];
  return [element(type, { controls: true, preload: "metadata", src, ariaLabel: name })];
}

/** A link to the file; where its own words do not, its kind is said. */
function showAttachment(
  { src, title }: { readonly src: string; readonly title: string },
  alt: string | undefined,
): ElementContent {
  const kind = /\.([a-z0-9]+)$/i.exec(title)?.[1]?.toUpperCase() ?? "";
  const words = alt === undefined || alt === title ? title : `${alt} (${kind})`;
  return element("a", { className: ["attachment"], href: src }, [text(words)]);
}

/**
 * The words of a link: its label, else what was written; a path or slug says less than the title of what it leads to.
 */
function wikilinkWords(link: Wikilink, title: string | undefined): string {
  if (link.label !== undefined) return link.label;
  const isSlug = /^[^\p{Lu}\s]+$/u.test(link.target) && /[-/_]|\.md$/i.test(link.target);
  const name = isSlug && title !== undefined ? title : link.target;
  const headings = link.heading?.startsWith("^") === true ? [] : (link.heading?.split("#") ?? []);
  const parts = [name, ...headings].filter((part) => part !== "");
  return parts.length > 0 ? parts.join(" › ") : (title ?? `${link.heading}`);
}
