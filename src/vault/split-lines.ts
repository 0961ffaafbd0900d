/** Splits text at CR, LF and CRLF, as Markdown does; a last line end starts no further line. */
export function splitLines(text: string): string[] {
  const lines = text.includes("\r") ? text.split(/\r\n|\n|\r/) : text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/** True when the last line has its line end. */
export const endsInNewline = (text: string): boolean => text.endsWith("\n") || text.endsWith("\r");

/** Offset of each line's first character. */
export function lineStarts(text: string): number[] {
  const starts = [0];
  for (const { 0: eol, index } of text.matchAll(/\r\n|\n|\r/g)) starts.push(index + eol.length);
  if (starts.at(-1) === text.length) starts.pop();
  return starts;
}

/** The line end that most lines of the text have. */
export function usualEol(text: string): string {
  const counts = new Map([["\n", 0]]);
  for (const [eol] of text.matchAll(/\r\n|\n|\r/g)) counts.set(eol, (counts.get(eol) ?? 0) + 1);
  return [...counts].reduce((a, b) => (b[1] > a[1] ? b : a))[0];
}

/** True for a line that Markdown takes for blank: spaces and tabs, nothing else. */
export const isBlankLine = (line: string | undefined): boolean => /^[ \t]*$/.test(line ?? "");
