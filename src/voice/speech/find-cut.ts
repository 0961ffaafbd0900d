import { sentenceEnd } from "./sentence-end.ts";

/** Longest piece (characters), because longer ones take too long to synthesize. */
const longestPiece = 300;
/** Characters after which the first piece may end at a comma, so that speech starts soon. */
const shortestFirst = 25;

export interface CutOptions {
  /** This is the first piece of the text. */
  readonly isFirst: boolean;
  /** The text starts at the beginning of a line. */
  readonly isLineStart: boolean;
  /** No more text will come. */
  readonly isOver: boolean;
}

/** Returns where the next piece to speak ends; undefined if more text is needed. White space belongs to the piece after it. */
export function findCut(text: string, options: CutOptions): number | undefined {
  const start = text.search(/\S/);
  if (start < 0) return text.length > longestPiece ? longestPiece : undefined;
  const end = findSentence(text, start, options);
  if (typeof end === "number" && end <= longestPiece) return toGrapheme(text, end);
  const clause = options.isFirst && end === undefined ? findClause(text, start) : undefined;
  if (clause !== undefined && clause <= longestPiece) return toGrapheme(text, clause);
  if (text.length > longestPiece) return toGrapheme(text, findPause(text, start));
  return options.isOver ? text.length : undefined;
}

/** Finds the end of the first sentence, heading or list item; "wait" if that depends on the next words. */
function findSentence(
  text: string,
  start: number,
  { isLineStart, isOver }: CutOptions,
): number | "wait" | undefined {
  const startsLine = isLineStart || text.slice(0, start).includes("\n");
  const so = { text, start, isOver, isLineStart: startsLine };
  let lineStart = startsLine ? start : -1;
  for (const { index } of text.slice(0, longestPiece + 1).matchAll(/[.!?…。！？؟।]+|\n/g)) {
    if (index < start) continue;
    const isLine = text[index] === "\n";
    const end = isLine ? lineEnd(text, lineStart, index, isOver) : sentenceEnd(so, index);
    if (end !== -1) return end ?? "wait";
    if (isLine) lineStart = index + 1;
  }
  return undefined;
}

/** Returns where a line ends its piece, -1 if the sentence goes on in the next line, undefined if more text is needed. */
function lineEnd(text: string, start: number, at: number, isOver: boolean): number | undefined {
  const end = text[at - 1] === "\r" ? at - 1 : at;
  if (start >= 0 && itemStart.test(text.slice(start, Math.min(at, start + 40)))) return end;
  const next = /[^ \t\r]/.exec(text.slice(at + 1, at + 200))?.[0];
  if (next === undefined) return isOver ? end : undefined;
  return /[-*+#>|`~•\d\n]/.test(next) ? end : -1;
}

const itemStart = /^[\s>]*(?:#{1,6}\s|[-*+•]\s|\d{1,3}[.)]\s)/;

/** Finds the first pause at least `shortestFirst` characters after the start. */
function findClause(text: string, start: number): number | undefined {
  const pause = /[,;،؛–—](?=\s)|(?<!:):(?=\s)|[，、；：]/g;
  pause.lastIndex = start + shortestFirst - 1;
  const match = pause.exec(text);
  return match === null || match.index + 1 === text.length ? undefined : match.index + 1;
}

/** Finds the last pause within `longestPiece`, else the last white space, else the limit itself. */
function findPause(text: string, start: number): number {
  const most = text.slice(0, longestPiece);
  const pause = Math.max(
    ...[", ", "; ", ": ", " – ", "، ", "，", "、"].map((mark) => most.lastIndexOf(mark)),
  );
  if (pause > start + 100) return most[pause] === " " ? pause + 2 : pause + 1;
  const space = /\s\S*$/.exec(most)?.index ?? -1;
  return space > start ? space : longestPiece;
}

/** Moves a cut in front of the grapheme it would split. */
function toGrapheme(text: string, cut: number): number {
  if (cut >= text.length) return cut;
  const { index } = graphemes.segment(text.slice(0, cut + 40)).containing(cut) ?? { index: cut };
  if (index > 0) return index;
  // Hundreds of marks on one letter, unreadable anyway: only avoid splitting a code point.
  return /[\udc00-\udfff]/.test(text.charAt(cut)) ? cut - 1 : cut;
}

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });
