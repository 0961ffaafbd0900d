import { sentenceEnd } from "./sentence-end.ts";

/** A longer piece would take too long to synthesize. */
const longestPiece = 300;
/** The first piece may end at a comma after so many characters. */
const shortestFirst = 25;

export interface CutOptions {
  /** No piece was cut yet. */
  readonly isFirst: boolean;
  /** A line starts with the text. */
  readonly isLineStart: boolean;
  /** Nothing more will come. */
  readonly isOver: boolean;
}

/** Where the next piece of a text ends; undefined where more of the text is needed. White space goes with what follows it. */
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

/** The end of the first sentence, heading or list item; "wait" where that depends on the next words. */
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

/** Whether what is said ends with a line: an item does, a paragraph only before something else. */
function lineEnd(text: string, start: number, at: number, isOver: boolean): number | undefined {
  const end = text[at - 1] === "\r" ? at - 1 : at;
  if (start >= 0 && itemStart.test(text.slice(start, Math.min(at, start + 40)))) return end;
  const next = /[^ \t\r]/.exec(text.slice(at + 1, at + 200))?.[0];
  if (next === undefined) return isOver ? end : undefined;
  return /[-*+#>|`~•\d\n]/.test(next) ? end : -1;
}

const itemStart = /^[\s>]*(?:#{1,6}\s|[-*+•]\s|\d{1,3}[.)]\s)/;

/** The first pause that leaves enough before it. */
function findClause(text: string, start: number): number | undefined {
  const pause = /[,;،؛–—](?=\s)|(?<!:):(?=\s)|[，、；：]/g;
  pause.lastIndex = start + shortestFirst - 1;
  const match = pause.exec(text);
  return match === null || match.index + 1 === text.length ? undefined : match.index + 1;
}

/** The last pause, else the last white space, else the last character that a piece has room for. */
function findPause(text: string, start: number): number {
  const most = text.slice(0, longestPiece);
  const pause = Math.max(
    ...[", ", "; ", ": ", " – ", "، ", "，", "、"].map((mark) => most.lastIndexOf(mark)),
  );
  if (pause > start + 100) return most[pause] === " " ? pause + 2 : pause + 1;
  const space = /\s\S*$/.exec(most)?.index ?? -1;
  return space > start ? space : longestPiece;
}

/** The cut, moved in front of a character that it would split. */
function toGrapheme(text: string, cut: number): number {
  if (cut >= text.length) return cut;
  const { index } = graphemes.segment(text.slice(0, cut + 40)).containing(cut) ?? { index: cut };
  if (index > 0) return index;
  // One of hundreds of marks on a letter, unreadable anyway: only don't split a code point.
  return /[\udc00-\udfff]/.test(text.charAt(cut)) ? cut - 1 : cut;
}

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });
