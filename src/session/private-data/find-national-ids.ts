import { type DigitRun, standsAlone } from "./digit-runs.ts";
import type { Span } from "./span.ts";

/** Identity numbers that can be told by themselves: Spanish DNI and NIE, whose letter is a check, and US SSN. */
export function findNationalIds(text: string, runs: readonly DigitRun[]): Span[] {
  return [
    ...[...text.matchAll(spanish)]
      .filter(([found]) => isSpanishId(found))
      .map(({ 0: found, index }) => ({ start: index, end: index + found.length })),
    ...runs.flatMap(({ groups }) =>
      groups.flatMap(({ start }, at) => {
        const end = groups[at + 2]?.end ?? start;
        const isSsn = ssn.test(text.slice(start, end));
        return isSsn && standsAlone(text, { start, end }) ? [{ start, end }] : [];
      }),
    ),
  ];
}

const spanish =
  /(?<![\p{L}\p{N}_^#])(?:[xyz][ -]?\d{7}|\d{8}|\d{1,2}\.\d{3}\.\d{3})[ -]?[a-z](?![\p{L}\p{N}_])/giu;

function isSpanishId(found: string): boolean {
  // "on 20260212 a": a letter on its own belongs to the number only as a capital.
  if (/ [a-z]$/.test(found)) return false;
  const plain = found.replace(/[ .-]/g, "").toUpperCase();
  const number = plain.slice(0, -1).replace(/^[XYZ]/, (letter) => String("XYZ".indexOf(letter)));
  return "TRWAGMYFPDXBNJZSQVHLCKE"[Number(number) % 23] === plain.at(-1);
}

const ssn = /^(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}$/;
