/** Words of an excerpt, found ones apart from the others. */
export interface ExcerptPart {
  readonly text: string;
  readonly isFound: boolean;
}

/** A stretch of a text. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** The stretch of a text around the first words that were found, or its beginning, with "…" where it was cut. */
export function excerptOf(text: string, found: readonly Range[]): ExcerptPart[] {
  const first = found[0]?.start ?? 0;
  const start = first + longest / 2 > longest ? cutAt(text, first - before) : 0;
  const end = start + longest >= text.length ? text.length : cutAt(text, start + longest);
  const parts: ExcerptPart[] = start > 0 ? [{ text: "…", isFound: false }] : [];
  let at = start;
  for (const range of found) {
    const from = Math.max(range.start, at);
    const to = Math.min(range.end, end);
    if (to <= from) continue;
    if (from > at) parts.push({ text: text.slice(at, from), isFound: false });
    parts.push({ text: text.slice(from, to), isFound: true });
    at = to;
  }
  if (at < end) parts.push({ text: text.slice(at, end), isFound: false });
  if (end < text.length) parts.push({ text: "…", isFound: false });
  return parts;
}

const longest = 240;
const before = 60;

/** The next space, where one is near; never within a character. */
function cutAt(text: string, at: number): number {
  const space = text.slice(at, at + 20).search(/\s/u);
  const cut = space < 0 ? at : at + space + 1;
  return /[\udc00-\udfff]/.test(text[cut] ?? "") ? cut + 1 : cut;
}
