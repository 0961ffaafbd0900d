import { grammarOf, grammarsFor } from "../../language/grammar/grammar.ts";
import { allWords } from "../../language/languages.ts";
import { asksToRemember, isQuestion } from "../../language/talk/spoken-cues.ts";
import { foldText } from "../../language/text/letters.ts";
import { numbersIn } from "../../language/text/number-words.ts";
import { timeWordsOf } from "../../recall/written-names.ts";
import { isStated, type Quoted, shareIn, statedIn } from "./find-quote.ts";
import { isNegative, negationsOf } from "./polarity.ts";
import {
  contentOf,
  foldedWords,
  hasWord,
  isForm,
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
  /** `YYYY-MM-DD`. */
  readonly date?: string;
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
 * True for a text that the person's words support: half of the words that it adds to the known line (names count twice;
 * in another language, one word or number is enough), all its numbers, names and days, and the same denials of the same
 * person or thing in each part. Pure.
 */
export function isProven(text: string, proof: Proof): boolean {
  const { stated, known, language } = proof;
  const own = stated.map(({ sentence }) => sentence).join("\n");
  const said = `${own}\n${known}`;
  const isTranslated = stated.some(({ message }) => message.language !== language);
  const content = contentOf(text, proof);
  const isKnown = hasWord(known, proof);
  const news = content.filter((word) => !isKnown(word));
  const found = (news.length > 0 ? news : content).filter(hasWord(own, proof));
  const names = new Set(proof.stem(namesIn(text).join(" "), language).all);
  const weigh = (words: readonly string[]): number =>
    words.length + words.filter((word) => names.has(word)).length;
  const isSupported = isTranslated
    ? found.length > 0 || /\d/.test(withoutDates(text))
    : found.length > 0 && weigh(found) >= weigh(news) * minSupport;
  return (
    isSupported &&
    hasNumbers(text, said, proof) &&
    hasNames(text, said, proof, isTranslated) &&
    hasDays(text, said, proof) &&
    partsOf(text, language).every((part) => isSaidAlike(part, text, said, proof))
  );
}

function hasNumbers(text: string, said: string, { language, stated }: Proof): boolean {
  const spoken = new Set([language, ...stated.map(({ message }) => message.language)]);
  const read = Array.from(spoken, (one) => numbersIn(said, one));
  if (!read.some(({ isWhole }) => isWhole)) return true;
  const numbers = [...numbersIn(withoutDates(text), language).values];
  return numbers.every((number) => number < 2 || read.some(({ values }) => values.has(number)));
}

function hasNames(text: string, said: string, proof: Proof, isTranslated: boolean): boolean {
  const there = foldedWords(`${said}\n${proof.speaker}`);
  // The first word has a capital letter in any case: it is a name where it came up as one.
  const first = foldedWords(text).slice(0, 1);
  const names = [...first.filter((word) => proof.named.has(word)), ...namesOf(text, proof)];
  return names.every(
    (name) =>
      nameForms(name).some((form) => there.includes(form)) ||
      (isTranslated && there.some((other) => isForm(name, other))),
  );
}

/** Folded; German nouns begin as others write names, and "tomorrow" becomes a weekday. */
function namesOf(text: string, { language }: { readonly language: string }): readonly string[] {
  const times = timeWordsOf(language);
  const names = language === "de" ? [] : namesIn(withoutDates(text)).flatMap(foldedWords);
  return names.filter((name) => !nameForms(name).some((form) => times.has(form)));
}

/** The most of a sentence that is read. */
const maxSentence = 400;

/** Whether each day, month or year of a text was said, is found in what was said, or is when it was. */
function hasDays(text: string, said: string, { stated }: Proof): boolean {
  const days = text.match(/\b(?:19|20)\d\d(?:-\d\d){0,2}\b/g) ?? [];
  const news = days.filter((day) => !said.includes(day));
  const found = stated.flatMap(({ sentence, message: { language, date = "" } }) => {
    const read = sentence.slice(0, maxSentence);
    const named = grammarsFor(read, language).flatMap(
      ({ findDay }) => (date === "" ? undefined : findDay(read, date))?.iso ?? [],
    );
    return [date, ...named, ...Array.from(numbersIn(read, language).values, String)];
  });
  return news.every((day) => found.some((one) => one.startsWith(day)));
}

/** By the part of a sentence that has the last word that was said: what is new stands at the end. */
function isSaidAlike(part: string, text: string, said: string, proof: Proof): boolean {
  const last = contentOf(part, proof).findLast(hasWord(said, proof));
  const isAlike = (one: string): boolean =>
    (last === undefined || hasWord(one, proof)(last)) && isNegative(one) === isNegative(part);
  return (
    isAlike(proof.known) ||
    proof.stated.some(({ sentence, message: { language } }) =>
      partsOf(sentence, language).some((one) => isAlike(one) && !isOfAnother(text, one, language)),
    )
  );
}

/** "My brother is allergic" says nothing of who speaks; a name counts before what both say. */
function isOfAnother(text: string, said: string, language: string): boolean {
  const words = said.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const own = foldedWords(text);
  const isKin = (word = ""): boolean => kin.has(foldText(word));
  const called = words.filter(
    (word, i) => isKin(word) || (isKin(words[i - 1]) && /^\p{Lu}/u.test(word)),
  );
  const shared = words.findIndex((word) => own.includes(foldText(word)));
  const named = namesOf(words.slice(0, shared).join(" "), { language });
  const others = [...called.flatMap(foldedWords), ...named];
  return others.length > 0 && !own.some((word) => others.includes(word));
}

const kin = allWords("kin");

/** A sentence cut at its commas and connectors; a word alone belongs to what stands before. */
function partsOf(sentence: string, language: string): readonly string[] {
  const parts: string[] = [];
  for (const part of sentence.split(grammarOf(language)?.connectors ?? /[,;:] /)) {
    const before = /\s/.test(part.trim()) ? undefined : parts.pop();
    parts.push(before === undefined ? part : `${before} ${part}`);
  }
  return parts;
}

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
    const numbers = numbersIn(sentence, message.language).values;
    const isCounted = [...numbersIn(text, message.language).values].every(
      (value) => value < 2 || numbers.has(value),
    );
    const proof = { ...wording, stated: [one], known: "", named: new Set<string>() };
    return asks && isCounted && shareIn(own, said) === 1 && isProven(text, proof);
  });
}
