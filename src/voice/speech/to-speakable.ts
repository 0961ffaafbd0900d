import { tablesOf } from "../../language/languages.ts";
import type { SpokenWords } from "../../language/types/phrases.ts";
import { cleanQuoted } from "../../models/quote-for-prompt.ts";
import { hasWords } from "../../models/synthesize.ts";
import { speakNumbers } from "./spoken-numbers.ts";
import { speakPlaces } from "./spoken-places.ts";
import { type PlainLine, stripMarkdown } from "./strip-markdown.ts";

/** Converts a piece of a reply to one line that a synthesizer can read; '' if there is nothing to say. */
export function toSpeakable(text: string, language: string): string {
  const words = spokenWords(language);
  const clean = cleanQuoted(text.normalize("NFC")).replace(
    /[\u{1d400}-\u{1d7ff}\uff01-\uff5e]/gu,
    (letter) => letter.normalize("NFKC"),
  );
  let spoken = "";
  for (const { text: line, isItem } of readLines(clean, words)) {
    const said = speakLine(line, words);
    if (!hasWords(said)) continue;
    spoken += spoken === "" ? said : ` ${said}`;
    if (isItem && !/[\p{P}]$/u.test(said)) spoken += ".";
  }
  return spoken;
}

function speakLine(line: string, words: SpokenWords): string {
  const flat = line.replace(/\s+/g, " ");
  return stripSymbols(speakNumbers(speakPlaces(flat, words), words), words);
}

/** Yields the lines of a text, with a phrase in place of each code block and table. */
function* readLines(text: string, words: SpokenWords): Generator<PlainLine> {
  let fence: string | undefined;
  let isTable = false;
  for (const line of text.split("\n")) {
    const body = line.replace(/^[ \t>]{0,80}/, "").trimEnd();
    const mark = /^(?:`{3,}|~{3,}(?!~))(?=[^`]*$)/.exec(body)?.[0];
    if (fence !== undefined) {
      if (mark === body && mark.startsWith(fence)) fence = undefined;
      continue;
    }
    const isRow = /^\|.*\|$/.test(body);
    if (mark !== undefined) yield { text: words.code, isItem: true };
    else if (isRow && !isTable) yield { text: words.table, isItem: true };
    else if (!isRow && hasWords(line)) yield stripMarkdown(line);
    fence = mark;
    isTable = isRow;
  }
}

/** Removes symbols that a synthesizer would stumble over, or turns them into pauses. One line in, one line out. */
function stripSymbols(text: string, words: SpokenWords): string {
  return text
    .replace(emoji, " ")
    .replace(/(?<!\S)(?:[:;=8]-?[)(DPpOo|/\\]|<3|\^_\^)(?=[\s.,!?]|$)/g, " ")
    .replace(/[✓✔✗✘★☆●○■□▪▸►◦‣•¶†‡]|(?<!\p{L})·|·(?!\p{L})/gu, " ")
    .replace(/(?:<?[-=]{1,3}>|[←-⇿⟵-⟿➔-➾])/g, ", ")
    .replace(/\*{1,3}|`+|~+|\\(?=[\p{P}\p{S}])/gu, "")
    .replace(/(?<=[\p{L}\p{N}])_+(?=[\p{L}\p{N}])/gu, " ")
    .replace(/[[\]{}<>^\\]|_+|={2,}|#(?![\p{L}\p{N}])(?<![\p{L}]#)/gu, " ")
    .replace(/(?<=\s)&(?=\s)/g, words.and)
    .replace(/\s+/g, " ")
    .replace(/ ?\| ?| (?:-{1,3}|[–—]|\/) |-{2,}|(?<=\S)—(?=\S)/g, ", ")
    .replace(/([!?])[!?]+/g, "$1")
    .replace(/\.{4,}/g, "…")
    .replace(/(\p{M})\p{M}{3,}/gu, "$1")
    .replace(/(\P{N})\1{5,}/gu, "$1$1$1")
    .replace(/\( ?\)|" ?"|“ ?”|« ?»/g, " ")
    .replace(/\s+/g, " ")
    .replace(/([,;:])(?: ?[,;:])+/g, "$1")
    .replace(/ (?=[,.;:!?…](?:\s|$))/g, "")
    .replace(/(?<![,;:])[,;:]+(?=[.!?…])/g, "")
    .replace(/\( ?[,;:] ?/g, "(")
    .replace(/[,;:] ?\)/g, ")")
    .replace(/^[ ,;:.!?)/–—-]+(?=[^\d])/, "")
    .trim();
}

const emoji =
  /\p{Regional_Indicator}+|\p{Extended_Pictographic}\p{EMod}?(?:\ufe0f|\u200d\p{Extended_Pictographic}\p{EMod}?)*|\p{EMod}|[\ufe0e\ufe0f\u20e3\u200b\u{e0000}-\u{e007f}]/gu;

/** Returns the words of a language by its code. For an unknown language they are mostly empty, never English. */
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
  hour: "",
  code: "",
  table: "",
};

const wordsByLanguage = tablesOf("speakable");
