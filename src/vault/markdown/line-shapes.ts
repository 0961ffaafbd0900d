/** What one line of Markdown can be by itself. Lines have their tabs expanded; `at` is behind the indent. */

/** Number of spaces from `from`. */
export function indentAt(line: string, from: number): number {
  let at = from;
  while (line.charCodeAt(at) === 0x20) at++;
  return at - from;
}

/** True for `***`, `- - -`, `___`. */
export function isThematicBreak(line: string, at: number): boolean {
  const marker = line.charCodeAt(at);
  if (marker !== 0x2a && marker !== 0x2d && marker !== 0x5f) return false;
  let count = 0;
  for (let i = at; i < line.length; i++) {
    const code = line.charCodeAt(i);
    if (code === marker) count++;
    else if (code !== 0x20) return false;
  }
  return count >= 3;
}

/** 1 for a line of `=`, 2 for a line of `-`, else 0. */
export function setextDepth(line: string, at: number): 0 | 1 | 2 {
  const marker = line.charCodeAt(at);
  if (marker !== 0x3d && marker !== 0x2d) return 0;
  let i = at;
  while (line.charCodeAt(i) === marker) i++;
  if (i + indentAt(line, i) !== line.length) return 0;
  return marker === 0x3d ? 1 : 2;
}

/** Depth of an ATX heading, or 0. */
export function atxDepth(line: string, at: number): number {
  let i = at;
  while (line.charCodeAt(i) === 0x23) i++;
  const depth = i - at;
  if (depth === 0 || depth > 6) return 0;
  return i === line.length || line.charCodeAt(i) === 0x20 ? depth : 0;
}

/** Text of an ATX heading without its hashes. */
export function atxText(line: string, at: number): string {
  const text = trimSpaces(line.slice(at).replace(/^#+/, ""));
  let end = text.length;
  while (text.charCodeAt(end - 1) === 0x23) end--;
  const closes = end < text.length && (end === 0 || text.charCodeAt(end - 1) === 0x20);
  return closes ? trimSpaces(text.slice(0, end)) : text;
}

/** Length of a code fence that opens here, or 0. */
export function fenceSize(line: string, at: number): number {
  const marker = line.charCodeAt(at);
  if (marker !== 0x60 && marker !== 0x7e) return 0;
  const size = runLength(line, at, marker);
  if (size < 3) return 0;
  return marker === 0x60 && line.includes("`", at + size) ? 0 : size;
}

/** True when this line closes a fence of `marker` and `size`. */
export function isFenceEnd(line: string, from: number, marker: string, size: number): boolean {
  const indent = indentAt(line, from);
  if (indent > 3 || line[from + indent] !== marker) return false;
  const length = runLength(line, from + indent, marker.charCodeAt(0));
  const after = from + indent + length;
  return length >= size && after + indentAt(line, after) === line.length;
}

/** Removes spaces at both ends; other white space is text to Markdown. */
export function trimSpaces(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && text.charCodeAt(start) === 0x20) start++;
  while (end > start && text.charCodeAt(end - 1) === 0x20) end--;
  return text.slice(start, end);
}

/** The line with each tab turned into spaces up to the next column that four divides. */
export function expandTabs(line: string): string {
  if (!line.includes("\t")) return line;
  let expanded = "";
  let start = 0;
  for (let tab = line.indexOf("\t"); tab >= 0; tab = line.indexOf("\t", start)) {
    expanded += line.slice(start, tab);
    expanded += "    ".slice(expanded.length % 4);
    start = tab + 1;
  }
  return expanded + line.slice(start);
}

function runLength(line: string, at: number, code: number): number {
  let end = at;
  while (line.charCodeAt(end) === code) end++;
  return end - at;
}
