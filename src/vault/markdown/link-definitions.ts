/**
 * Where the link reference definitions at the start of a paragraph's lines end: the offset of the first
 * character that belongs to none (CommonMark 4.7, as remark reads it). `text` has tabs expanded, lines joined by LF.
 */
export function definitionsEnd(text: string): number {
  let at = 0;
  while (text[at] === "[") {
    const end = definitionEnd(text, at);
    if (end === undefined || end === text.length) return end ?? at;
    at = skip(" ", text, end + 1);
  }
  return at;
}

/** The end of the line on which the definition that starts at `at` ends. */
function definitionEnd(text: string, at: number): number | undefined {
  const label = closeOf(text, at, { close: "]", never: "[" }) ?? at;
  if (text[label + 1] !== ":" || !isLabel(text.slice(at + 1, label))) return undefined;
  const start = skip(" \n", text, label + 2);
  const bracket =
    text[start] === "<" ? closeOf(text, start, { close: ">", never: "<\n" }) : undefined;
  const destination = text[start] === "<" ? bracket && bracket + 1 : rawEnd(text, start);
  return destination && (titleEnd(text, destination) ?? lineEnd(text, destination));
}

/** CommonMark's limit; line ends do not count. */
const isLabel = (label: string): boolean =>
  label.replaceAll("\n", "").length <= 999 && /[^ \n]/.test(label);

/** Where what opens at `start` closes; undefined where it does not, or what it never holds comes first. */
function closeOf(
  text: string,
  start: number,
  { close, never }: { readonly close: string; readonly never: string },
): number | undefined {
  for (let at = start + 1; at < text.length; at++) {
    const char = text[at] ?? "";
    if (char === close) return at;
    if (never.includes(char)) return undefined;
    const next = text[at + 1] ?? "\n";
    if (char === "\\" && next !== "\n" && `${close}${never}\\`.includes(next)) at++;
  }
  return undefined;
}

function rawEnd(text: string, start: number): number | undefined {
  let balance = 0;
  let at = start;
  for (; balance >= 0 && at < text.length && !isSpaceOrControl(text.charCodeAt(at)); at++) {
    if (text[at] === "(") balance++;
    if (text[at] === ")") balance--;
    if (text[at] === "\\" && "()\\".includes(text[at + 1] ?? " ")) at++;
  }
  // One bracket too many is not its own. A control character ends nothing: it makes the destination invalid.
  const end = balance < 0 ? at - 1 : at;
  const ends = end >= text.length || /[ \n)]/.test(text[end] ?? "");
  return end > start && balance <= 0 && ends ? end : undefined;
}

/** NUL is not one: remark has replaced it before it looks. */
const isSpaceOrControl = (code: number): boolean => (code <= 0x20 && code !== 0) || code === 0x7f;

/** The end of the line of a title behind the destination; undefined when there is no well-formed one. */
function titleEnd(text: string, destination: number): number | undefined {
  const start = skip(" \n", text, destination);
  const open = text[start] ?? "";
  if (start === destination || !/["'(]/.test(open)) return undefined;
  const end = closeOf(text, start, { close: open === "(" ? ")" : open, never: "" });
  return end && lineEnd(text, end + 1);
}

/** The end of the line, when nothing but spaces is left on it. */
function lineEnd(text: string, from: number): number | undefined {
  const at = skip(" ", text, from);
  return at >= text.length || text[at] === "\n" ? at : undefined;
}

function skip(chars: string, text: string, from: number): number {
  let at = from;
  while (at < text.length && chars.includes(text[at] ?? "")) at++;
  return at;
}
