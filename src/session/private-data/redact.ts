import { isAboutHealth } from "../../language/gate/health.ts";
import { calendarNames } from "../../language/languages.ts";
import { foldText } from "../../language/text/letters.ts";
import { findKeys, findSecrets } from "./find-secrets.ts";
import { findCards, findIbans, findPhones, type Span, spansOf } from "./numbers.ts";

/** The text with private data replaced by its kind, such as `[birth date]`. Takes linear time on any text. */
export const redact = (text: string): string =>
  finders.reduce((rest, [kind, find]) => replaced(rest, kind, find(rest)), text);

/** The text with `[secret]` in the place of keys and tokens. */
export const redactKeys = (text: string): string => replaced(text, "secret", findKeys(text));

/** What finds private data, one after the other in what is left; whole sentences first. A checksum is checked. */
const finders: readonly (readonly [kind: string, find: (text: string) => readonly Span[]])[] = [
  ["health", findHealth],
  ["secret", findSecrets],
  ["iban", findIbans],
  ["card", findCards],
  ["e-mail", (text) => spansOf(text, email)],
  ["birth date", (text) => birthDates.flatMap((shape) => spansOf(text, shape))],
  ["phone", findPhones],
];

/** A span that begins within another is a part of it. */
function replaced(text: string, kind: string, spans: readonly Span[]): string {
  let rest = "";
  let done = 0;
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    if (start >= done) rest += `${text.slice(done, start)}[${kind}]`;
    done = Math.max(done, end);
  }
  return rest + text.slice(done);
}

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

/** Tells a text that holds a password, a key or a card, or says one that was told in the sentence before. */
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
const sentence = /(?=\S)(?:[^\n.!?…؟]|[.!?…؟](?!\s)){1,400}[.!?…؟]*/dgu;

/** Sentences that tell of somebody's health. */
function findHealth(text: string): Span[] {
  return spansOf(text, sentence).filter(({ start, end }) => {
    const words = text.slice(start, end);
    return !words.includes("[health]") && isAboutHealth(words);
  });
}
