import { type DigitGroup, type DigitRun, standsAlone } from "./digit-runs.ts";
import type { Span } from "./span.ts";

/** Telephone numbers: international ones, and those of a country by the shapes people write them in. */
export function findPhones(text: string, runs: readonly DigitRun[]): Span[] {
  return runs.flatMap(({ groups }) =>
    isAddressOfMachine(text, groups) ? [] : phonesIn(text, groups),
  );
}

const maxGroups = 7;
const minDigits = 8;
const maxDigits = 15;

function phonesIn(text: string, groups: readonly DigitGroup[]): Span[] {
  const spans: Span[] = [];
  let at = 0;
  let done = 0;
  while (at < groups.length) {
    const found = phoneAt({ text, groups, done }, at);
    if (found !== null) {
      spans.push(found.span);
      done = found.next;
    }
    at = found?.next ?? at + 1;
  }
  return spans;
}

interface Search {
  readonly text: string;
  readonly groups: readonly DigitGroup[];
  /** So many groups belong to phones that were found, or stand before them. */
  readonly done: number;
}

interface Found {
  readonly span: Span;
  /** Place of the first group after it. */
  readonly next: number;
}

/** The longest phone that begins with a group. */
function phoneAt(search: Search, at: number): Found | null {
  const { text, groups } = search;
  const first = groups[at];
  if (first === undefined) return null;
  const windows = windowsFrom(groups, at);
  if (windows.length === 0) return null;
  const start = openingOf(text, first.start);
  const context = contextOf(text, start);
  if (context === "other number") return null;
  for (const window of windows) {
    const next = at + window.count;
    const span = { start, end: groups[next - 1]?.end ?? first.end };
    const candidate = { ...window, text, span, named: context === "phone" };
    if (isPhone(candidate) && isClear(search, at, next) && standsAlone(text, span)) {
      return { span, next };
    }
  }
  return null;
}

interface Window {
  readonly count: number;
  readonly digits: string;
  /** Digits in each group: "3-3-3". */
  readonly shape: string;
}

/** Stretches of groups that have digits enough for a phone and not too many, the longest first. */
function windowsFrom(groups: readonly DigitGroup[], at: number): Window[] {
  const windows: Window[] = [];
  let digits = "";
  let shape = "";
  for (let count = 1; count <= Math.min(maxGroups, groups.length - at); count++) {
    const group = groups[at + count - 1]?.digits ?? "";
    if (digits.length + group.length > maxDigits + 2) break;
    digits += group;
    shape += `${shape === "" ? "" : "-"}${group.length}`;
    if (digits.length >= minDigits) windows.unshift({ count, digits, shape });
  }
  return windows;
}

interface Candidate extends Window {
  readonly text: string;
  readonly span: Span;
  /** The words before it say that it is a phone. */
  readonly named: boolean;
}

