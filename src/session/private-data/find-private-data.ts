import { isAboutHealth } from "../../language/gate/health.ts";
import { calendarNames } from "../../language/languages.ts";
import { spansOf } from "./find-keys.ts";
import { findSecrets } from "./find-secrets.ts";
import { findCards, findIbans, findPhones, type Span } from "./numbers.ts";

type PrivateKind = "secret" | "iban" | "card" | "e-mail" | "birth date" | "phone" | "health";

/** Where private data stands in a text; `end` is the place after it. */
export interface PrivateSpan extends Span {
  readonly kind: PrivateKind;
}

/** What finds it, the stronger kind first. */
const finders: readonly (readonly [kind: PrivateKind, find: (text: string) => readonly Span[]])[] =
  [
    ["secret", findSecrets],
    ["iban", findIbans],
    ["card", findCards],
    ["e-mail", (text) => spansOf(text, email)],
    ["birth date", (text) => birthDates.flatMap((shape) => spansOf(text, shape))],
    ["phone", findPhones],
  ];

/** Not `git@host:…` and not `icon@2x.png`. */
const email =
  /(?<![\p{L}\p{N}._%+'-])(?!git@)[\p{L}\p{N}_](?:[\p{L}\p{N}._%+'-]{0,62}[\p{L}\p{N}_+-])?@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,62})\.){1,6}(?!(?:png|jpe?g|gif|svg|webp)(?!\p{L}))\p{L}{2,20}(?![\p{L}\p{N}])/dgu;

const months = calendarNames("months").join("|");
const date = `(?:\\d{4}-\\d{1,2}-\\d{1,2}|\\d{1,2}[./-]\\d{1,2}[./-]\\d{2,4}|\\d{1,2}(?:st|nd|rd|th|er|\\.|º)? ?(?:de |d['’]|of )?(?:${months})(?:,? (?:de |del |d['’])?\\d{4})?|(?:${months}) \\d{1,2}(?:st|nd|rd|th)?(?:,? \\d{4})?)(?![\\p{L}\\p{N}])`;
const bornBefore =
  "born|birthday|date of birth|birth ?date|d\\.?o\\.?b\\.?|nací|nació|nacid[oa]|nacimiento|cumpleaños|vaig néixer|va néixer|nascu(?:t|da)|naixement|nasci|nasceu|nascid[oa]|nascimento|née?|naissance|geboren|geburtsdatum|geburtstag";
const birthDates = [
  new RegExp(`(?<!\\p{L})(?:${bornBefore})(?!\\p{L})[^\\d.;\\n]{0,24}?(${date})`, "dgiu"),
  new RegExp(`(?<![\\p{L}\\p{N}])(${date}),? geboren(?!\\p{L})`, "dgiu"),
];

/** Private data of a text in reading order, without overlaps; what has a checksum is checked. Takes linear time on any text. */
export function findPrivateData(text: string): readonly PrivateSpan[] {
  const pieces = withoutOverlaps(
    finders.flatMap(([kind, find]) => find(text).map((span) => ({ kind, ...span }))),
  );
  return [...pieces, ...healthBetween(text, pieces)].sort((a, b) => a.start - b.start);
}

/** True for a text with a password, a key or the number of a card in it. */
export const holdsSecret = (text: string): boolean =>
  findSecrets(text).length > 0 || findCards(text).length > 0;

/** Of two that overlap the one of the stronger kind stays; `spans` come by strength. */
function withoutOverlaps(spans: readonly PrivateSpan[]): PrivateSpan[] {
  const ranked = spans.map((span, rank) => ({ span, rank }));
  ranked.sort((a, b) => a.span.start - b.span.start || a.rank - b.rank);
  const kept: { span: PrivateSpan; rank: number }[] = [];
  for (const next of ranked) {
    let last = kept.at(-1);
    while (last !== undefined && last.span.end > next.span.start && last.rank > next.rank) {
      kept.pop();
      last = kept.at(-1);
    }
    if (last === undefined || last.span.end <= next.span.start) kept.push(next);
  }
  return kept.map(({ span }) => span);
}

/** A sentence, or the beginning of a long one. */
const sentence = /(?:[^\n.!?…؟]|[.!?…؟](?!\s)){1,400}[.!?…؟]*/gu;

/** What tells of somebody's health, a sentence at a time; numbers and keys within it stay what they are. */
function healthBetween(text: string, others: readonly PrivateSpan[]): PrivateSpan[] {
  const found: PrivateSpan[] = [];
  let next = 0;
  for (const { 0: words, index } of text.matchAll(sentence)) {
    const end = index + words.length;
    const said = words.replace(/\[[a-z -]+\]/g, "");
    const isHealth = isAboutHealth(said);
    let start = index + (words.length - words.trimStart().length);
    for (; (others[next]?.start ?? end) < end; next++) {
      const other = others[next] ?? { start: end, end };
      if (isHealth && other.start > start) found.push({ kind: "health", start, end: other.start });
      start = Math.max(start, other.end);
    }
    if (isHealth && start < end) found.push({ kind: "health", start, end });
  }
  return found;
}
