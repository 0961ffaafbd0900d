/** What a line of Markdown can be by itself. Lines have their tabs expanded; `words` start behind the indent. */

/** Number of spaces from `from`; more than `max` are not counted. */
export function indentAt(line: string, from: number, max = line.length): number {
  let count = 0;
  while (count < max && line.charCodeAt(from + count) === 0x20) count++;
  return count;
}

/** Where nothing but spaces follows. */
export function endOf(line: string): number {
  let end = line.length;
  while (line.charCodeAt(end - 1) === 0x20) end--;
  return end;
}

/** True for `***`, `- - -`, `___` from `at` on. */
export function isThematicBreak(line: string, at: number): boolean {
  const marker = line[at] ?? "";
  if (!"*-_".includes(marker)) return false;
  let count = 0;
  for (let i = at; i < line.length; i++) {
    if (line[i] === marker) count++;
    else if (line[i] !== " ") return false;
  }
  return count >= 3;
}

/** 1 for a line of `=`, 2 for a line of `-`, else 0. */
export function setextDepth(words: string): 0 | 1 | 2 {
  if (!/^(?:=+|-+) *$/.test(words)) return 0;
  return words.startsWith("=") ? 1 : 2;
}

/** Depth of an ATX heading, or 0. */
export const atxDepth = (words: string): number => /^#{1,6}(?= |$)/.exec(words)?.[0].length ?? 0;

/** Text of an ATX heading without its hashes. */
export const atxText = (words: string): string =>
  trimSpaces(trimSpaces(words.replace(/^#+/, "")).replace(/(?:^| )#+$/, ""));

/** The mark of a code fence that opens here, or undefined. */
export const fenceOf = (words: string): string | undefined =>
  /^(?:`{3,}(?=[^`]*$)|~{3,})/.exec(words)?.[0];

/** Removes spaces at both ends; other white space is text to Markdown. */
export const trimSpaces = (text: string): string => text.slice(indentAt(text, 0), endOf(text));

/** The line with each tab turned into spaces up to the next column that four divides. */
export function expandTabs(line: string): string {
  if (!line.includes("\t")) return line;
  let expanded = "";
  for (const part of line.split(/(?<=\t)/)) {
    const words = part.endsWith("\t") ? part.slice(0, -1) : part;
    expanded += words;
    if (words !== part) expanded += "    ".slice(expanded.length % 4);
  }
  return expanded;
}
