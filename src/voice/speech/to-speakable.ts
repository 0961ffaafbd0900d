import { tablesOf } from "../../language/languages.ts";
import type { SpokenWords } from "../../language/types/phrases.ts";
import { cleanQuoted } from "../../models/quote-for-prompt.ts";
import { hasWords } from "../../models/synthesize.ts";
import { codeMark, tableMark } from "./split-sentences.ts";

/** Converts a piece of a reply to one line that a synthesizer can read; '' if there is nothing to say. */
export function toSpeakable(text: string, language: string): string {
  const words = spokenWords(language);
  if (text.trim() === codeMark) return words.code;
  if (text.trim() === tableMark) return words.table;
  return cleanQuoted(text.normalize("NFC"))
    .split("\n")
    .map((line) => speakLine(line, words))
    .filter(hasWords)
    .join(" ");
}

/** All patterns here run in linear time. A heading or list item is spoken as a sentence of its own. */
function speakLine(line: string, words: SpokenWords): string {
  const body = line.replace(/^(?:[ \t]{0,40}>){1,20}/, "").trim();
  if (/^\[[^[\]]{1,100}\]: ?\S+$/.test(body)) return "";
  const marker = /^(?:#{1,6} +|[-*+•◦‣] +(?:\[[ xX/-]\] +)?|(\d{1,3})[.)] +)/.exec(body);
  const said = stripMetadata(body.slice(marker?.[0].length ?? 0), marker !== null);
  const flat = stripLinks(said).replace(/\s+/g, " ");
  const spoken = stripSymbols(speakNumbers(speakPlaces(flat, words), words), words);
  if (marker === null || !hasWords(spoken)) return spoken;
  const numbered = marker[1] === undefined ? spoken : `${marker[1]}: ${spoken}`;
  return /\p{P}$/u.test(numbered) ? numbered : `${numbered}.`;
}

/** Drops the metadata after an entry: fields, tags, the id, and the date in parentheses. */
function stripMetadata(text: string, isItem: boolean): string {
  const fieldless = text
    .replace(/\[[\p{L}\p{N}_ -]{1,40}::[^[\]]{0,300}\]/gu, " ")
    .replace(/(?<!\S)#(?:protected|preference)\b/g, " ")
    .trimEnd();
  const plain = fieldless.replace(/(?:^| )\^[\w-]{1,40}$/, "").trimEnd();
  if (!isItem && plain === fieldless) return plain;
  return plain.replace(/ ?\(\d{4}-\d\d-\d\d\)(?=(?: #[\p{L}\p{N}_/-]{1,60}){0,8}$)/u, "");
}

/** Links become their text, tags words; comments, HTML and footnotes go. */
const stripLinks = (text: string): string =>
  text
    .replace(/<!--[^>]{0,500}-->/g, " ")
    .replace(/<((?:https?:\/\/|mailto:)[^<>\s]{1,500})>/gi, " $1 ")
    .replace(/<\/?[a-z][^<>]{0,300}>/gi, " ")
    .replace(/!?\[\[([^[\]|]{1,300})(?:\|([^[\]]{0,300}))?\]\]/g, (_, target, shown) =>
      shown?.trim() ? shown : noteWords(target),
    )
    .replace(/\[\^?[\d, –-]{1,12}\]|\[\^[\w-]{1,40}\]/g, "")
    .replace(
      /!?\[([^[\]]{0,500})\]\([^()\s]{0,1000}(?:\([^()\s]{0,200}\)[^()\s]{0,200})?(?: "[^"]{0,200}")?\)/g,
      (_, shown: string) => shown,
    )
    .replace(/\]\(/g, " (")
    .replace(/(?<![\p{L}\p{N}&/])#(?=[\p{L}\p{N}])([\p{L}\p{N}_/-]{1,100})/gu, (_, tag: string) =>
      tag.replace(/[-_/]+/g, " "),
    );

/** "topics/cooking-rice#Oven" → "cooking rice, Oven" */
const noteWords = (target: string): string =>
  target
    .replace(/^.*\/|\.md(?=#|$)|#?\^.*$/g, "")
    .replace(/[-_]+/g, " ")
    .replace("#", ", ");

/** URLs become their host, and the place of a note its name: all that a listener needs. */
const speakPlaces = (text: string, words: SpokenWords): string =>
  text
    .replace(address, (found) => {
      const [url = ""] = /^.*[^.,;:!?…]/s.exec(found) ?? [];
      return speakAddress(url, words) + found.slice(url.length);
    })
    .replace(/ ?\([\p{L}\p{N}_./-]{1,200}\.md(?::\d+)?\)/gu, "")
    .replace(/(?<![\p{L}\p{N}_./-])[\p{L}\p{N}_./-]{1,200}\.md(?::\d+)?(?!\w)/gu, (place) =>
      noteWords(place.replace(/:\d+$/, "")),
    );

const address =
  /(?:[a-z]{2,8}:\/\/|mailto:|(?<![\w.@/-])www\.)(?:[^\s<>"'`()\]}»”]|\([^\s()]{0,100}\))+/gi;

function speakAddress(url: string, words: SpokenWords): string {
  if (/^mailto:/i.test(url)) return url.slice("mailto:".length).replace(/\?.*$/s, "");
  const parsed = URL.parse(/^www\./i.test(url) ? `http://${url}` : url);
  const host = parsed?.hostname.replace(/^www\./, "") ?? "";
  // Punycode and overlong hosts can't be read aloud.
  return host === "" || host.length > 60 || /xn--|[^\w.-]/.test(host) ? words.someLink : host;
}

/** Puts dates, ranges and signs into words. Numbers, units and currencies stay, because synthesizers can read them. */
const speakNumbers = (text: string, words: SpokenWords): string =>
  text
    .replace(isoDate, (...found) => speakDate(found, words))
    .replace(/(?<![\w~≈])[~≈] ?(?=\d)/g, words.about === "" ? "" : `${words.about} `)
    .replace(/(?<=\d ?[%€$°]?[CF]?) ?[–—] ?(?=\d)/g, ` ${words.to} `)
    .replace(/(?<=^|[\s(])[-−](?=\d)/g, words.minus === "-" ? "-" : `${words.minus} `);

const isoDate =
  /(?<![\d-])(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?(?![\d-])/g;

function speakDate(
  [all, date, time, offset, text]: readonly unknown[],
  words: SpokenWords,
): string {
  const day = new Date(`${date}T00:00:00Z`);
  // Date turns 30 February into a day in March.
  if (Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== date) return String(all);
  const parts = { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" } as const;
  const spoken = new Intl.DateTimeFormat(words.locale, parts).format(day);
  const before = String(text).slice(Math.max(0, Number(offset) - 12), Number(offset));
  const needsDay = words.day !== "" && /\p{L} $/u.test(before) && !afterDay.test(before);
  return `${needsDay ? `${words.day} ` : ""}${spoken}${time === undefined ? "" : `, ${time}`}`;
}

/** The text before a date already has the article. */
const afterDay = /(?:^|[^\p{L}])(?:el|del|al|pel|le|du|au|les|des|dia|día|dies|días|jour) $/iu;

/** Removes symbols that a synthesizer would stumble over, or turns them into pauses. */
const stripSymbols = (text: string, words: SpokenWords): string =>
  text
    .replace(emoji, " ")
    .replace(
      /(?:<?[-=]{1,3}>|[←-⇿⟵-⟿➔-➾])|\||(?<=\s)(?:-{1,3}|[–—]|\/)(?=\s)|-{2,}|(?<=\S)—(?=\S)/g,
      ", ",
    )
    .replace(/\*{1,3}|`+|~+|\\(?=[\p{P}\p{S}])/gu, "")
    .replace(/[[\]{}<>^\\✓✔✗✘★☆●○■□▪▸►•†‡]|_+|={2,}|#(?![\p{L}\p{N}])(?<![\p{L}]#)/gu, " ")
    .replace(/(?<=\s)&(?:amp;)?(?=\s)/g, words.and)
    .replace(/([!?])[!?]+/g, "$1")
    .replace(/\.{4,}/g, "…")
    .replace(/(\p{M})\p{M}{3,}/gu, "$1")
    .replace(/(\P{N})\1{5,}/gu, "$1$1$1")
    .replace(/\( ?\)|" ?"|“ ?”|« ?»/g, " ")
    .replace(/\s+/g, " ")
    .replace(/ (?=[,.;:!?…]+(?:\s|$))/g, "")
    .replace(/[,;:](?: ?[,;:])*(?= ?[.!?…])|([,;:])(?: ?[,;:])+/g, "$1")
    .replace(/^[ ,;:.!?)/–—-]+(?=[^\d])/, "")
    .trim();

const emoji =
  /\p{Regional_Indicator}+|\p{Extended_Pictographic}\p{EMod}?(?:\ufe0f|\u200d\p{Extended_Pictographic}\p{EMod}?)*|\p{EMod}|[\ufe0e\ufe0f\u20e3\u200b\u{e0000}-\u{e007f}]/gu;

/** The words of a language by its code. For an unknown language they are mostly empty, never English. */
function spokenWords(language: string): SpokenWords {
  const code = /^[a-z]{2,3}/.exec(language.toLowerCase())?.[0] ?? "";
  const [locale = "en-GB"] = code === "" ? [] : Intl.DateTimeFormat.supportedLocalesOf(code);
  return { ...wordless, locale, ...wordsByLanguage.get(code) };
}

const wordless: SpokenWords = {
  locale: "en-GB",
  day: "",
  someLink: "",
  to: "–",
  about: "",
  minus: "-",
  and: "&",
  code: "",
  table: "",
};

const wordsByLanguage = tablesOf("speakable");