/** A plus sign and an opening bracket belong to the number. */
function openingOf(text: string, start: number): number {
  const opening = /(?:\+ ?\(?|\()$/.exec(text.slice(Math.max(0, start - 3), start))?.[0] ?? "";
  return start - opening.length;
}

function contextOf(text: string, start: number): "phone" | "other number" | null {
  const before = text.slice(Math.max(0, start - 40), start);
  if (!/\p{L}/u.test(before)) return null;
  if (otherNumber.test(before)) return "other number";
  return phoneWords.test(before) ? "phone" : null;
}

const otherNumber =
  /(?<!\p{L})(?:order|pedido|comanda|encomenda|commande|bestell\p{L}*|invoice|factura|fatura|facture|rechnung\p{L}*|ref|reference|referencia|referència|isbn|ean|ticket|tracking|serial|sku|id|isrc|commit|build|version|issue|ordine|fattura)(?: (?:number|num|número|numero|nummer|no|is|es|és|é|est|ist))*[\s:#nº°.=-]{0,4}$/iu;
const phoneWords =
  /(?<!\p{L})(?:tel|tels|tel[eéè]f\p{L}*|tel[eé]ph\p{L}*|telem[oó]vel|phone|mobile|cell|m[oóò]vil|m[oòó]bil|handy\p{L}*|whatsapp|call|ring|text|ll[aá]m[ae]\p{L}*|truca\p{L}*|liga\p{L}*|appelle\p{L}*|ruf\p{L}*|chiama\p{L}*|cellulare|portable)(?: \p{L}{1,10}){0,3}[\s:.=]{0,3}$/iu;

function isPhone(candidate: Candidate): boolean {
  const { text, span, digits, shape, named } = candidate;
  if (text[span.start] === "+") return isInternational(digits) && !isDecimal(candidate);
  if (/^00[1-9]/.test(digits)) {
    const number = digits.slice(2);
    return isInternational(number) && isKnownCountry(number);
  }
  const called = named && digits.length >= 9;
  return (called || isNational(candidate)) && !isDate(digits, shape);
}

/** Known countries have a fixed length; others may have 8 to 15 digits. */
function isInternational(digits: string): boolean {
  if (/^34/.test(digits)) return /^34[6-9]\d{8}$/.test(digits);
  if (/^1/.test(digits)) return /^1[2-9]\d{2}[2-9]\d{6}$/.test(digits);
  if (/^33/.test(digits)) return /^330?[1-9]\d{8}$/.test(digits);
  if (/^351/.test(digits)) return /^351[1-9]\d{8}$/.test(digits);
  return digits.length >= 8 && digits.length <= maxDigits && !/^0/.test(digits);
}

function isKnownCountry(digits: string): boolean {
  return (
    digits.length >= 10 &&
    /^(?:1|3[0-46]|35[0-9]|37[0-9]|38[0-9]|39|4[0134-9]|5[1-8]|6[0-6]|7|8[1246]|9[0-58]|2[07]|21[236])/.test(
      digits,
    )
  );
}

function isNational({ text, span, digits, shape, named }: Candidate): boolean {
  if (/^(?:9|3-3-3|3-2-2-2|2-3-2-2|3-6)$/.test(shape)) {
    // Spain: mobiles and the numbers of the provinces.
    if (/^(?:6\d|7[1-9]|[89][1-8])/.test(digits) && !/0{6}$/.test(digits)) return true;
    return shape === "3-3-3" && /^2[1-9]/.test(digits) && named;
  }
  // France: ten digits, two by two.
  if (/^(?:10|2-2-2-2-2)$/.test(shape)) return /^0[1-9]/.test(digits);
  // North America, and Italian mobiles: with brackets, points or hyphens.
  if (/^(?:1-)?3-3-4$/.test(shape)) {
    const spaced = /^[\d \u00a0]+$/.test(text.slice(span.start, span.end));
    if (/^1?[2-9]\d{2}[2-9]/.test(digits) && !spaced) return true;
  }
  // Germany, Great Britain: the area's code begins with 0.
  if (/^[3-5](?:-\d){1,3}$/.test(shape)) return /^0[1-9]\d{7,10}$/.test(digits);
  return /^01[567]\d{8,9}$/.test(digits) && /^1[12]$/.test(shape);
}

function isDate(digits: string, shape: string): boolean {
  if (/^(?:4-[12]-[12]|[12]-[12]-4)(?:-|$)/.test(shape)) return true;
  return !shape.includes("-") && /^(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])/.test(digits);
}

/** "+41.385064" */
function isDecimal({ text, span, count }: Candidate): boolean {
  return count === 2 && /^\+\d+\.\d+$/.test(text.slice(span.start, span.end));
}

/**
 * Groups right before and after stand apart. One of three or more digits before it makes it a piece of a longer number,
 * unless it is a year, or the end of another phone.
 */
function isClear({ text, groups, done }: Search, from: number, to: number): boolean {
  const before = from > done ? groups[from - 1] : undefined;
  const after = groups[to];
  if (after !== undefined && !/[ /(]/.test(text[after.start - 1] ?? "")) return false;
  if (before === undefined) return true;
  return / /.test(text[before.end] ?? "") && /^(?:\d{1,2}|19\d\d|20\d\d)$/.test(before.digits);
}

/** IPv4 addresses are not telephones. */
function isAddressOfMachine(text: string, groups: readonly DigitGroup[]): boolean {
  const [first] = groups;
  const last = groups.at(-1);
  if (first === undefined || last === undefined || groups.length !== 4) return false;
  if (!groups.every(({ digits }) => digits.length < 4 && Number(digits) < 256)) return false;
  return /^\d+\.\d+\.\d+\.\d+$/.test(text.slice(first.start, last.end));
}
