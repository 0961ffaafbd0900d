import { tablesOf } from "../languages.ts";

/**
 * True where the person will go on: the text ends with a comma, a hesitation, or a word that nothing ends with ("and",
 * "porque", "i"). Transcribers put a full stop after everything, so that says nothing. All languages count where the
 * language is not known. Pure.
 */
export function isUnfinished(text: string, language: string | null): boolean {
  const said = text.normalize("NFC").toLowerCase().trim();
  if (/[?!؟]["'»”)]*$/.test(said)) return false;
  if (/[,،;:–—-]$/.test(said)) return true;
  const words = said.match(/[\p{L}\p{M}\p{N}'’]+/gu) ?? [];
  const last = words.at(-1);
  if (last === undefined) return false;
  const lastTwo = words.slice(-2).join(" ");
  const known = language === null ? undefined : byLanguage.get(language);
  const lists = known === undefined ? [...byLanguage.values()] : [known];
  return hesitations.has(last) || lists.some((words) => words.has(last) || words.has(lastTwo));
}

const listOf = (words: string): ReadonlySet<string> => new Set(words.split("|"));

const hesitations = listOf(
  "um|uh|uhm|erm|ehm|hmm|eh|euh|äh|ähm|öh|em|este|pues|doncs|então|alors|also|يعني",
);

const byLanguage: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  [...tablesOf("unfinished")].map(([code, words]) => [code, listOf(words)]),
);
