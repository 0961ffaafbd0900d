/** How an HTML block ends: at a pattern on one of its lines, or (6, 7) before a blank line. */
export type HtmlKind = 1 | 2 | 3 | 4 | 5 | 6 | 7;

/** The kind of HTML block (CommonMark 4.6) that the `<` at `at` opens, or undefined. */
export function htmlBlockAt(line: string, at: number): HtmlKind | undefined {
  const next = line[at + 1];
  if (next === "?") return 3;
  if (next === "!") return declarationAt(line, at);
  return tagAt(line, at, next === "/");
}

/** True when a block of this kind ends on this line; `from` is the `<` on its first line, else the start. */
export function htmlEndsOn(kind: HtmlKind, line: string, from: number, isFirst: boolean): boolean {
  switch (kind) {
    case 1:
      return rawEnd.test(line.slice(from));
    case 2:
      return line.indexOf("-->", isFirst ? from + 2 : from) >= 0;
    case 3:
      return line.indexOf("?>", isFirst ? from + 1 : from) >= 0;
    case 4:
      return line.indexOf(">", isFirst ? from + 3 : from) >= 0;
    case 5:
      return cdataEnd.test(line.slice(isFirst ? from + 9 : from));
    default:
      return false;
  }
}

const tagName = /[A-Za-z][A-Za-z0-9-]*/y;
const attributeName = /[:_A-Za-z][-.:_A-Za-z0-9]*/y;
const unquotedValue = /[^ "'/<=>`]+/y;
const rawEnd = /<\/(?:pre|script|style|textarea)>/i;
/** As remark reads it: an even number of brackets before the `>`. */
const cdataEnd = /(?:^|[^\]])(?:\]\])+>/;

const rawNames = new Set(["pre", "script", "style", "textarea"]);
const blockNames = new Set(
  `address article aside base basefont blockquote body caption center col colgroup dd details dialog
  dir div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr
  html iframe legend li link main menu menuitem nav noframes ol optgroup option p param search section
  summary table tbody td tfoot th thead title tr track ul`.split(/\s+/),
);

function declarationAt(line: string, at: number): HtmlKind | undefined {
  if (line.startsWith("--", at + 2)) return 2;
  if (line.startsWith("[CDATA[", at + 2)) return 5;
  return /[A-Za-z]/.test(line[at + 2] ?? "") ? 4 : undefined;
}

function tagAt(line: string, at: number, closing: boolean): HtmlKind | undefined {
  tagName.lastIndex = at + (closing ? 2 : 1);
  const name = tagName.exec(line)?.[0]?.toLowerCase();
  const after = tagName.lastIndex;
  const follower = line[after] ?? " ";
  if (name === undefined || !" />".includes(follower)) return undefined;
  if (rawNames.has(name) && !closing && follower !== "/") return 1;
  if (blockNames.has(name)) return follower !== "/" || line[after + 1] === ">" ? 6 : undefined;
  const end = closing ? skipSpaces(line, after) : attributesEnd(line, after);
  if (end === undefined || line[end] !== ">") return undefined;
  return skipSpaces(line, end + 1) === line.length ? 7 : undefined;
}

function skipSpaces(line: string, from: number): number {
  let at = from;
  while (line[at] === " ") at++;
  return at;
}

/** Where the `>` of an opening tag must stand, or undefined when its attributes are malformed. */
function attributesEnd(line: string, from: number): number | undefined {
  let at: number | undefined = from;
  while (at !== undefined) {
    at = skipSpaces(line, at);
    if (line[at] === "/") return at + 1;
    attributeName.lastIndex = at;
    if (!attributeName.test(line)) return at;
    at = valuesEnd(line, attributeName.lastIndex);
  }
  return undefined;
}

/** Skips ` = value` after a name; several in a row are read as remark does. */
function valuesEnd(line: string, from: number): number | undefined {
  let at = from;
  for (;;) {
    const equals = skipSpaces(line, at);
    if (line[equals] !== "=") return at;
    const start = skipSpaces(line, equals + 1);
    const quote = line[start];
    if (quote === '"' || quote === "'") return quotedEnd(line, start, quote);
    unquotedValue.lastIndex = start;
    if (unquotedValue.test(line)) at = unquotedValue.lastIndex;
    else return quote === "/" ? start : undefined;
  }
}

function quotedEnd(line: string, start: number, quote: string): number | undefined {
  const end = line.indexOf(quote, start + 1);
  const follower = end < 0 ? undefined : line[end + 1];
  return follower === " " || follower === "/" || follower === ">" ? end + 1 : undefined;
}
