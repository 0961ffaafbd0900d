/**
 * Where the link reference definitions at the start of a paragraph's lines end: the offset of the first
 * character that belongs to none (CommonMark 4.7, as remark reads it). `text` has tabs expanded, lines joined by LF.
 */
export function definitionsEnd(text: string): number {
  let at = 0;
  while (text[at] === "[") {
    const end = definitionEnd(text, at);
    if (end === undefined) return at;
    if (end === text.length) return end;
    at = skipSpaces(text, end + 1);
  }
  return at;
}

/** The end of the line on which the definition that starts at `at` ends. */
function definitionEnd(text: string, at: number): number | undefined {
  const label = labelEnd(text, at);
  if (label === undefined || text[label] !== ":") return undefined;
  const destination = destinationEnd(text, skipWhitespace(text, label + 1));
  if (destination === undefined) return undefined;
  const title = titleEnd(text, destination);
  return title ?? lineEnd(text, destination);
}

const maxLabel = 999;

function labelEnd(text: string, start: number): number | undefined {
  let at = start + 1;
  while (at < text.length && text[at] !== "]" && text[at] !== "[" && at - start <= 2 * maxLabel) {
    at += isEscape(text, at, "[\\]") ? 2 : 1;
  }
  if (text[at] !== "]") return undefined;
  const label = text.slice(start + 1, at);
  const size = label.length - (label.split("\n").length - 1);
  return size <= maxLabel && /[^ \n]/.test(label) ? at + 1 : undefined;
}

function destinationEnd(text: string, start: number): number | undefined {
  return text[start] === "<" ? enclosedEnd(text, start) : rawEnd(text, start);
}

function enclosedEnd(text: string, start: number): number | undefined {
  for (let at = start + 1; at < text.length; at++) {
    const char = text[at];
    if (char === ">") return at + 1;
    if (char === "<" || char === "\n") return undefined;
    if (isEscape(text, at, "<>\\")) at++;
  }
  return undefined;
}

function rawEnd(text: string, start: number): number | undefined {
  let balance = 0;
  let at = start;
  for (; at < text.length; at++) {
    const char = text[at];
    if (isSpaceOrControl(text, at) || (char === ")" && balance === 0)) break;
    if (char === "(") balance++;
    else if (char === ")") balance--;
    else if (isEscape(text, at, "()\\")) at++;
  }
  // A control character ends nothing: it makes the destination invalid.
  const ends = at === text.length || isOneOf(text[at], " \n)");
  return at > start && balance === 0 && ends ? at : undefined;
}

/** The end of the line of a title behind the destination; undefined when there is no well-formed one. */
function titleEnd(text: string, destination: number): number | undefined {
  const start = skipWhitespace(text, destination);
  const open = text[start];
  if (start === destination || !isOneOf(open, `"'(`)) return undefined;
  const close = open === "(" ? ")" : open;
  for (let at = start + 1; at < text.length; at++) {
    const char = text[at];
    if (char === close) return lineEnd(text, at + 1);
    if (isEscape(text, at, `${close}\\`)) at++;
  }
  return undefined;
}

/** The end of the line, when nothing but spaces is left on it. */
function lineEnd(text: string, from: number): number | undefined {
  const at = skipSpaces(text, from);
  return at === text.length || text[at] === "\n" ? at : undefined;
}

function skipSpaces(text: string, from: number): number {
  let at = from;
  while (text[at] === " ") at++;
  return at;
}

function skipWhitespace(text: string, from: number): number {
  let at = from;
  while (text[at] === " " || text[at] === "\n") at++;
  return at;
}

const isOneOf = (char: string | undefined, set: string): boolean =>
  char !== undefined && set.includes(char);

const isEscape = (text: string, at: number, escapable: string): boolean =>
  text[at] === "\\" && isOneOf(text[at + 1], escapable);

/** NUL is not one: remark has replaced it before it looks. */
function isSpaceOrControl(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return (code <= 0x20 && code !== 0) || code === 0x7f;
}
