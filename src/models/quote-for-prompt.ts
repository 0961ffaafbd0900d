/**
 * Text of others, as it enters a prompt: one JSON object a line between two tags. A line can hold neither a line break
 * nor `<`, so nothing in it can end its section, start another one, or stand at the start of a line; nor can it hold
 * the marks by which models know whose turn it is (`<|im_start|>`, `[INST]`).
 */
export function quoteSection(tag: string, lines: readonly object[]): string {
  return [`<${tag}>`, ...lines.map(quoteJson), `</${tag}>`].join("\n");
}

/** One value as JSON that a prompt can hold; `JSON.parse` gives it back, cleaned. */
export function quoteJson(value: object): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === "string" ? cleanQuoted(part) : part,
  )
    .replaceAll("<", "\\u003c")
    .replace(turnMark, "\\u005b");
}

/** Without what is invisible: control, bidi, zero-width and tag characters, halves of characters. Line breaks are `\n`. */
export function cleanQuoted(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, "\n")
    .replace(invisible, "")
    .replace(looseJoiner, "");
}

/** `[` of `[INST]`, `[/INST]`, `[TOOL_CALLS]`. */
const turnMark = /\[(?=\/?[A-Z_]{3,}\])/g;
const invisible =
  /(?![\t\n])\p{Cc}|\p{Bidi_Control}|\p{Default_Ignorable_Code_Point}(?<!\u200c|\u200d|\ufe0e|\ufe0f)|[\ufff9-\ufffb]/gu;
/** Joiners are part of how Persian, Indic scripts and emoji are written; elsewhere they only hide things. */
const looseJoiner =
  /(?<![\p{Script=Arabic}\p{M}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Malayalam}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Sinhala}\p{Extended_Pictographic}\p{EMod}])[\u200c\u200d]+/gu;
