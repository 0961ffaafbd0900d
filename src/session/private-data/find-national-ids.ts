import { type DigitGroup, type DigitRun, standsAlone } from "./digit-runs.ts";
import type { Span } from "./span.ts";

/** Identity and tax numbers: Spanish DNI and NIE, US SSN, French NIR, German Steuer-ID, Portuguese NIF where it is called so. */
export function findNationalIds(text: string, runs: readonly DigitRun[]): Span[] {
  return [
    ...matching(text, spanish, (found) => isSpanishId(found)),
    ...matching(text, french, (found) => isNir(found)),
    ...runs.flatMap(({ groups }) => groups.flatMap((_, at) => idsAt(text, groups, at))),
  ];
}

const spanish =
  /(?<![\p{L}\p{N}_^#])(?:[xyz][ -]?\d{7}|\d{8}|\d{1,2}\.\d{3}\.\d{3})[ -]?[a-z](?![\p{L}\p{N}_])/giu;
const french =
  /(?<![\p{L}\p{N}_.-])[12] ?\d{2} ?\d{2} ?\d[\dab] ?\d{3} ?\d{3} ?\d{2}(?![\p{L}\p{N}_])/giu;

function matching(text: string, pattern: RegExp, isValid: (found: string) => boolean): Span[] {
  return [...text.matchAll(pattern)]
    .filter((match) => isValid(match[0]))
    .map((match) => ({ start: match.index, end: match.index + match[0].length }));
}

function isSpanishId(found: string): boolean {
  // "on 20260212 a": a letter on its own belongs to the number only as a capital.
  if (/ [a-z]$/.test(found)) return false;
  const plain = found.replace(/[ .-]/g, "").toUpperCase();
  const number = plain.slice(0, -1).replace(/^[XYZ]/, (letter) => String("XYZ".indexOf(letter)));
  return "TRWAGMYFPDXBNJZSQVHLCKE"[Number(number) % 23] === plain.at(-1);
}

function isNir(found: string): boolean {
  const plain = found.replaceAll(" ", "").toUpperCase();
  const month = Number(plain.slice(3, 5));
  if (month === 0 || (month > 12 && month < 20)) return false;
  // Corsica: 2A counts as 19, 2B as 18.
  const body = plain.slice(0, 13).replace("2A", "19").replace("2B", "18");
  if (!/^\d{13}$/.test(body)) return false;
  return 97 - (Number(body) % 97) === Number(plain.slice(13));
}

function idsAt(text: string, groups: readonly DigitGroup[], at: number): Span[] {
  const [a, b, c, d] = groups.slice(at, at + 4);
  if (a === undefined) return [];
  if (isSteuerId(a.digits) || isCalledNif(text, a.start, a.digits)) {
    return free(text, a.start, a.end);
  }
  if (b === undefined || c === undefined) return [];
  const digits = a.digits + b.digits + c.digits;
  if (isSsn(text, [a, b, c]) || isCalledNif(text, a.start, digits)) {
    return free(text, a.start, c.end);
  }
  if (d === undefined || ![b, c, d].every((group) => group.digits.length === 3)) return [];
  return isSteuerId(digits + d.digits) ? free(text, a.start, d.end) : [];
}

function free(text: string, start: number, end: number): Span[] {
  return standsAlone(text, { start, end }) ? [{ start, end }] : [];
}

function isSsn(text: string, [a, b, c]: readonly [DigitGroup, DigitGroup, DigitGroup]): boolean {
  if (b.digits.length !== 2 || c.digits.length !== 4) return false;
  if (
    !/^(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}$/.test(`${a.digits}-${b.digits}-${c.digits}`)
  ) {
    return false;
  }
  const [first, second] = [text.slice(a.end, b.start), text.slice(b.end, c.start)];
  if (first === "-" && second === "-") return true;
  const named = /(?:ssn|social security)[^\d]{0,20}$/i.test(
    text.slice(Math.max(0, a.start - 40), a.start),
  );
  return named && first === " " && second === " ";
}

/** ISO 7064 mod 11,10; of the first ten digits exactly one comes twice or three times. */
function isSteuerId(digits: string): boolean {
  if (digits.length !== 11 || digits.startsWith("0")) return false;
  const counts = [..."0123456789"].map((digit) => digits.slice(0, 10).split(digit).length - 1);
  const repeated = counts.filter((count) => count > 1);
  if (repeated.length !== 1 || Math.max(...repeated) > 3) return false;
  let product = 10;
  for (const digit of digits.slice(0, 10)) {
    const sum = (Number(digit) + product) % 10 || 10;
    product = (sum * 2) % 11;
  }
  return (11 - product) % 10 === Number(digits[10]);
}

/** One number in eleven passes the check, so the text must name it too. */
function isCalledNif(text: string, start: number, digits: string): boolean {
  if (digits.length !== 9 || !isNif(digits)) return false;
  return /(?:nif|contribuinte|fiscal)[^\d\n]{0,15}$/i.test(
    text.slice(Math.max(0, start - 40), start),
  );
}

function isNif(digits: string): boolean {
  if (!/^[1235689]\d{8}$/.test(digits)) return false;
  const sum = [...digits.slice(0, 8)].reduce(
    (total, digit, place) => total + Number(digit) * (9 - place),
    0,
  );
  const check = 11 - (sum % 11);
  return (check > 9 ? 0 : check) === Number(digits[8]);
}
