/** The characters of a tag, as Obsidian has them: letters of any script, digits, `_`, `-`, `/`, emoji. */
const tagChars = "[\\p{L}\\p{N}\\p{M}\\p{Extended_Pictographic}\\u200d\\ufe0f_/-]+";
const tagPattern = new RegExp(`(?<=^|\\s)#(${tagChars})`, "gu");
const wholeTag = new RegExp(`^#${tagChars}$`, "u");

/** All `#tags` of a text, without `#`, in order and once each; those in code spans are none. */
export function tagsOf(text: string): string[] {
  if (!text.includes("#")) return [];
  const tags = new Set<string>();
  for (const match of withoutCode(text).matchAll(tagPattern)) {
    const tag = match[1] ?? "";
    if (!isNumber(tag)) tags.add(tag);
  }
  return [...tags];
}

/** True when the word is one tag and nothing else. */
export const isTag = (word: string): boolean => wholeTag.test(word) && !isNumber(word.slice(1));

/** `#2026` is a number, not a tag. */
const isNumber = (tag: string): boolean => /^[\d_/-]*$/.test(tag);

/** A stretch of a text, by offsets. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Where the code spans of a text are, backticks included, in linear time. */
export function codeSpans(text: string): Span[] {
  if (!text.includes("`")) return [];
  const runs = [...text.matchAll(/`+/g)].map(({ 0: { length }, index }) => ({ length, index }));
  const laterByLength = new Map<number, number[]>();
  for (const run of runs.toReversed()) {
    const later = laterByLength.get(run.length);
    if (later === undefined) laterByLength.set(run.length, [run.index]);
    else later.push(run.index);
  }
  const spans: Span[] = [];
  let end = 0;
  for (const { length, index } of runs) {
    const later = laterByLength.get(length);
    later?.pop();
    if (index < end || isEscaped(text, index)) continue;
    while ((later?.at(-1) ?? end) < end) later?.pop();
    const close = later?.at(-1);
    if (close === undefined) continue;
    end = close + length;
    spans.push({ from: index, to: end });
  }
  return spans;
}

/** True for a character that an odd number of backslashes stands before. */
export function isEscaped(text: string, at: number): boolean {
  let start = at;
  while (text[start - 1] === "\\") start--;
  return (at - start) % 2 === 1;
}

/** The text with code spans blanked out. */
function withoutCode(text: string): string {
  let plain = "";
  let from = 0;
  for (const span of codeSpans(text)) {
    plain += `${text.slice(from, span.from)}\``;
    from = span.to;
  }
  return plain + text.slice(from);
}
