/**
 * An HTML block that has begun: what the line that it ends on holds, or nothing where it ends before a blank one;
 * `opening`: characters of its beginning that no end is looked for in; `isWeak`: it is a tag of any name, which does not
 * interrupt a paragraph.
 */
export type HtmlBlock = ReturnType<typeof block>;

const block = (end: RegExp | undefined, opening: number, isWeak = false) => {
  return { end, opening, isWeak };
};

const names =
  `address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|
dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|
html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|
summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul`.replaceAll("\n", "");

/** The kinds of HTML blocks (CommonMark 4.6), as remark reads them. */
const kinds: readonly (readonly [RegExp, HtmlBlock])[] = [
  [/^<(?:pre|script|style|textarea)(?=[ >]|$)/i, block(/<\/(?:pre|script|style|textarea)>/i, 0)],
  [/^<!--/, block(/-->/, 2)],
  [/^<\?/, block(/\?>/, 1)],
  [/^<![A-Za-z]/, block(/>/, 3)],
  // An even number of brackets before the `>`.
  [/^<!\[CDATA\[/, block(/(?:^|[^\]])(?:\]\])+>/, 9)],
  [new RegExp(`^</?(?:${names})(?= |/?>|$)`, "i"), block(undefined, 0)],
];

/** The HTML block that begins with these words, or undefined. */
export function htmlBlockOf(words: string): HtmlBlock | undefined {
  if (!words.startsWith("<")) return undefined;
  const found = kinds.find(([start]) => start.test(words));
  return found?.[1] ?? (isWholeTag(words) ? block(undefined, 0, true) : undefined);
}

const attribute =
  / +[:_A-Za-z][-.:_A-Za-z0-9]*(?: *= *[^ "'/<=>`]+)*(?: *= *(?:"[^"]*"(?=[ />])|'[^']*'(?=[ />])|(?=\/)))?/y;

/** Whether a line is one tag, opening or closing, and nothing else. */
function isWholeTag(words: string): boolean {
  const [name] = /^<\/?[A-Za-z][A-Za-z0-9-]*/.exec(words) ?? [];
  if (name === undefined) return false;
  if (name.startsWith("</"))
    return / *> *$/.test(words) && /^ *> *$/.test(words.slice(name.length));
  attribute.lastIndex = name.length;
  let end = name.length;
  while (attribute.test(words)) end = attribute.lastIndex;
  return /^ *\/?> *$/.test(words.slice(end));
}
