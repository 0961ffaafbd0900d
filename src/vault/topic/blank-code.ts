/**
 * A text with its code blank, each character in its place: fences, also those nested in a list or a quotation, and code
 * spans, which end with their paragraph. In linear time.
 */
export function blankCode(text: string): string {
  if (!/`|~~~/.test(text)) return text;
  let fence: { readonly mark: string; readonly column: number } | undefined;
  const lines = text.split("\n").map((line) => {
    const words = line.replace(containers, "");
    const mark = /^(?:`{3,}(?!.*`)|~{3,})?/.exec(words)?.[0] ?? "";
    const indent = /^[ \t>]*/.exec(line)?.[0].length ?? 0;
    // What holds the fence is over where a line begins before it: so is the fence.
    if (fence !== undefined && line.trim() !== "" && indent < fence.column) fence = undefined;
    if (fence === undefined && mark === "") return line;
    const isEnd = mark === words.trimEnd() && mark.startsWith(fence?.mark ?? " ");
    fence = isEnd ? undefined : (fence ?? { mark, column: line.length - words.length });
    return blank(line);
  });
  return lines.join("\n").split(paragraphStart).map(blankCodeSpans).join("");
}

/** Indent, marks of quotations and of items. */
const containers = /^(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*/;
/** Before a line that does not go on with the paragraph above. */
const paragraphStart = /(?<=\n)(?=[ \t>]*(?:\n|$|#{1,6} |>|[-*+][ \t]|\d{1,9}[.)][ \t]))/;
const blank = (code: string): string => code.replace(/[^\n]/g, " ");

/** The same for the code spans of one paragraph, backticks included. */
export function blankCodeSpans(text: string): string {
  if (!text.includes("`")) return text;
  const runs = [...text.matchAll(/`+/g)].map(({ 0: { length }, index }) => ({ length, index }));
  /** Each run's next one of the same length, which would close it. */
  const closers = new Map<number, number>();
  const lastByLength = new Map<number, number>();
  for (const [i, { length }] of runs.entries()) {
    const last = lastByLength.get(length);
    if (last !== undefined) closers.set(last, i);
    lastByLength.set(length, i);
  }
  let plain = "";
  let next = 0;
  for (const [i, { index }] of runs.entries()) {
    const close = runs[closers.get(i) ?? -1];
    if (i < next || close === undefined || isEscaped(text, index)) continue;
    const end = close.index + close.length;
    plain += text.slice(plain.length, index) + blank(text.slice(index, end));
    next = (closers.get(i) ?? i) + 1;
  }
  return plain + text.slice(plain.length);
}

/** True for a character that an odd number of backslashes stands before. */
function isEscaped(text: string, at: number): boolean {
  let start = at;
  while (text[start - 1] === "\\") start--;
  return (at - start) % 2 === 1;
}
