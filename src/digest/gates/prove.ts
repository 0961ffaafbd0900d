import { grammarOf } from "../../language/grammar/grammar.ts";
import { allWords } from "../../language/languages.ts";
import { asksToRemember, isQuestion } from "../../language/talk/spoken-cues.ts";
import { numbersIn } from "../../language/text/number-words.ts";
import { isStated, type Quoted, shareIn, statedIn } from "./find-quote.ts";
import { beforeDenial, isNegative, negationsOf } from "./polarity.ts";
import {
  contentOf,
  foldedWords,
  hasWord,
  nameForms,
  namesIn,
  type Wording,
  withoutDates,
} from "./words.ts";

/** A message of a conversation, as far as it proves something. */
interface Said {
  readonly role: string;
  readonly content: string;
  readonly language: string;
  /** It asks for itself: to be reminded, or how to be answered. */
  readonly isAsked?: true;
}

/** What a text has to come from. */
export interface Proof extends Wording {
  /** Sentences of the person, and proposals that they agreed to. */
  readonly stated: readonly Quoted<Said>[];
  /** The line that the text takes the place of, whose words need not be said again; else ''. */
  readonly known: string;
  /** Names, folded, that came up in the conversation or in what was recalled for it. */
  readonly named: ReadonlySet<string>;
}

/** From this share of its words on, a text counts as said. */
const minSupport = 0.5;

/**
 * True for a text that the person's words support: half of the words that it adds to the known line (names count twice),
 * all its numbers and names, and in each part the denial of what was said of the same person. Rather
 * refuses an honest paraphrase: the person's own words take its place. Pure.
 */
export function isProven(text: string, proof: Proof): boolean {
  const { stated, known, language } = proof;
  const sentences = stated.map(({ sentence }) => sentence);
  const said = [...sentences, known].join("\n");
  const content = contentOf(text, proof);
  const isKnown = hasWord(known, proof);
  const news = content.filter((word) => !isKnown(word));
  const found = (news.length > 0 ? news : content).filter(hasWord(sentences.join("\n"), proof));
  const names = new Set(proof.stem(namesIn(text).join(" "), language).all);
  const weigh = (words: readonly string[]): number =>
    words.length + words.filter((word) => names.has(word)).length;
  return (
    found.length > 0 &&
    weigh(found) >= weigh(news) * minSupport &&
    hasNumbers(text, said, proof) &&
    hasNames(text, said, proof) &&
    partsOf(text, proof).every((part) => isSaidAlike(part, text, proof))
  );
}

function hasNumbers(text: string, said: string, { language, stated }: Proof): boolean {
  const spoken = numbersIn(said, stated.at(-1)?.message.language ?? language);
  const numbers = [...numbersIn(withoutDates(text), language).values];
  return !spoken.isWhole || numbers.every((number) => number < 2 || spoken.values.has(number));
}

function hasNames(text: string, said: string, proof: Proof): boolean {
  const there = foldedWords(`${said}\n${proof.speaker}`);
  // The first word has a capital letter in any case: it is a name where it came up as one.
  const first = foldedWords(text).slice(0, 1);
  const names = [...first.filter((word) => proof.named.has(word)), ...namesOf(text, proof)];
  return names.every((name) => nameForms(name).some((form) => there.includes(form)));
}

/** Folded; German nouns begin as others write names. */
const namesOf = (text: string, { language }: { readonly language: string }): readonly string[] =>
  language === "de" ? [] : namesIn(withoutDates(text)).flatMap(foldedWords);

/** By the part of a sentence that has the last word that was said: what is new stands at the end. */
function isSaidAlike(part: string, text: string, proof: Proof): boolean {
  const said = proof.stated.flatMap(({ sentence }) => partsOf(sentence, proof));
  const all = [...said, proof.known];
  const last = contentOf(part, proof).findLast(hasWord(all.join("\n"), proof));
  return all.some(
    (one) =>
      (last === undefined || hasWord(one, proof)(last)) &&
      deniesAlike(part, one, proof) &&
      !isOfAnother(text, one, proof),
  );
}

/** A sentence cut at its commas and connectors; a word alone belongs to what stands before. */
function partsOf(sentence: string, { language }: Proof): readonly string[] {
  const parts: string[] = [];
  for (const part of sentence.split(grammarOf(language)?.connectors ?? /[,;:] /)) {
    const before = /\s/.test(part.trim()) ? undefined : parts.pop();
    parts.push(before === undefined ? part : `${before} ${part}`);
  }
  return parts;
}

/** Whether two texts deny something or neither does; and if so, whether what they share comes before it in both. */
function deniesAlike(text: string, said: string, proof: Proof): boolean {
  // "No, I love jazz" denies nothing of what follows.
  const sentence = said.replace(/^\p{L}+, /u, "");
  if (isNegative(text) !== isNegative(sentence)) return false;
  if (!isNegative(text)) return true;
  const [own, other] = [beforeDenial(text), beforeDenial(sentence)];
  const [a, b] = [contentOf(own, proof).filter(hasWord(sentence, proof)), contentOf(other, proof)];
  const shared = b.filter(hasWord(text, proof));
  return a.length === shared.length && shared.every(hasWord(own, proof));
}

/** "My brother is allergic" says nothing of who speaks; a name counts up to the first word of both. */
function isOfAnother(text: string, said: string, proof: Proof): boolean {
  const own = foldedWords(text);
  const words = said.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const shared = words.findIndex((word) => foldedWords(word).some((one) => own.includes(one)));
  const relatives = foldedWords(said).filter((word) => kin.has(word));
  const others = [...relatives, ...namesOf(words.slice(0, shared + 1).join(" "), proof)];
  return others.length > 0 && !own.some((word) => others.includes(word));
}

const kin = allWords("kin");

/**
 * True where a sentence of the person that asks to remember something bears a text out, or a question whether to
 * remember it to which they said yes, word by word. May miss one: the caller can ask. Pure.
 */
export function isSaidSo(
  text: string,
  messages: readonly Said[],
  { stem, person }: Pick<Wording, "stem"> & { readonly person: string | null },
): boolean {
  return statedIn(messages).some((one) => {
    const { message, sentence, isProposal } = one;
    const asks = isProposal
      ? isQuestion(sentence) && asksToRemember(sentence)
      : isStated(one) && (message.isAsked === true || asksToRemember(message.content));
    const wording = { stem, language: message.language, speaker: person };
    const [own = [], said = []] = [text, sentence].map((it) =>
      contentOf(it, wording).filter((word) => negationsOf(word).length === 0 && !/^\d/.test(word)),
    );
    // Here a day counts as well: it is written as it was said.
    const { values } = numbersIn(sentence, message.language);
    const isCounted = [...numbersIn(text, message.language).values].every(
      (value) => value < 2 || values.has(value),
    );
    const proof = { ...wording, stated: [one], known: "", named: new Set<string>() };
    return asks && isCounted && shareIn(own, said) === 1 && isProven(text, proof);
  });
}
