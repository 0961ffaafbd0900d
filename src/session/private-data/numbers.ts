/** A stretch of a text; `end` is the place after it. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Payment cards: 13 to 19 digits in one piece or in groups, a first digit of a card, and the check digit of Luhn. */
export function findCards(text: string): Span[] {
  return spans(text, /[2-6]\d{2,18}(?:[ -]\d{3,7}){0,4}/g).flatMap(({ start, end }) => {
    const pieces = [...text.slice(start, end).matchAll(/\d+/g)];
    const last = pieces.findLastIndex((_, i) =>
      isCard(
        pieces
          .slice(0, i + 1)
          .map(([digits]) => digits)
          .join(""),
      ),
    );
    const [digits = "", at] = [pieces[last]?.[0], pieces[last]?.index];
    const span = { start, end: start + (at ?? 0) + digits.length };
    return at !== undefined && standsAlone(text, span) ? [span] : [];
  });
}

function isCard(digits: string): boolean {
  if (digits.length < 13 || digits.length > 19 || !/^(?:2[2-7]|3[05-8]|34|[456])/.test(digits))
    return false;
  let sum = 0;
  for (let place = 0; place < digits.length; place++) {
    const digit = Number(digits[digits.length - 1 - place]);
    const doubled = place % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** International bank account numbers, with or without spaces: 15 to 34 characters and the checksum of ISO 13616. */
export function findIbans(text: string): Span[] {
  return spans(
    text,
    /(?<![\p{L}\p{N}_])[a-z]{2} ?\d{2}(?:[ \u00a0-]?[a-z\d]{1,30}){2,10}/giu,
  ).flatMap(({ start, end }) => {
    const ends = [...text.slice(start, end).matchAll(/[a-z\d](?![a-z\d])/gi)].map(
      ({ index }) => index + 1,
    );
    const length = ends.findLast((until) => isIban(text.slice(start, start + until)));
    return length === undefined ? [] : [{ start, end: start + length }];
  });
}

function isIban(written: string): boolean {
  const iban = written.replace(/[^a-z\d]/gi, "").toUpperCase();
  if (iban.length < 15 || iban.length > 34) return false;
  let rest = 0;
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}

/** How telephone numbers are written; those of one country alone by its own shapes. */
const phones: readonly RegExp[] = [
  /(?:\+|(?<!\d)00) ?\(?[1-9]\d{0,2}\)?(?:[ .-]?\(0\))?(?:[ .-]?\(?\d{1,4}\)?){2,5}|\+[1-9]\d{7,14}/g,
  // Spain and Portugal.
  /(?:6\d|7[1-9]|[89][1-8])\d(?:([ .-]?)\d{3}\1\d{3}|(?:[ .-]\d{2}){3})|9\d[ .]\d{3}(?:[ .]\d{2}){2}/g,
  // France.
  /0[1-9](?:([ .-]?)\d{2})(?:\1\d{2}){3}/g,
  // North America.
  /\([2-9]\d{2}\) ?[2-9]\d{2}[ .-]\d{4}|(?:1[.-])?[2-9]\d{2}[.-][2-9]\d{2}[.-]\d{4}/g,
  // Germany, Great Britain, Italy: the area's code begins with 0.
  /0[1-9]\d{1,3}[ /-]\d{3,8}(?:[ -]\d{2,6})?|01[567]\d{8,9}/g,
];
/** What only a word before it tells. */
const said = /[2-9]\d{2}[ .-]\d{3}[ .-]\d{3,4}/g;

/** Telephone numbers. */
export function findPhones(text: string): Span[] {
  return [...phones, said].flatMap((shape) =>
    spans(text, shape).filter((span) => {
      const before = text.slice(Math.max(0, span.start - 40), span.start);
      const written = text.slice(span.start, span.end);
      const { length } = written.replace(/\D/g, "");
      if (length < 8 || length > 15 || otherNumber.test(before) || noPhone.test(written))
        return false;
      if (/\d[ .-]?$/.test(before) && !maybeBefore.test(before)) return false;
      return standsAlone(text, span) && (shape !== said || phoneWords.test(before));
    }),
  );
}

/** A decimal, or the address of a machine. */
const noPhone = /^\+?\d+\.\d+$|^\d{1,3}(?:\.\d{1,3}){3}$/;
/** A small number, another phone or a year may stand right before. */
const maybeBefore = /(?<!\d)(?:\d{1,2}|\d{3} ?\d{3} ?\d{3}|(?:19|20)\d\d) $/;
const otherNumber =
  /(?<!\p{L})(?:order|pedido|comanda|encomenda|commande|bestell\p{L}*|invoice|factura|fatura|facture|rechnung\p{L}*|ref|reference|referencia|referència|isbn|ean|ticket|tracking|serial|sku|id|isrc|commit|build|version|issue|ordine|fattura)(?: (?:number|num|número|numero|nummer|no|is|es|és|é|est|ist))*[\s:#nº°.=-]{0,4}$/iu;
const phoneWords =
  /(?<!\p{L})(?:tel\p{L}{0,8}|phone|mobile|cell|m[oóò]vil|m[oòó]bil|handy\p{L}*|whatsapp|call|ring|text|ll[aá]m\p{L}*|truca\p{L}*|liga\p{L}*|appelle\p{L}*|ruf\p{L}*|chiama\p{L}*|cellulare|portable)(?: \p{L}{1,10}){0,3}[\s:.=]{0,3}$/iu;

/** True where digits are a number of their own: no part of a word, path, decimal, time, amount, or name such as #12 and ^k3f9x2. */
function standsAlone(text: string, { start, end }: Span): boolean {
  const before = text.slice(Math.max(0, start - 2), start);
  const after = text.slice(end, end + 12);
  return (
    !/[\p{L}\p{N}\p{M}_#^@$€£~\\]$|[\p{L}\p{N}][-/.=]$|\d[,:]$|[$€£] $/u.test(before) &&
    !/^(?:[\p{L}\p{N}\p{M}_@]|[,:.]\d)|^[-/=][\p{L}\p{N}]/u.test(after) &&
    !/^ ?(?:[%€$£°]|(?:eur|euros?|usd|dollars?|dólares|kg|g|gr|ml|l|km|m|cm|hab|people|inhabitants|personas)\b)/iu.test(
      after,
    )
  );
}

const spans = (text: string, shape: RegExp): Span[] =>
  [...text.matchAll(shape)].map(({ 0: found, index }) => ({
    start: index,
    end: index + found.length,
  }));
