/** The words of a text as stems, in order. */
interface Stems {
  /** Function words too. */
  readonly all: readonly string[];
  /** Without them. */
  readonly content: readonly string[];
}

export type StemText = (text: string, language: string) => Stems;

export interface Statement {
  readonly text: string;
  /** Two letters. */
  readonly language: string;
}

/**
 * True when two statements say the same in the same words: equal stems in the same order, but for articles and "I",
 * and no difference in negations, numbers or names. Nothing less is a duplicate: a contradiction is as similar.
 */
export function isSameFact(one: Statement, other: Statement, stem: StemText): boolean {
  const [a, b] = [statementWords(one, stem), statementWords(other, stem)];
  return a.length > 0 && isEqual(a, b) && agree(one.text, other.text);
}

/** How many content stems two statements share, of the shorter one's (0 to 1). */
export function sharedContent(one: Statement, other: Statement, stem: StemText): number {
  const a = new Set(stem(one.text, one.language).content);
  const b = new Set(stem(other.text, one.language).content);
  const shared = [...a].filter((word) => b.has(word)).length;
  return shared / Math.max(1, Math.min(a.size, b.size));
}

/** True when two texts have the same numbers, negations and names: only then may they say the same. */
export function agree(one: string, other: string): boolean {
  return (
    isEqual(numbersOf(one), numbersOf(other)) &&
    isEqual(negationsOf(one), negationsOf(other)) &&
    haveSameNames(one, other)
  );
}

/** The stems by which statements are compared; both in one language, or one word would have two stems. */
export const statementWords = ({ text, language }: Statement, stem: StemText): string[] =>
  stem(text, language).all.filter((word) => !ignored.has(word));

/** Articles, and the subject of a memory that is written as it was said. */
const ignored = new Set(
  "the a an i el la los las lo un una uno unos unas els les l yo jo en na o os as um uma eu le un une des du je j der die das den dem ein eine einen ich il gli io".split(
    " ",
  ),
);

const numbersOf = (text: string): string[] => text.match(/\p{N}+(?:[.,:/-]\p{N}+)*/gu) ?? [];

/** Signs that turn a sentence into its opposite; how many of them there are must be equal. */
export function negationsOf(text: string): string[] {
  const inWords = plainWords(text).flatMap(({ lower }) => (isNegation(lower) ? plain(lower) : []));
  return [...inWords, ...(text.match(/[不没無无未别]|ない|ません|않|안 |못/gu) ?? [])].sort();
}

const plain = (word: string): string => word.normalize("NFD").replace(/\p{M}/gu, "");

const isNegation = (word: string): boolean =>
  negations.has(plain(word)) || /^\p{L}+n['’]t$/u.test(plain(word));

const negations = new Set(
  `no not never none nobody nothing neither nor without cannot dont doesnt didnt isnt arent wasnt wont cant stopped quit
  longer anymore unless except nunca jamas nada nadie ninguno ninguna ningun ni sin tampoco dejo deje excepto salvo mai res
  ningu cap sense tampoc deixat pas ne n jamais rien aucun aucune personne sans plus ni nao ninguem nenhum nenhuma sem nem
  nicht kein keine keinen keinem keiner nie niemals nichts niemand ohne weder ausser non niente nulla nessuno senza ne
  ikke inte niet geen нет не ни без لا ليس بدون`.split(/\s+/),
);

/** A name of one text (capital letter within the sentence) must be a word of the other, with its accents, in order. */
function haveSameNames(one: string, other: string): boolean {
  const names = new Set([...namesOf(one), ...namesOf(other)]);
  const inOrder = (text: string): string[] =>
    plainWords(text).flatMap(({ lower }) => (names.has(lower) ? lower : []));
  return isEqual(inOrder(one), inOrder(other));
}

const namesOf = (text: string): string[] =>
  plainWords(text).flatMap(({ word, lower }, i) => (i > 0 && /^\p{Lu}/u.test(word) ? lower : []));

/** Words with their accents; "Ana's" is Ana, and something of hers. */
function plainWords(text: string): { word: string; lower: string }[] {
  const words = text.normalize("NFC").match(wordPattern) ?? [];
  return words.map((word) => ({ word, lower: word.toLowerCase().replace(/['’]s$/u, "") }));
}

const wordPattern = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*/gu;

const isEqual = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((word, i) => word === other[i]);
