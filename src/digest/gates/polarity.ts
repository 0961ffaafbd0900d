import { withoutReminder } from "../../language/talk/spoken-cues.ts";
import { negationsOf } from "./same-fact.ts";

/** True for a text that denies something, or dislikes it; "I don't hate it" does neither. */
export function isNegative(text: string): boolean {
  const words = plainly(withoutReminder(text));
  return negationsOf(words).length > 0 !== dislikes.test(words);
}

/** True where a text says that something is liked, or that it is not. */
export function hasLiking(text: string): boolean {
  const words = plainly(text);
  return likes.test(words) || dislikes.test(words);
}

/** The rest of a text; without accents. */
export const withoutLiking = (text: string): string =>
  plainly(text).replace(new RegExp(`${likes.source}|${dislikes.source}`, "giu"), " ");

/** With one word for what several languages say with a denial. */
const plainly = (text: string): string =>
  text.normalize("NFD").replace(/\p{M}/gu, "").replaceAll("’", "'").replace(cannotStand, " hate ");

const cannotStand =
  /(?<!\p{L})(?:(?:can't|cannot|can not|couldn't) (?:stand|bear)|no (?:soport|aguant|suport)\p{L}{1,3}|nao (?:suport|aguent)\p{L}{1,3}|non sopport\p{L}{1,3}|ne support\p{L}{1,4} (?:pas|plus))(?!\p{L})/giu;

const liked =
  "(?:lik(?:es?|ed|ing)|lov(?:es?|ed|ing)|enjoy(?:s|ed|ing)?|ador(?:es?|ed|o|a|an|en)|prefer(?:s|red|ring)?|preferi(?:do|da|t)|fond|fan|favou?rite|(?:me |le |li |m'|l'|li')?(?:encant|agrad|gust)(?:an?|en)|prefier(?:o|e)|prefereix(?:o)?|prefiro|prefere|prefer(?:isco|isce)|gost(?:o|a|am)|aim(?:e|ent|ons)|mag|mogen|liebe?t?|bevorzug(?:e|t)|gerne?|piac(?:e|ciono))";
const disliked =
  "(?:dislik(?:es?|ed|ing)|hat(?:es?|ed|ing)|detest(?:s|ed|o|a|e|en|an)?|loath(?:es?|ed|ing)|odi(?:o|a|an|en|e)|odei(?:o|a)|hais?|hass(?:e|t)|verabscheu(?:e|t))";

const asWord = (words: string): RegExp => new RegExp(`(?<!\\p{L})${words}(?!\\p{L})`, "iu");
const likes = asWord(liked);
const dislikes = asWord(disliked);
