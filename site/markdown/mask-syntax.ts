import { parseWikilink, type Wikilink } from "../vault/links.ts";

/** A piece of text that Markdown must not read: it would take `|` for a table's, and `_` or `*` for emphasis. */
export type Piece =
  | { readonly type: "wikilink"; readonly inner: string; readonly link: Wikilink }
  | { readonly type: "field"; readonly inner: string; readonly key: string; readonly value: string }
  /** `inner` has the dollars, `tex` has not. */
  | { readonly type: "math"; readonly inner: string; readonly tex: string }
  /** `^[words]`: a footnote where it stands; `source` is what is in it. */
  | { readonly type: "footnote"; readonly inner: string; readonly source: string }
  /** `\#`, which begins no tag. */
  | { readonly type: "hash"; readonly inner: string };

/** Text with a token for each piece; lines and block structure are as before. */
export interface Masked {
  readonly text: string;
  readonly pieces: readonly Piece[];
}

/**
 * Puts tokens in the place of wikilinks, inline fields and `$maths$`. Brackets around a piece stay, so that links nest as
 * they did, and none of them holds a backtick, so that code spans begin and end where they did. In code the tokens are
 * turned back by `unmask`.
 */
export function maskSyntax(source: string): Masked {
  const text = source.replace(noncharacters, "\ufffd").toWellFormed();
  if (!/\[\[|::|\$|\\#|\^\[/.test(text)) return { text, pieces: [] };
  const pieces: Piece[] = [];
  const masked = text.replace(syntax, (found: string, ...groups: (string | undefined)[]) => {
    const piece = toPiece(groups);
    if (piece === undefined) return found;
    pieces.push(piece);
    return found.replace(piece.inner, () => tokenOf(pieces.length - 1));
  });
  return { text: masked, pieces };
}

/** The text as it was written. */
export function unmask(text: string, pieces: readonly Piece[]): string {
  if (!text.includes(open)) return text;
  return text.replace(token, (_, index: string) => pieces[Number(index)]?.inner ?? "");
}

/** Noncharacters: no text has them, and where one does they become U+FFFD first. */
const open = "\ufdd0";
const close = "\ufdd1";
const noncharacters = /[\ufdd0\ufdd1]/g;
const token = /\ufdd0(\d+)\ufdd1/g;
const tokenOf = (index: number): string => `${open}${index}${close}`;

const tokenParts =
  /!?\[\[\ufdd0(?<wikilink>\d+)\ufdd1\]\]|\[\ufdd0(?<field>\d+)\ufdd1\]|\ufdd0(?<bare>\d+)\ufdd1/g;

/** Cuts a text into plain stretches and pieces; a piece whose brackets Markdown has used is plain again. */
export function* splitPieces(
  text: string,
  pieces: readonly Piece[],
): Generator<string | { readonly piece: Piece; readonly isEmbed: boolean }> {
  let plain = "";
  let from = 0;
  for (const match of text.matchAll(tokenParts)) {
    const piece = pieceOf(match.groups ?? {}, pieces);
    plain += text.slice(from, match.index);
    from = match.index + match[0].length;
    if (piece === undefined) plain += unmask(match[0], pieces);
    else {
      if (plain !== "") yield plain;
      plain = "";
      yield { piece, isEmbed: match[0].startsWith("!") };
    }
  }
  plain += text.slice(from);
  if (plain !== "") yield plain;
}

/** The piece of a token that stands in the brackets it was found in. */
function pieceOf(
  { wikilink, field, bare }: Readonly<Record<string, string | undefined>>,
  pieces: readonly Piece[],
): Piece | undefined {
  const piece = pieces[Number(wikilink ?? field ?? bare)];
  const type = wikilink !== undefined ? "wikilink" : field !== undefined ? "field" : "bare";
  const own = piece?.type === "wikilink" || piece?.type === "field" ? piece.type : "bare";
  return own === type ? piece : undefined;
}

/** The words between the pieces. */
export const withoutTokens = (text: string): string => text.replace(tokenParts, "");

/** Escapes first, so that `\[[x]]` is none. Every repetition is bounded or stops at the next bracket. */
const syntax = new RegExp(
  [
    String.raw`(?<=^|\s)(\\#)|\\[^\r\n]`,
    String.raw`\^\[((?:[^[\]\r\n${"`"}]|\[[^[\]\r\n${"`"}]{0,500}\]|\[\[[^[\]\r\n${"`"}]{1,500}\]\]){1,1000})\]`,
    String.raw`!?\[\[([^[\]\r\n${"`"}]{1,500})\]\]`,
    String.raw`\[([\p{L}\p{N}_][\p{L}\p{N}\p{M}_ -]{0,60})::((?:[^[\]\r\n${"`"}]|\[\[[^[\]\r\n${"`"}]{1,500}\]\]){0,500})\]`,
    // As pandoc has it, so that prices are none: no space inside, no digit behind; nor "$6, 5$".
    String.raw`(?<![\p{L}\p{N}$])\$(?![\s$]|\d[\d.]*(?:,|\s+\p{L}{2}))((?:\\[^\r\n${"`"}]|[^$\\\r\n${"`"}]){1,500})(?<!\s)\$(?![\p{L}\p{N}$])`,
  ].join("|"),
  "gu",
);

function toPiece(groups: readonly (string | undefined)[]): Piece | undefined {
  const [hash, source, link, key, value, tex] = groups;
  if (hash !== undefined) return { type: "hash", inner: hash };
  if (source !== undefined) {
    return source.trim() === "" ? undefined : { type: "footnote", inner: `^[${source}]`, source };
  }
  if (link !== undefined) {
    const parsed = parseWikilink(link);
    return parsed && { type: "wikilink", inner: link, link: parsed };
  }
  if (key !== undefined && value !== undefined) {
    return { type: "field", inner: `${key}::${value}`, key: key.trim(), value: value.trim() };
  }
  return tex === undefined ? undefined : { type: "math", inner: `$${tex}$`, tex };
}
