import { withoutReminder } from "../../language/talk/spoken-cues.ts";

/** Signs that turn a sentence into its opposite, sorted; how many of them there are must be equal. */
export function negationsOf(text: string): string[] {
  const words = plainly(text).match(/[\p{L}\p{N}]+(?:'\p{L}+)*/gu) ?? [];
  const inWords = words
    .map((word) => word.replace(/'s$/, ""))
    .filter((word) => negations.has(word) || /^\p{L}+n't$/u.test(word));
  return [...inWords, ...(text.match(/[不没無无未别]|ない|ません|않|안 |못/gu) ?? [])].sort();
}

/** True for a text that denies something, or dislikes it; "I don't hate it" does neither. */
export function isNegative(text: string): boolean {
  const words = withOneWord(withoutReminder(text));
  return negationsOf(words).length > 0 !== dislikes.test(words);
}

/** The rest of a text; in small letters, without accents. */
export const withoutLiking = (text: string): string => withOneWord(text).replace(liking, " ");

const plainly = (text: string): string =>
  text.normalize("NFD").replace(/\p{M}/gu, "").replaceAll("’", "'").toLowerCase();

/** For what several languages say with a denial. */
const withOneWord = (text: string): string => plainly(text).replace(cannotStand, " hate ");

const negations = new Set(
  `no not never none nobody nothing neither nor without cannot dont doesnt didnt isnt arent wasnt wont cant stopped quit
  longer anymore unless except nunca jamas nada nadie ninguno ninguna ningun ni sin tampoco dejo deje excepto salvo mai res
  ningu cap sense tampoc deixat pas ne n jamais rien aucun aucune personne sans plus ni nao ninguem nenhum nenhuma sem nem
  nicht kein keine keinen keinem keiner nie niemals nichts niemand ohne weder ausser non niente nulla nessuno senza ne
  ikke inte niet geen нет не ни без لا ليس بدون`.split(/\s+/),
);

const asWords = (words: string, flags = "iu"): RegExp =>
  new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, flags);
const cannotStand = asWords(
  "(?:can't|cannot|can not|couldn't) (?:stand|bear)|no (?:soport|aguant|suport)\\p{L}{1,3}|nao (?:suport|aguent)\\p{L}{1,3}|non sopport\\p{L}{1,3}|ne support\\p{L}{1,4} (?:pas|plus)",
  "giu",
);
const likes = asWords(
  "lik(?:es?|ed|ing)|lov(?:es?|ed|ing)|enjoy(?:s|ed|ing)?|ador(?:es?|ed|o|a|an|en)|prefer(?:s|red|ring)?|preferi(?:do|da|t)|fond|fan|favou?rite|(?:me |le |li |m'|l'|li')?(?:encant|agrad|gust)(?:an?|en)|prefier(?:o|e)|prefereix(?:o)?|prefiro|prefere|prefer(?:isco|isce)|gost(?:o|a|am)|aim(?:e|ent|ons)|mag|mogen|liebe?t?|bevorzug(?:e|t)|gerne?|piac(?:e|ciono)",
);
const dislikes = asWords(
  "dislik(?:es?|ed|ing)|hat(?:es?|ed|ing)|detest(?:s|ed|o|a|e|en|an)?|loath(?:es?|ed|ing)|odi(?:o|a|an|en|e)|odei(?:o|a)|hais?|hass(?:e|t)|verabscheu(?:e|t)",
);
const liking = new RegExp(`${likes.source}|${dislikes.source}`, "giu");
