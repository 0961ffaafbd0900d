import { baseLanguage } from "../../models/base-language.ts";
import { formsIn, tablesOf } from "../languages.ts";
import { foldLetters } from "../text/letters.ts";
import { patternsFor } from "./command-patterns.ts";
import { foldUtterance } from "./fold-utterance.ts";

/**
 * Whether a whole utterance is a yes or a no to a question of Loci's own; undefined for everything else. Of languages
 * other than this one (a two-letter code) and English only the plain words count.
 */
export function parseAnswer(text: string, language: string): "yes" | "no" | undefined {
  if (text.length > maxCharacters) return undefined;
  const { folded } = foldUtterance(text);
  for (const { is, isOwn, plainNo, plainYes } of patternsFor(language)) {
    // A doubt is no consent: "no" first.
    if (isOwn ? is("no", folded) : plainNo.test(folded)) return "no";
    if (isOwn ? is("yes", folded) : plainYes.test(folded)) return "yes";
  }
  return undefined;
}

const maxCharacters = 120;

/**
 * Whether an utterance says yes and nothing that people also say of other things ("okay", "right", "exactly"): what is
 * deleted needs one. It is a yes already by `parseAnswer`. Pure.
 */
export function isClearYes(text: string, language: string): boolean {
  const said = foldUtterance(text).folded.replaceAll(",", "").split(" ");
  const own = formsIn(tablesOf("clearYes").get(baseLanguage(language)) ?? "");
  return [...own, ...plainYes].some((form) => {
    const words = foldLetters(form).split(" ");
    return said.some((_, at) => words.every((word, i) => said[at + i] === word));
  });
}

/** Yes, in every language: the first form of each counts in all conversations. */
const plainYes = [...tablesOf("commands").values()].flatMap(({ yes }) => formsIn(yes).slice(0, 1));
