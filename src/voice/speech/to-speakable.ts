import type { SpokenWords } from "../../language/types/phrases.ts";
import { hasWords } from "../../models/has-words.ts";
import { cleanQuoted } from "../../models/quote.ts";
import { speakNumbers } from "./spoken-numbers.ts";
import { speakPlaces } from "./spoken-places.ts";
import { spokenWords } from "./spoken-words.ts";
import { stripMarkdown } from "./strip-markdown.ts";
import { stripSymbols } from "./strip-symbols.ts";

/** A piece of a reply as a voice is to read it, on one line; '' where there is nothing to say. */
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

interface Line {
  readonly text: string;
  readonly isItem: boolean;
}

/** The lines of a text, with a few words in place of code and tables. */
function* readLines(text: string, words: SpokenWords): Generator<Line> {
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
