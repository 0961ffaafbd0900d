import { stemText } from "../../index/stem-text.ts";
import { withoutReminder } from "../../language/talk/spoken-cues.ts";
import { foldText } from "../../language/text/letters.ts";
import { isForm, namesIn } from "./words.ts";

/**
 * True when two statements say the same in the same words: equal stems in the same order, but for articles and "I",
 * and no difference in negations, numbers or names. Nothing less is a duplicate: a contradiction is as similar.
 */
export function isSameFact(one: string, other: string, language: string, usual?: string): boolean {
  const [a, b] = [statementWords(one, language, usual), statementWords(other, language, usual)];
  return a.length > 0 && isEqual(a, b) && agree(one, other);
}

/** How many content stems two statements share, of the shorter one's (0 to 1). */
export function sharedContent(one: string, other: string, language: string): number {
  const [a, b] = [one, other].map((text) => new Set(stemText(text, language).content));
  const shared = a?.intersection(b ?? a).size ?? 0;
  return shared / Math.max(1, Math.min(a?.size ?? 0, b?.size ?? 0));
}

/** True when two texts have the same negations, numbers and names in order: only then may they say the same. */
export function agree(one: string, other: string): boolean {
  const texts = [one, other].map((text) => text.normalize("NFC")); // "Julia" is not "Júlia".
  const names = new Set(texts.flatMap(namesIn).map((name) => name.toLowerCase()));
  const [a = [], b = []] = texts.map((text) => {
    const words = text.toLowerCase().match(/\p{N}+(?:[.,:/-]\p{N}+)*|[\p{L}\p{M}\p{N}]+/gu) ?? [];
    return words.filter((word) => names.has(word) || /^\p{N}/u.test(word));
  });
  return isEqual(a, b) && isEqual(negationsOf(one), negationsOf(other));
}

/** The stems by which statements are compared; both in one language, or one word would have two stems. */
export const statementWords = (text: string, language: string, usual?: string): string[] =>
  stemText(text, language, usual).all.filter((word) => !ignored.has(word));

/** Articles, and the subject of a memory that is written as it was said. */
const ignored = new Set(
  `the a an i el la los las lo un una uno unos unas els les l yo jo en na o os as um uma eu le un une des du je j
  der die das den dem ein eine einen ich il gli io`.split(/\s+/),
);

const isEqual = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((word, i) => word === other[i]);

/**
 * True when a sentence says all that a text says, whichever forms of its words it has, and maybe more; not when it says
 * the opposite. A text of one word is entailed only by a sentence of that word alone.
 */
export function entails(sentence: string, text: string, language: string): boolean {
  const said = [...new Set(stemText(sentence, language).content)];
  const wanted = new Set(stemText(text, language).content);
  if (wanted.size === 0 || (wanted.size === 1 && said.length > 1)) return false;
  const isWhole = [...wanted].every((word) => said.some((other) => isForm(word, other)));
  return isWhole && isEqual(negationsOf(withoutReminder(sentence)), negationsOf(text));
}

/** Signs that turn a sentence into its opposite, sorted; how many of them there are must be equal. */
export function negationsOf(text: string): string[] {
  const words = foldText(text).match(/[\p{L}\p{N}]+(?:'\p{L}+)*/gu) ?? [];
  const inWords = words
    .map((word) => word.replace(/'s$/, ""))
    .filter((word) => negations.has(word) || /^\p{L}+n't$/u.test(word));
  return [...inWords, ...(text.match(/[不没無无未别]|ない|ません|않|안 |못/gu) ?? [])].sort();
}

/** A text cut at each word that denies or dislikes something: what is said of tea stands behind the sign. */
export const partsAtDenials = (text: string): readonly string[] =>
  withoutReminder(text)
    .replace(/\S+/gu, (word) =>
      negationsOf(word).length > 0 || dislikes.test(foldText(word)) ? "\n" : word,
    )
    .split("\n");

const negations = new Set(
  `no not never none nobody nothing neither nor without cannot dont doesnt didnt isnt arent wasnt wont cant stopped quit
  longer anymore unless except nunca jamas nada nadie ninguno ninguna ningun ni sin tampoco dejo deje excepto salvo mai res
  ningu cap sense tampoc deixat pas ne n jamais rien aucun aucune personne sans plus ni nao ninguem nenhum nenhuma sem nem
  nicht kein keine keinen keinem keiner nie niemals nichts niemand ohne weder ausser non niente nulla nessuno senza ne
  ikke inte niet geen нет не ни без لا ليس بدون`.split(/\s+/),
);
const dislikes =
  /(?<!\p{L})(?:dislik(?:es?|ed|ing)|hat(?:es?|ed|ing)|detest(?:s|ed|[oae]|en|an)?|loath(?:es?|ed|ing)|odi(?:[oae]|an|en)|odei[oa]|hais?|hass[et]|verabscheu[et])(?!\p{L})/u;
