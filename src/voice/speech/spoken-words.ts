/** What is said of things that have no words of their own. */
export interface SpokenWords {
  /** For dates. */
  readonly locale: string;
  /** Before a date in the middle of a sentence. */
  readonly day: string;
  /** `$` is its host. */
  readonly link: string;
  readonly someLink: string;
  /** Between two numbers. */
  readonly to: string;
  readonly about: string;
  readonly minus: string;
  readonly and: string;
  /** After a full hour. */
  readonly hour: string;
  readonly code: string;
  readonly table: string;
}

/** The words of a language by its two-letter code; for others as few as possible, and none of English. */
export function spokenWords(language: string): SpokenWords {
  const code = /^[a-z]{2,3}/.exec(language.toLowerCase())?.[0] ?? "";
  const words = wordsByLanguage.get(code);
  if (words !== undefined) return words;
  const [locale = "en-GB"] = code === "" ? [] : Intl.DateTimeFormat.supportedLocalesOf(code);
  return { ...wordless, locale };
}

const wordless: SpokenWords = {
  locale: "en-GB",
  day: "",
  link: "$",
  someLink: "",
  to: "–",
  about: "",
  minus: "-",
  and: "&",
  hour: "",
  code: "",
  table: "",
};

const wordsByLanguage: ReadonlyMap<string, SpokenWords> = new Map([
  [
    "en",
    {
      locale: "en-GB",
      day: "",
      link: "a link to $",
      someLink: "a link",
      to: "to",
      about: "about",
      minus: "minus",
      and: "and",
      hour: "o'clock",
      code: "I leave out the code.",
      table: "I leave out the table.",
    },
  ],
  [
    "es",
    {
      locale: "es",
      day: "el",
      link: "un enlace a $",
      someLink: "un enlace",
      to: "a",
      about: "aproximadamente",
      minus: "menos",
      and: "y",
      hour: "",
      code: "Omito el código.",
      table: "Omito la tabla.",
    },
  ],
  [
    "ca",
    {
      locale: "ca",
      day: "el",
      link: "un enllaç a $",
      someLink: "un enllaç",
      to: "a",
      about: "aproximadament",
      minus: "menys",
      and: "i",
      hour: "",
      code: "Ometo el codi.",
      table: "Ometo la taula.",
    },
  ],
  [
    "pt",
    {
      locale: "pt",
      day: "",
      link: "um link para $",
      someLink: "um link",
      to: "a",
      about: "aproximadamente",
      minus: "menos",
      and: "e",
      hour: "horas",
      code: "Omito o código.",
      table: "Omito a tabela.",
    },
  ],
  [
    "fr",
    {
      locale: "fr",
      day: "le",
      link: "un lien vers $",
      someLink: "un lien",
      to: "à",
      about: "environ",
      minus: "moins",
      and: "et",
      hour: "heures",
      code: "Je saute le code.",
      table: "Je saute le tableau.",
    },
  ],
  [
    "de",
    {
      locale: "de",
      day: "",
      link: "ein Link zu $",
      someLink: "ein Link",
      to: "bis",
      about: "etwa",
      minus: "minus",
      and: "und",
      hour: "Uhr",
      code: "Den Code lasse ich aus.",
      table: "Die Tabelle lasse ich aus.",
    },
  ],
  [
    "ar",
    {
      // Names of months as most of the Arabic world knows them, and digits that every voice reads.
      locale: "ar-EG-u-nu-latn",
      day: "",
      link: "رابط إلى $",
      someLink: "رابط",
      to: "إلى",
      about: "حوالي",
      minus: "ناقص",
      and: "و",
      hour: "",
      code: "أتجاوز الشفرة.",
      table: "أتجاوز الجدول.",
    },
  ],
]);
