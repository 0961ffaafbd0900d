/** Splits text at CR, LF and CRLF, as Markdown does; a last line end starts no further line. */
export function splitLines(text: string): string[] {
  const lines = text.includes("\r") ? text.split(/\r\n|\n|\r/) : text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/** True when the last line has its line end. */
export const endsInNewline = (text: string): boolean => text.endsWith("\n") || text.endsWith("\r");

/** The lines of a text with their line ends; joined they are the text. */
export const splitRows = (text: string): string[] =>
  text === "" ? [] : text.split(/(?<=\r\n|\n|\r(?!\n))/);

/** The line end that most lines of the text have; not a CR alone where a LF behind it, two line ends, would make it one. */
export function usualEol(text: string): string {
  const counts = new Map([["\n", 0]]);
  for (const [eol] of text.matchAll(/\r\n|\n|\r/g)) counts.set(eol, (counts.get(eol) ?? 0) + 1);
  const [eol] = [...counts].reduce((a, b) => (b[1] > a[1] ? b : a));
  return eol === "\r" && text.includes("\n") ? "\r\n" : eol;
}

/** True for a line that Markdown takes for blank: spaces and tabs, nothing else. */
export const isBlankLine = (line: string | undefined): boolean => /^[ \t]*$/.test(line ?? "");
