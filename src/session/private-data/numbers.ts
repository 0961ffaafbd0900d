/** A stretch of a text; `end` is the place after it. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Where a pattern with the flag `d` is found: its group `it`, else all of it. */
export const spansOf = (text: string, shape: RegExp): Span[] =>
  [...text.matchAll(shape)].flatMap(({ indices }) => {
    const [start, end] = indices?.groups?.it ?? indices?.[0] ?? [0, 0];
    return end > start ? [{ start, end }] : [];
  });

/** Payment cards: 13 to 19 digits in one piece or in groups, a first digit of a card, and the check digit of Luhn. */
export const findCards = (text: string): Span[] =>
  longestOf(text, /[2-6]\d{2,18}(?:[ -]\d{3,7}){0,4}/dg, isCard).filter((span) =>
    standsAlone(text, span),
  );

function isCard(written: string): boolean {
  const digits = written.replace(/\D/g, "");
  if (!/^(?=2[2-7]|3[04-8]|[456])\d{13,19}$/.test(digits)) return false;
  let sum = 0;
  for (const [place, digit] of [...digits].toReversed().entries())
    sum += Number(place % 2 === 1 ? "0246813579"[Number(digit)] : digit);
  return sum % 10 === 0;
}

/** International bank account numbers, with or without spaces: 15 to 34 characters and the checksum of ISO 13616. */
export const findIbans = (text: string): Span[] =>
  longestOf(
    text,
    /(?<![\p{L}\p{N}_])[a-z]{2} ?\d{2}(?:[ \u00a0-]?[a-z\d]{1,30}){2,10}/dgiu,
    isIban,
  );

function isIban(written: string): boolean {
  const iban = written.replace(/[^a-z\d]/gi, "");
  if (iban.length < 15 || iban.length > 34) return false;
  const values = [...(iban.slice(4) + iban.slice(0, 4))].map((one) => Number.parseInt(one, 36));
  return BigInt(values.join("")) % 97n === 1n;
}

/** Of each that has the shape the longest beginning that ends with a piece and is valid. */
const longestOf = (text: string, shape: RegExp, isValid: (written: string) => boolean): Span[] =>
  spansOf(text, shape).flatMap(({ start, end }) => {
    const ends = [...text.slice(start, end).matchAll(/[a-z\d](?![a-z\d])/gi)];
    const last = ends.findLast(({ index }) => isValid(text.slice(start, start + index + 1)));
    return last === undefined ? [] : [{ start, end: start + last.index + 1 }];
  });

/** How telephone numbers are grouped. */
const phones: readonly RegExp[] = [
  // International.
  /(?:\+|(?<!\d)00) ?\(?[1-9]\d{0,2}\)?(?:[ .-]?\(0\))?(?:[ .-]?\(?\d{1,4}\)?){2,5}|\+[1-9]\d{7,14}/dg,
  // In threes, the last maybe of four; amounts have dots, or begin with one or two digits: 12 345 678 900.
  /(?:\([2-9]\d{2}\) ?|(?:1[ .-])?[2-9]\d{2}[ .-])\d{3}(?:[ .-]\d{4}|(?<!(?<!\d)\d\d? [2-5]\d\d \d{3})[ -]\d{3})/dg,
  // Nine in one piece, with dots or in pairs, as in Spain and Portugal.
  /[6-9]\d{2}(\.?)\d{3}\1\d{3}|[6-9]\d(?:\d[ .-]\d\d|[ .-]\d{3})(?:[ .-]\d\d){2}/dg,
  // Those that begin with 0: in one piece, in pairs, or after the area's code.
  /0[1-9](?:\d{8,10}|(?:[ .-]\d\d){4}|\d{1,3}[ /-]\d{3,8}(?:[ -]\d{2,6})?)/dg,
];

/** Telephone numbers. */
export const findPhones = (text: string): Span[] =>
  phones.flatMap((shape) =>
    spansOf(text, shape).filter((span) => {
      const before = text.slice(Math.max(0, span.start - 40), span.start);
      const written = text.slice(span.start, span.end);
      const { length } = written.replace(/\D/g, "");
      const isPhone = length >= 8 && length <= 15 && !noPhone.test(written);
      const isPart = /\d[ .-]?$/.test(before) && !maybeBefore.test(before);
      return isPhone && !isPart && !otherNumber.test(before) && standsAlone(text, span);
    }),
  );

/** A decimal, the address of a machine, or round amounts. */
const noPhone = /^\+?\d+\.\d+$|^\d{1,3}(?:\.\d{1,3}){3}$|^[2-8]00[ -]\d00[ -]\d{1,2}00$/;
/** A small number, another phone or a year may stand right before. */
const maybeBefore = /(?<!\d)(?:\d{1,2}|\d{3} ?\d{3} ?\d{3}|(?:19|20)\d\d) $/;
const otherNumber =
  /(?<!\p{L})(?:order|ordine|pedido|comanda|encomenda|commande|bestell\p{L}*|invoice|fa(?:c|t)?tur[ae]|rechnung\p{L}*|ref(?:er\p{L}+)?|isbn|ean|ticket|tracking|serial|id)(?: (?:n[uú]m\p{L}*|no|is|[eé]s?|est|ist))*[\s:#nº°.=-]{0,4}$/iu;

/** True where digits are a number of their own: no part of a word, path, decimal, time, amount or name (^k3f). */
function standsAlone(text: string, { start, end }: Span): boolean {
  const before = text.slice(Math.max(0, start - 2), start);
  const after = text.slice(end, end + 12);
  return (
    !/[\p{L}\p{N}\p{M}_#^@$€£~\\]$|[\p{L}\p{N}][-/.=]$|\d[,:]$|[$€£] $/u.test(before) &&
    !/^(?:[\p{L}\p{N}\p{M}_@]|[,:.]\d)|^[-/=][\p{L}\p{N}]/u.test(after) &&
    !/^ ?(?:[%€$£°]|(?:eur(?:os?)?|usd|dollars?|dólares|kg|g|gr|ml|l|km|m|cm|hab|people|inhabitants|personas)\b)/iu.test(
      after,
    )
  );
}
