import { scanLines } from "../../src/vault/markdown/scan-lines.ts";
import { splitLines } from "../../src/vault/split-lines.ts";
import { blankCode } from "../../src/vault/topic/comments.ts";

/** A link as it is written. */
export interface WrittenLink {
  readonly type: "wiki" | "markdown";
  /** Before `#` and `|`; of a Markdown link percent-decoded. "" leads within the note. */
  readonly target: string;
  readonly heading: string;
  readonly label: string;
  readonly isEmbed: boolean;
}

/** A link with the line (from 1) that it stands in, and that line's words. */
export interface PlacedLink extends WrittenLink {
  readonly line: number;
  readonly words: string;
}

const wikilink = /(!?)(?<!\\)\[\[([^[\]\n]{1,500})\]\]/g;
/** From the end of a link's text on: the text may contain pictures. */
const markdownLink =
  /\]\(\s{0,9}(?:<([^<>\n]{1,1000})>|([^\s<>()]{1,1000}(?:\([^\s()]{0,200}\)[^\s<>()]{0,200})?))/g;
const escaped = /\\([!-/:-@[-`{-~])/g;
const definition = /^ {0,3}\[(?!\^)[^[\]]{1,500}\]:[ \t]{0,9}(?:<([^<>]{1,1000})>|(\S{1,1000}))/;
const htmlImage = /<img\s[^<>]{0,500}?\bsrc\s*=\s*["']([^"'<>]{1,1000})["']/gi;

/** The links to files of the vault in a text without frontmatter, outside code. */
export function findLinks(text: string): PlacedLink[] {
  if (!/\[\[|\]\(|\]:|<img /i.test(text)) return [];
  return proseLines(text).flatMap(({ line, words, prose }) =>
    linksOfLine(prose).map((link) => ({ ...link, line, words })),
  );
}

/** Lines (from 1) outside code blocks; in `prose` code spans are blank. */
export function proseLines(text: string): { line: number; words: string; prose: string }[] {
  const lines = splitLines(text);
  return scanLines(lines).flatMap(({ type, line: first, endLine }) => {
    if (type === "code") return [];
    const own = lines.slice(first - 1, endLine);
    const prose = blankCode(own.join("\n")).split("\n");
    return own.map((words, i) => ({ line: first + i, words, prose: prose[i] ?? "" }));
  });
}

/** `#tag` and `#tag/below` in text. */
export const inlineTag = /(?<=^|[\s(])#((?=[^\s#]*\p{L})[\p{L}\p{N}\p{M}_/-]{1,100})/gu;

function linksOfLine(line: string): WrittenLink[] {
  return [
    ...[...line.matchAll(wikilink)].flatMap(([, mark, inner = ""]) => {
      const link = parseWikilink(inner);
      return link === undefined ? [] : [{ ...link, isEmbed: mark === "!" }];
    }),
    ...[...line.matchAll(markdownLink)].flatMap(({ 1: angle, 2: plain = "", index }) => {
      const link = parseUrl((angle ?? plain).replace(escaped, "$1"));
      return link === undefined ? [] : [{ ...link, isEmbed: isPicture(line, index) }];
    }),
    ...[definition.exec(line)].flatMap((found) => {
      const link = parseUrl(found?.[1] ?? found?.[2] ?? "");
      return link === undefined ? [] : [{ ...link, isEmbed: false }];
    }),
    ...[...line.matchAll(htmlImage)].flatMap(([, url = ""]) => {
      const link = parseUrl(url);
      return link === undefined ? [] : [{ ...link, isEmbed: true }];
    }),
  ];
}

/** Whether the bracketed text that ends at `to` begins with `![`. */
function isPicture(line: string, to: number): boolean {
  const from = Math.max(0, to - 500);
  for (let at = to - 1, depth = 0; at >= from; at--) {
    if (line[at] === "]") depth++;
    else if (line[at] === "[" && depth-- === 0) return line[at - 1] === "!";
  }
  return false;
}

/** Parses `target#heading|label`, also with `\|`, which tables need; undefined when it names nothing. */
export function parseWikilink(inner: string): Omit<WrittenLink, "isEmbed"> | undefined {
  const [name = "", ...labels] = inner.split(/\\?\|/);
  const hash = name.indexOf("#");
  const target = (hash < 0 ? name : name.slice(0, hash)).trim();
  const heading = hash < 0 ? "" : name.slice(name.lastIndexOf("#") + 1).trim();
  if (target === "" && heading === "") return undefined;
  return { type: "wiki", target, heading, label: labels.join("|").trim() };
}

/** Parses the URL of a file in the vault; undefined for any other URL. */
export function parseUrl(url: string): Omit<WrittenLink, "isEmbed"> | undefined {
  if (/^(?:[a-z][a-z0-9+.-]*:|[\\/]{2})/i.test(url.trim()) || /[\p{Cc}\\]/u.test(url))
    return undefined;
  const hash = url.indexOf("#");
  const target = decoded(hash < 0 ? url : url.slice(0, hash)).trim();
  const heading = hash < 0 ? "" : decoded(url.slice(hash + 1)).trim();
  return target === "" && heading === ""
    ? undefined
    : { type: "markdown", target, heading, label: "" };
}

/** The key of a link in `NoteData["links"]`. */
export const linkName = ({ type, target }: Pick<WrittenLink, "type" | "target">): string =>
  `${type === "wiki" ? "[[" : "("}${target}`;

/** Percent-decodes a text; one that is not encoded stays as it is: `100%.md`. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
