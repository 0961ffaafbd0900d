import { withoutReminder } from "../../language/talk/spoken-cues.ts";
import { foldText } from "../../language/text/letters.ts";

/** Signs that turn a sentence into its opposite, sorted; how many of them there are must be equal. */
export function negationsOf(text: string): string[] {
  const words = foldText(text).match(/[\p{L}\p{N}]+(?:'\p{L}+)*/gu) ?? [];
  const inWords = words
    .map((word) => word.replace(/'s$/, ""))
    .filter((word) => negations.has(word) || /^\p{L}+n't$/u.test(word));
  return [...inWords, ...(text.match(/[不没無无未别]|ない|ません|않|안 |못/gu) ?? [])].sort();
}

/** True for a text that denies something, or dislikes it; "I don't hate it" does neither. */
export function isNegative(text: string): boolean {
  const words = withoutReminder(text);
  return negationsOf(words).length > 0 !== dislikes.test(foldText(words));
}

/** The words of a text before the first that denies something. */
export function beforeDenial(text: string): string {
  const words = withoutReminder(text).split(/\s+/);
  const at = words.findIndex((word) => negationsOf(word).length > 0);
  return (at < 0 ? words : words.slice(0, at)).join(" ");
}

const negations = new Set(
  `no not never none nobody nothing neither nor without cannot dont doesnt didnt isnt arent wasnt wont cant stopped quit
  longer anymore unless except nunca jamas nada nadie ninguno ninguna ningun ni sin tampoco dejo deje excepto salvo mai res
  ningu cap sense tampoc deixat pas ne n jamais rien aucun aucune personne sans plus ni nao ninguem nenhum nenhuma sem nem
  nicht kein keine keinen keinem keiner nie niemals nichts niemand ohne weder ausser non niente nulla nessuno senza ne
  ikke inte niet geen нет не ни без لا ليس بدون`.split(/\s+/),
);
const dislikes =
  /(?<!\p{L})(?:dislik(?:es?|ed|ing)|hat(?:es?|ed|ing)|detest(?:s|ed|[oae]|en|an)?|loath(?:es?|ed|ing)|odi(?:[oae]|an|en)|odei[oa]|hais?|hass[et]|verabscheu[et])(?!\p{L})/u;
