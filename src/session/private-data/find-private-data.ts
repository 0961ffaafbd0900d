import { isAboutHealth } from "../../language/gate/health.ts";
import { calendarNames } from "../../language/languages.ts";
import { foldText } from "../../language/text/letters.ts";
import { findSecrets } from "./find-secrets.ts";
import { findCards, findIbans, findPhones, type Span, spansOf } from "./numbers.ts";

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
    ["health", findHealth],
  ];

/** Not `git@host:…` and not `icon@2x.png`. */
const email =
  /(?<![\p{L}\p{N}._%+'-])(?!git@)[\p{L}\p{N}_](?:[\p{L}\p{N}._%+'-]{0,62}[\p{L}\p{N}_+-])?@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,62})\.){1,6}(?!(?:png|jpe?g|gif|svg|webp)(?!\p{L}))\p{L}{2,20}(?![\p{L}\p{N}])/dgu;

const months = calendarNames("months").join("|");
const date = `(?:\\d{4}-\\d{1,2}-\\d{1,2}|\\d{1,2}[./-]\\d{1,2}[./-]\\d{2,4}|\\d{1,2}(?:st|nd|rd|th|er|\\.|º)? ?(?:de |d['’]|of )?(?:${months})(?:,? (?:de |del |d['’])?\\d{4})?|(?:${months}) \\d{1,2}(?:st|nd|rd|th)?(?:,? \\d{4})?)(?![\\p{L}\\p{N}])`;
const bornBefore =
  "born|birthday|date of birth|birth ?date|d\\.?o\\.?b\\.?|nací|nació|nacid[oa]|nacimiento|cumpleaños|vaig néixer|va néixer|nascu(?:t|da)|naixement|nasci|nasceu|nascid[oa]|nascimento|née?|naissance|geboren|geburtsdatum|geburtstag";
const birthDates = [
  new RegExp(`(?<!\\p{L})(?:${bornBefore})(?!\\p{L})[^\\d.;\\n]{0,24}?(?<it>${date})`, "dgiu"),
  new RegExp(`(?<![\\p{L}\\p{N}])(?<it>${date}),? geboren(?!\\p{L})`, "dgiu"),
];

/** Private data of a text in reading order, of what overlaps the stronger kind; what has a checksum is checked. Takes linear time on any text. */
export function findPrivateData(text: string): readonly PrivateSpan[] {
  const spans = finders.flatMap(([kind, find]) => find(text).map((span) => ({ kind, ...span })));
  const owners = new Array<PrivateSpan | undefined>(text.length);
  for (const span of spans.toReversed()) owners.fill(span, span.start, span.end);
  const found: PrivateSpan[] = [];
  for (let start = 0, end = 1; end <= text.length; end++) {
    const owner = owners[start];
    if (end < text.length && owners[end] === owner) continue;
    if (owner !== undefined) found.push({ kind: owner.kind, start, end });
    start = end;
  }
  return found;
}

/** Tells a text that holds a password, a key or a card, or says one that was told: "It's bluefish22", by the sentence before. */
export function secretIn(told: readonly string[]): (text: string) => boolean {
  const values = [...new Set(secretsOf(told.join("\n")).map(wordsOf))].filter((one) =>
    /\S/.test(one),
  );
  return (text) => {
    const words = wordsOf(text);
    return values.some((value) => words.includes(value)) || secretsOf(text).length > 0;
  };
}

const secretsOf = (text: string): string[] =>
  [...findSecrets(text), ...findCards(text)].map(({ start, end }) => text.slice(start, end));

/** A text as it is compared, with a space before and after each word. */
const wordsOf = (text: string): string =>
  ` ${foldText(text)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()} `;

/** A sentence, or the beginning of a long one. */
const sentence = /(?:[^\n.!?…؟]|[.!?…؟](?!\s)){1,400}[.!?…؟]*/gu;

/** Sentences that tell of somebody's health. */
function findHealth(text: string): Span[] {
  return [...text.matchAll(sentence)].flatMap(({ 0: words, index }) => {
    const start = index + (words.length - words.trimStart().length);
    const isIt = isAboutHealth(words.replace(/\[[a-z -]+\]/g, ""));
    return isIt ? [{ start, end: index + words.length }] : [];
  });
}
