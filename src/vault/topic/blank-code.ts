/**
 * A text with its code blank, each character in its place: fences, also those nested in a list or a quotation, and code
 * spans, which end with their paragraph. In linear time.
 */
export function blankCode(text: string): string {
  if (!/`|~~~/.test(text)) return text;
  const plain: string[] = [];
  const paragraph: string[] = [];
  let fence: Fence | undefined;
  for (const line of text.split("\n")) {
    const words = line.replace(containers, "");
    const column = line.length - words.length;
    const mark = markOf(words);
    if (isBeside(line, fence)) fence = undefined;
    if (fence === undefined && mark === "") {
      if (isStart(line, words)) endParagraph(paragraph, plain);
      paragraph.push(line);
      continue;
    }
    endParagraph(paragraph, plain);
    plain.push(blank(line));
    const isEnd = mark === words.trimEnd() && mark.startsWith(fence?.mark ?? " ");
    fence = isEnd ? undefined : (fence ?? { mark, column });
  }
  endParagraph(paragraph, plain);
  return plain.join("\n");
}

interface Fence {
  readonly mark: string;
  readonly column: number;
}

/** What holds the fence is over where a line begins before it: so is the fence. */
const isBeside = (line: string, fence: Fence | undefined): boolean =>
  line.trim() !== "" && (/^[ \t>]*/.exec(line)?.[0] ?? "").length < (fence?.column ?? 0);

function endParagraph(lines: string[], plain: string[]): void {
  if (lines.length > 0) plain.push(blankCodeSpans(lines.splice(0).join("\n")));
}

/** Whether a line is none that goes on with the paragraph above. */
const isStart = (line: string, words: string): boolean =>
  words === "" || /^#{1,6} /.test(words) || words.length < line.trimStart().length;

/** Indent, marks of quotations and of items. */
const containers = /^(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*/;
/** The mark of a fence; '' where there is none. */
const markOf = (words: string): string => /^(?:`{3,}(?!.*`)|~{3,})?/.exec(words)?.[0] ?? "";
const blank = (code: string): string => code.replace(/[^\n]/g, " ");

/** The same for the code spans of one paragraph, backticks included. */
export function blankCodeSpans(text: string): string {
  if (!text.includes("`")) return text;
  const runs = [...text.matchAll(/`+/g)].map(({ 0: { length }, index }) => ({ length, index }));
  const closers: (number | undefined)[] = [];
  const nextByLength = new Map<number, number>();
  for (let i = runs.length - 1; i >= 0; i--) {
    const length = runs[i]?.length ?? 0;
    closers[i] = nextByLength.get(length);
    nextByLength.set(length, i);
  }
  let plain = "";
  let from = 0;
  for (let i = 0; i < runs.length; i++) {
    const close = closers[i] ?? -1;
    const [open, end] = [runs[i], runs[close]];
    if (open === undefined || end === undefined || isEscaped(text, open.index)) continue;
    const to = end.index + end.length;
    plain += text.slice(from, open.index) + blank(text.slice(open.index, to));
    from = to;
    i = close;
  }
  return plain + text.slice(from);
}

/** True for a character that an odd number of backslashes stands before. */
function isEscaped(text: string, at: number): boolean {
  let start = at;
  while (text[start - 1] === "\\") start--;
  return (at - start) % 2 === 1;
}
