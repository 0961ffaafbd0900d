import { insideOf } from "../../src/vault/topic/comments.ts";
import { isEscaped, type Span } from "../../src/vault/topic/inline-tags.ts";
import { readTag } from "./html-tags.ts";

/** A link as it stands in a text; `from` and `to` are its offsets. */
export interface WrittenLink extends Span {
  readonly type: "wiki" | "markdown";
  /** As written before `#` and `|`, trimmed; of a Markdown link percent-decoded. "" leads within the document. */
  readonly target: string;
  readonly heading: string | undefined;
  /** Behind `|`, or between the brackets. */
  readonly label: string | undefined;
  /** `![[…]]`, `![…](…)`. */
  readonly isEmbed: boolean;
}

/**
 * Finds `[[wikilinks]]`, `![[embeds]]` and Markdown links and images that lead to files beside, in order, outside
 * `code` (spans in order). Time is linear in the length of the text, whatever it holds.
 */
export function findLinks(text: string, code: readonly Span[]): WrittenLink[] {
  if (!text.includes("[[") && !text.includes("](") && !text.includes("<img ")) return [];
  const wiki = text.includes("[[") ? wikilinks(text, code) : [];
  const taken = wiki.length === 0 ? code : [...code, ...wiki].sort((a, b) => a.from - b.from);
  const others = [
    ...(text.includes("](") ? markdownLinks(text, taken) : []),
    ...(text.includes("<img ") ? htmlImages(text, taken) : []),
  ];
  return others.length === 0 ? wiki : [...wiki, ...others].sort((a, b) => a.from - b.from);
}

/** `<img src="…">`, which shows what `![alt](src)` would. */
export function htmlImages(text: string, taken: readonly Span[]): WrittenLink[] {
  const isInside = insideOf(taken);
  return [...text.matchAll(/<img(?=\s)(?:[^<>"']|"[^"<]*"|'[^'<]*'){1,1000}>/gi)].flatMap(
    ({ 0: written, index: from }): WrittenLink[] => {
      const attributes = readTag(written)?.attributes;
      const brackets = { from: from + 1, to: from };
      if (attributes === undefined || isInside(from)) return [];
      const url = attributes.get("src")?.trim() ?? "";
      const [link] = toMarkdownLink({ url, to: from + written.length }, text, brackets);
      return link === undefined
        ? []
        : [{ ...link, from, isEmbed: true, label: attributes.get("alt") }];
    },
  );
}

/** Longest target, in characters: no path is longer. */
const maxTarget = 1_000;

function wikilinks(text: string, code: readonly Span[]): WrittenLink[] {
  const links: WrittenLink[] = [];
  const isInside = insideOf(code);
  for (let close = text.indexOf("]]"), from = 0; close >= 0; ) {
    const floor = Math.max(from, close - 2 * maxTarget);
    const open = text.slice(floor, close).lastIndexOf("[[");
    from = close + 2;
    const at = floor + open;
    const words = text.slice(at + 2, close);
    if (open >= 0 && !words.includes("\n") && !isEscaped(text, at) && !isInside(at)) {
      links.push(...toWikilink(words, { from: at, to: close + 2 }, text[at - 1] === "!"));
    }
    close = text.indexOf("]]", from);
  }
  return links;
}

function toWikilink(words: string, { from, to }: Span, isEmbed: boolean): WrittenLink[] {
  const link = parseWikilink(words);
  if (link === undefined || link.target.length > maxTarget) return [];
  return [{ ...link, type: "wiki", from: isEmbed ? from - 1 : from, to, isEmbed }];
}

/** Every bracket is visited once: open ones wait for theirs. */
function markdownLinks(text: string, taken: readonly Span[]): WrittenLink[] {
  const links: WrittenLink[] = [];
  const isInside = insideOf(taken);
  let open: number[] = [];
  let end = 0;
  for (const { 0: bracket, index } of text.matchAll(/[[\]]|\n[ \t]*\n/g)) {
    // No link goes on in the next paragraph.
    if (bracket.startsWith("\n")) open = [];
    else if (index < end || isInside(index) || isEscaped(text, index)) continue;
    else if (bracket === "[") open.push(index);
    else {
      const address = readAddress(text, index + 1);
      const from = open.pop();
      if (from === undefined || address === undefined) continue;
      end = address.to;
      links.push(...toMarkdownLink(address, text, { from, to: index }));
    }
  }
  return links;
}

interface Address {
  readonly url: string;
  readonly to: number;
}

/** Reads `(url "title")`, or `(<url>)`. */
function readAddress(text: string, at: number): Address | undefined {
  if (text[at] !== "(") return undefined;
  const part = text.slice(at + 1, at + 1 + 2 * maxTarget);
  const [, angle, plain] =
    /^[ \t\n]*(?:<([^<>\n]*)>|([^\s<()][^\s()]*(?:\([^\s()]*\)[^\s()]*){0,8}))/.exec(part) ?? [];
  const url = angle ?? plain;
  if (url === undefined) return undefined;
  const lead = /^[ \t\n]*/.exec(part)?.[0].length ?? 0;
  const rest = part.slice(lead + url.length + (angle === undefined ? 0 : 2));
  const [ending] = /^(?:[ \t\n]+(?:"[^"]*"|'[^']*'|\([^()]*\)))?[ \t\n]*\)/.exec(rest) ?? [];
  if (ending === undefined) return undefined;
  return { url, to: at + 1 + part.length - rest.length + ending.length };
}

function toMarkdownLink({ url, to }: Address, text: string, brackets: Span): WrittenLink[] {
  const address = url.replace(/\\(?=[!-/:-@[-`{-~])/g, "").replaceAll("&amp;", "&");
  if (/^(?:[a-z][a-z0-9+.-]*:|\/\/|\\)/i.test(address)) return [];
  const hash = address.indexOf("#");
  const target = decoded(hash < 0 ? address : address.slice(0, hash)).trim();
  const heading = hash < 0 ? "" : decoded(address.slice(hash + 1));
  if ((target === "" && heading === "") || target.length > maxTarget) return [];
  const isEmbed = text[brackets.from - 1] === "!" && !isEscaped(text, brackets.from - 1);
  return [
    {
      ...{
        type: "markdown",
        from: isEmbed ? brackets.from - 1 : brackets.from,
        to,
        target,
        isEmbed,
      },
      heading: heading === "" ? undefined : heading,
      label: text.slice(brackets.from + 1, brackets.to),
    },
  ];
}

/** What stands between `[[` and `]]`. */
export interface Wikilink {
  readonly target: string;
  /** Behind `#`: a heading, or `^` and a block id. */
  readonly heading: string | undefined;
  readonly label: string | undefined;
}

/** Reads `target#heading|label`, with `\|` for the pipe too, as tables need it; undefined when it names nothing. */
export function parseWikilink(inner: string): Wikilink | undefined {
  const [name = "", ...labels] = inner.split(/\\?\|/);
  const hash = name.indexOf("#");
  const target = (hash < 0 ? name : name.slice(0, hash)).trim();
  const heading = hash < 0 ? "" : name.slice(hash + 1).trim();
  const label = labels.join("|").trim();
  if (target === "" && heading === "") return undefined;
  return {
    target,
    heading: heading === "" ? undefined : heading,
    label: label === "" ? undefined : label,
  };
}

/** The text of a part of an address; a `%` that encodes nothing means itself: `100%.md`. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
