/**
 * Where the link reference definitions at the start of a paragraph's lines end: the offset of the first
 * character that belongs to none (CommonMark 4.7, as remark reads it). `text` has tabs expanded, lines joined by LF.
 */
export function definitionsEnd(text: string): number {
  let at = 0;
  while (text[at] === "[") {
    const end = definitionEnd(text, at);
    if (end === undefined || end === text.length) return end ?? at;
    at = matchEnd(/ */y, text, end + 1) ?? end;
  }
  return at;
}

/** The end of the line on which the definition that starts at `at` ends. */
function definitionEnd(text: string, at: number): number | undefined {
  label.lastIndex = at;
  const words = label.exec(text)?.[1];
  if (words === undefined || !isLabel(words)) return undefined;
  const start = label.lastIndex;
  const destination = text[start] === "<" ? matchEnd(bracketed, text, start) : rawEnd(text, start);
  return (
    destination && (matchEnd(title, text, destination) ?? matchEnd(lineEnd, text, destination))
  );
}

/** Where a pattern that fits from `at` on ends. */
function matchEnd(sticky: RegExp, text: string, at: number): number | undefined {
  sticky.lastIndex = at;
  return sticky.test(text) ? sticky.lastIndex : undefined;
}

/** What stands between two marks: a backslash escapes them and itself, and is a character before any other. */
const between = (marks: string, other = ""): string =>
  `(?:\\\\[${marks}\\\\]|\\\\(?![${marks}\\\\])|[^${marks}${other}\\\\])*`;
const label = new RegExp(String.raw`\[(${between(String.raw`[\]`)})\]:[ \n]*`, "y");
const bracketed = new RegExp(`<${between("<>", "\\n")}>`, "y");
const lineEnd = / *(?=\n|$)/y;
const title = new RegExp(
  `[ \\n]+(?:"${between('"')}"|'${between("'")}'|\\(${between(")")}\\)) *(?=\\n|$)`,
  "y",
);

/** CommonMark's limit; line ends do not count. */
const isLabel = (words: string): boolean =>
  words.replaceAll("\n", "").length <= 999 && /[^ \n]/.test(words);

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
