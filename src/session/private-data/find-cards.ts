import { type DigitGroup, type DigitRun, standsAlone } from "./digit-runs.ts";
import type { Span } from "./span.ts";

/** Payment cards: a known prefix with its length, and the check digit of Luhn. */
export function findCards(text: string, runs: readonly DigitRun[]): Span[] {
  return runs.flatMap(({ groups }) =>
    groups.flatMap((_, at) => {
      const span = cardAt(text, groups, at);
      return span === null ? [] : [span];
    }),
  );
}

const maxGroups = 5;
const shortest = 13;
const longest = 19;

function cardAt(text: string, groups: readonly DigitGroup[], at: number): Span | null {
  const first = groups[at];
  if (first === undefined || first.digits.length < 3) return null;
  let digits = "";
  for (const group of groups.slice(at, at + maxGroups)) {
    if (digits.length + group.digits.length > longest) return null;
    // A card is written in one piece, or in groups of three (the end of some) to six digits.
    if (digits !== "" && group.digits.length < 3) return null;
    digits += group.digits;
    if (!isCard(digits)) continue;
    const span = { start: first.start, end: group.end };
    if (isFree(text, groups, at, span)) return span;
  }
  return null;
}

/** Digits may come before and after a card (a date, a code), but not in a row with a separator of numbers. */
function isFree(text: string, groups: readonly DigitGroup[], at: number, span: Span): boolean {
  const before = groups[at - 1];
  if (before !== undefined) return text[span.start - 1] === " ";
  if (text[span.end] === " ") return standsAlone(text, { start: span.start, end: span.end });
  return standsAlone(text, span);
}

function isCard(digits: string): boolean {
  return digits.length >= shortest && hasKnownPrefix(digits) && passesLuhn(digits);
}

/** Visa, American Express, Diners, Mastercard, JCB, Discover, UnionPay, Maestro. */
function hasKnownPrefix(digits: string): boolean {
  const length = digits.length;
  const four = Number(digits.slice(0, 4));
  if (/^4/.test(digits)) return length === 13 || length === 16 || length === 19;
  if (/^3[47]/.test(digits)) return length === 15;
  if (/^(?:30[0-5]|36|38)/.test(digits)) return length === 14;
  if (/^5[1-5]/.test(digits) || (four >= 2221 && four <= 2720)) return length === 16;
  if (four >= 3528 && four <= 3589) return length === 16;
  return /^(?:6011|64[4-9]|65|62|50|5[678]|67)/.test(digits) && length >= 16;
}

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place++) {
    const digit = Number(digits[digits.length - 1 - place]);
    const doubled = place % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
