import { cleanQuoted } from "../../models/quote-for-prompt.ts";
import { hasWords } from "../../models/synthesize.ts";

/** Converts a piece of a reply to one line that a synthesizer can read; '' if there is nothing to say. */
export function toSpeakable(text: string, language: string): string {
  const code = /^[a-z]{2,3}/.exec(language.toLowerCase())?.[0] ?? "";
  const [known = "en-GB"] = code === "" ? [] : Intl.DateTimeFormat.supportedLocalesOf(code);
  const locale = locales.get(code) ?? known;
  return cleanQuoted(text.normalize("NFC"))
    .split("\n")
    .map((line) => speakLine(line, locale))
    .filter(hasWords)
    .join(" ");
}

/** Where a date is to be read otherwise than the language's own locale has it. */
const locales = new Map([
  ["en", "en-GB"],
  // Names of months as most of the Arabic world knows them, and digits that every voice reads.
  ["ar", "ar-EG-u-nu-latn"],
]);

/** All patterns here run in linear time. A heading or list item is spoken as a sentence of its own. */
function speakLine(line: string, locale: string): string {
  const body = line.replace(/^(?:[ \t]{0,40}>){1,20}/, "").trim();
  if (/^(?:\[[^[\]]{1,100}\]: ?\S+|(?:`{3,}|~{3,})[^`]*)$/.test(body)) return "";
  const marker = /^(?:#{1,6} +|[-*+•◦‣] +(?:\[[ xX/-]\] +)?|(\d{1,3})[.)] +)/.exec(body);
  const flat = stripLinks(body.slice(marker?.[0].length ?? 0)).replace(/\s+/g, " ");
  const spoken = stripSymbols(speakDates(speakAddresses(flat), locale));
  if (marker === null || !hasWords(spoken)) return spoken;
  const numbered = marker[1] === undefined ? spoken : `${marker[1]}: ${spoken}`;
  return /\p{P}$/u.test(numbered) ? numbered : `${numbered}.`;
}

/** Links become their text, tags words; comments, HTML, footnotes and the fields of an entry go. */
const stripLinks = (text: string): string =>
  text
    .replace(/<!--[^>]{0,500}-->/g, " ")
    .replace(/<((?:https?:\/\/|mailto:)[^<>\s]{1,500})>/gi, " $1 ")
    .replace(/<\/?[a-z][^<>]{0,300}>/gi, " ")
    .replace(/\[[\p{L}\p{N}_ -]{1,40}::[^[\]]{0,300}\]|(?<=\s)\^[\w-]{1,40}$/gu, " ")
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
    .replace(/^.*\/|\.md(?::\d+|(?=#|$))|#?\^.*$/g, "")
    .replace(/[-_]+/g, " ")
    .replace("#", ", ");

/** URLs become their host, and the place of a note its name: all that a listener needs. */
const speakAddresses = (text: string): string =>
  text
    .replace(address, (found) => {
      const [url = ""] = /^.*[^.,;:!?…]/s.exec(found) ?? [];
      return hostOf(url) + found.slice(url.length);
    })
    .replace(/(?<![\p{L}\p{N}_./-])[\p{L}\p{N}_./-]{1,200}\.md(?::\d+)?(?!\w)/gu, noteWords);

const address =
  /(?:[a-z]{2,8}:\/\/|mailto:|(?<![\w.@/-])www\.)(?:[^\s<>"'`()\]}»”]|\([^\s()]{0,100}\))+/gi;

function hostOf(url: string): string {
  if (/^mailto:/i.test(url)) return url.slice("mailto:".length).replace(/\?.*$/s, "");
  const parsed = URL.parse(/^www\./i.test(url) ? `http://${url}` : url);
  const host = parsed?.hostname.replace(/^www\./, "") ?? "";
  // Punycode and overlong hosts can't be read aloud.
  return host.length > 60 || /xn--|[^\w.-]/.test(host) ? "" : host;
}

/** Puts dates into words. Numbers, units and currencies synthesizers can read. */
const speakDates = (text: string, locale: string): string =>
  text.replace(isoDate, (all: string, date: string, time?: string) => {
    const day = new Date(`${date}T00:00:00Z`);
    // Date turns 30 February into a day in March.
    if (Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== date) return all;
    const parts = { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" } as const;
    const spoken = new Intl.DateTimeFormat(locale, parts).format(day);
    return time === undefined ? spoken : `${spoken}, ${time}`;
  });

const isoDate =
  /(?<![\d-])(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?(?![\d-])/g;

/** Removes symbols that a synthesizer would stumble over, or turns them into pauses. */
const stripSymbols = (text: string): string =>
  text
    .replace(emoji, " ")
    .replace(
      /(?:<?[-=]{1,3}>|[←-⇿⟵-⟿➔-➾])|\||(?<=\s)(?:-{1,3}|[–—]|\/)(?=\s)|-{2,}|(?<=\S)—(?=\S)/g,
      ", ",
    )
    .replace(/\*{1,3}|`+|~+|\\(?=[\p{P}\p{S}])/gu, "")
    .replace(/[[\]{}<>^\\✓✔✗✘★☆●○■□▪▸►•†‡]|_+|={2,}|#(?![\p{L}\p{N}])(?<![\p{L}]#)/gu, " ")
    .replaceAll("&amp;", "&")
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
