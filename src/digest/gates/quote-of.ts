import { isAgreement, sentencesOf, statementsIn } from "../../language/talk/spoken-cues.ts";
import { holdsSecret } from "../../session/private-data/find-private-data.ts";
import type { Passed } from "./gates.ts";
import type { StemText } from "./same-fact.ts";
import { supportFor } from "./support.ts";

const maxCharacters = 240;
const fewestWords = 3;

/**
 * The person's own words that best support what was concluded, on one line; '' where they only agreed to what was
 * proposed, or where a secret is in the words. Pure.
 */
export function quoteOf({ conclusion, sources, language }: Passed, stem: StemText): string {
  if (conclusion.sensitivity === "secret") return "";
  const spoken = sources.filter(({ content }) => !isAgreement(content));
  const stated = spoken.flatMap(({ content }) => statementsIn(content));
  const sentences =
    stated.length > 0 ? stated : spoken.flatMap(({ content }) => sentencesOf(content));
  const ranked = sentences
    .map((sentence) => ({
      sentence,
      score: supportFor(conclusion.text, sentence, { stem, language }),
    }))
    .toSorted((a, b) => b.score - a.score);
  const best = ranked.find(
    ({ score, sentence }) =>
      (score > 0 || wordCount(sentence) >= fewestWords) && !holdsSecret(sentence),
  );
  return best === undefined ? "" : shorten(plain(best.sentence));
}

const wordCount = (text: string): number => text.split(/\s+/).length;

/** Nothing in it is Markdown, HTML or the end of the quotation. */
const plain = (text: string): string =>
  text
    .replace(/["“”]/g, "'")
    .replace(/[<>`[\]\\|]/g, " ")
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();

function shorten(text: string): string {
  if (text.length <= maxCharacters) return text;
  const head = text
    .slice(0, maxCharacters - 1)
    .toWellFormed()
    .replace(/\ufffd$/, "");
  return `${head.replace(/(?<!\s)\s+\S*$/, "") || head}…`;
}
