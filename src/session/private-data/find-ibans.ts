import type { Span } from "./span.ts";

/** International bank account numbers, with or without spaces: the country's length and the checksum of ISO 13616. */
export function findIbans(text: string): Span[] {
  const spans: Span[] = [];
  for (const match of text.matchAll(/(?<![\p{L}\p{N}_])[a-z]{2}[ ]?\d{2}/giu)) {
    const length = lengthByCountry[match[0].slice(0, 2).toUpperCase()];
    const end = length === undefined ? null : ibanEnd(text, match.index, length);
    if (end !== null) spans.push({ start: match.index, end });
  }
  return spans;
}

function ibanEnd(text: string, start: number, length: number): number | null {
  let iban = "";
  let at = start;
  while (iban.length < length) {
    const character = text[at] ?? "";
    if (/[a-z\d]/i.test(character)) iban += character.toUpperCase();
    // One separator at a time, between letters and digits only.
    else if (!/[ \u00a0-]/.test(character) || !/[a-z\d]/i.test(text[at - 1] ?? "")) return null;
    at++;
  }
  if (/[\p{L}\p{N}]/u.test(text.slice(at, at + 1))) return null;
  return passesMod97(iban) ? at : null;
}

function passesMod97(iban: string): boolean {
  const moved = iban.slice(4) + iban.slice(0, 4);
  let rest = 0;
  for (const character of moved) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}

/** The registry of SWIFT, for Europe and where else it is in common use. */
const lengthByCountry: Readonly<Record<string, number>> = {
  ...{ AD: 24, AE: 23, AL: 28, AT: 20, AZ: 28, BA: 20, BE: 16, BG: 22, BH: 22, BR: 29, BY: 28 },
  ...{ CH: 21, CR: 22, CY: 28, CZ: 24, DE: 22, DK: 18, DO: 28, EE: 20, EG: 29, ES: 24, FI: 18 },
  ...{ FO: 18, FR: 27, GB: 22, GE: 22, GI: 23, GL: 18, GR: 27, GT: 28, HR: 21, HU: 28, IE: 22 },
  ...{ IL: 23, IS: 26, IT: 27, JO: 30, KW: 30, KZ: 20, LB: 28, LI: 21, LT: 20, LU: 20, LV: 21 },
  ...{ MC: 27, MD: 24, ME: 22, MK: 19, MR: 27, MT: 31, MU: 30, NL: 18, NO: 15, PK: 24, PL: 28 },
  ...{ PS: 29, PT: 25, QA: 29, RO: 24, RS: 22, SA: 24, SE: 24, SI: 19, SK: 24, SM: 27, TN: 24 },
  ...{ TR: 26, UA: 29, VG: 24, XK: 20 },
};
