import { allWords } from "../../language/languages.ts";
import { asksToRemember, isQuestion, sentencesOf } from "../../language/talk/spoken-cues.ts";
import { numbersIn } from "../../language/text/number-words.ts";
import { timeWordsOf } from "../../recall/written-names.ts";
import { isStated, type Quoted, shareIn, statedIn } from "./find-quote.ts";
import { isNegative, negationsOf, withoutLiking } from "./polarity.ts";
import type { StemText } from "./same-fact.ts";
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
  /** It asks for itself: to be reminded, or how to be answered. */
  readonly isAsked?: true;
}

/** What a text has to come from. */
export interface Proof<Message = Said> extends Wording {
  /** Sentences of the person, and proposals that they agreed to. */
  readonly stated: readonly Quoted<Message>[];
  /** The line that the text takes the place of, whose words need not be said again; else ''. */
  readonly known: string;
  /** Names, folded, that came up in the conversation or in what was recalled for it. */
  readonly named: ReadonlySet<string>;
}

/** From this share of its words on, a text counts as said. */
const minSupport = 0.5;

/**
 * True for a text that what was said bears out: half its words stand there, or one in another language, and all its
 * numbers and names, in the same order; it denies what was denied and affirms what was affirmed, of the same one. Pure.
 */
export function isProven(text: string, given: Proof): boolean {
  const proof = { ...given, isSpeaker: speakerIn(given) };
  return (
    isSupported(text, proof) &&
    !hasNewNumber(text, proof) &&
    !hasNewName(text, proof) &&
    text.split(clause).every((part) => isSaidAlike(part, text, proof)) &&
    proof.stated.every(({ sentence }) => keepsOrder(text, sentence, proof))
  );
}

const isTranslated = ({ stated, language }: Proof): boolean =>
  stated.some(({ message }) => message.language !== language);

const saidIn = ({ stated, known }: Proof): string =>
  [...stated.map(({ sentence }) => sentence), known].join("\n");

/** Whether enough of what a text adds to the known line was said; the line alone proves nothing. Names count twice. */
function isSupported(text: string, proof: Proof): boolean {
  const content = contentOf(text, proof);
  const isKnown = hasWord(proof.known, proof);
  const news = content.filter((word) => !isKnown(word));
  const own = saidIn({ ...proof, known: "" });
  const said = (news.length > 0 ? news : content).filter(hasWord(own, proof));
  if (isTranslated(proof)) return said.length > 0 || /\d/.test(withoutDates(text));
  const names = new Set(proof.stem(namesIn(text).join(" "), proof.language).all);
  const weigh = (words: readonly string[]): number =>
    words.length + words.filter((word) => names.has(word)).length;
  return said.length > 0 && weigh(said) >= weigh(news) * minSupport;
}

function hasNewNumber(text: string, proof: Proof): boolean {
  const spoken = new Set([proof.language, ...proof.stated.map((one) => one.message.language)]);
  const read = Array.from(spoken, (one) => numbersIn(saidIn(proof), one));
  if (!read.some(({ isWhole }) => isWhole)) return false;
  const numbers = [...numbersIn(withoutDates(text), proof.language).values];
  return numbers.some((number) => number > 1 && !read.some(({ values }) => values.has(number)));
}

function hasNewName(text: string, proof: Proof): boolean {
  const { language, speaker, named } = proof;
  const there = foldedWords(`${saidIn(proof)}\n${speaker}`);
  const isThere = (name: string): boolean =>
    nameForms(name).some((one) => there.includes(one)) ||
    (isTranslated(proof) && there.some((other) => isForm(name, other)));
  // The first word has a capital letter in any case: it is a name where it came up as one.
  const first = foldedWords(text).slice(0, 1);
  const names = [...first.filter((word) => named.has(word)), ...namesOf(text, language)];
  return names.some((name) => !isThere(name));
}

/**
 * Whether one of the parts of sentences that say most of a part of the text denies or affirms as that does, and says it
 * of the same one. An update may take words from the known line: where that says more than what was said, it counts.
 */
function isSaidAlike(stated: string, text: string, proof: SpeakersProof): boolean {
  const content = contentOf(stated, proof);
  const score = (part: string): number => {
    const shared = content.filter(hasWord(part, proof));
    return shared.length + (shared.at(-1) === content.at(-1) ? 0.5 : 0); // What is new stands at the end.
  };
  const parts = proof.stated
    .flatMap(({ sentence }) => sentencesOf(sentence))
    .flatMap((sentence) => sentence.split(clause));
  const scores = parts.map(score);
  const most = Math.max(0, ...scores);
  if (score(proof.known) > most) return isNegative(proof.known) === isNegative(stated);
  const isAlike = (part: string): boolean =>
    isNegative(part) === isNegative(stated) && !isOfAnother(text, part, proof);
  return most < 1 || parts.some((part, i) => scores[i] === most && isAlike(part));
}

/** "My brother is allergic" says nothing of who speaks, and "she can't eat gluten" is of somebody who has to be named. */
function isOfAnother(text: string, part: string, proof: SpeakersProof): boolean {
  const words = wordsOf(part);
  if (words.some(proof.isSpeaker)) return false;
  // "The boat is called Marina" is of the boat: a name counts before what both say, and behind "my brother".
  const isSaid = (word: string): boolean => contentOf(text, proof).some(hasWord(word, proof));
  const before = new Set(words.slice(0, words.findIndex(isSaid)).flatMap(foldedWords));
  const names = namesOf(part, proof.language).filter((name) => before.has(name));
  const called = capitals(part, proof.language);
  const about = foldedWords(part).filter(
    (word, i, all) =>
      kin.has(word) || names.includes(word) || (kin.has(all[i - 1] ?? "") && called.includes(word)),
  );
  const own = foldedWords(text);
  if (about.length > 0)
    return !about.some((one) =>
      own.some((other) => isForm(one, other) || nameForms(one).includes(other)),
    );
  const isTheirs = (word: string): boolean => others.has(word);
  if (!words.some(isTheirs) || wordsOf(text).some(isTheirs)) return false;
  const people = [text, saidIn(proof)].flatMap((one) => namesOf(one, proof.language));
  return !own.some((word) => kin.has(word) || (people.includes(word) && !proof.isSpeaker(word)));
}

/** "Ben owes me" stated as "I owe Ben": names, numbers, denials and who speaks keep their order. */
function keepsOrder(text: string, sentence: string, proof: SpeakersProof): boolean {
  const names = new Set([text, sentence].flatMap((one) => namesOf(one, proof.language)));
  const [spoken = [], own = []] = [sentence, text].map((one) =>
    wordsOf(withoutDates(one)).flatMap((word) => {
      const [folded = ""] = foldedWords(word);
      if (negationsOf(word).length > 0) return "¬";
      if (proof.isSpeaker(word)) return "@";
      return names.has(folded) || /^\d/.test(folded) ? folded : [];
    }),
  );
  const [before, after] = [spoken, own].map((marks) =>
    marks.filter((mark) => spoken.includes(mark) && own.includes(mark)).join(" "),
  );
  return before?.includes(after ?? "") === true;
}

/** In small letters; "don't" is one. */
const wordsOf = (text: string): string[] =>
  text.toLowerCase().match(/[\p{L}\p{M}\p{N}·]+(?:['’]t)?/gu) ?? [];

/** Folded names of a sentence; German nouns begin as others write names. */
const namesOf = (text: string, language: string): readonly string[] =>
  language === "de" ? [] : capitals(text, language);

/** Folded; but for days, for "tomorrow" becomes a weekday. */
const capitals = (text: string, language: string): readonly string[] =>
  namesIn(withoutDates(text))
    .flatMap(foldedWords)
    .filter((name) => !nameForms(name).some((form) => timeWordsOf(language).has(form)));

interface SpeakersProof extends Proof {
  /** True for "I", and for the name of who speaks. */
  readonly isSpeaker: (word: string) => boolean;
}

function speakerIn({ language, stated, speaker }: Proof): SpeakersProof["isSpeaker"] {
  const languages = new Set([language, ...stated.map(({ message }) => message.language)]);
  const names = foldedWords(speaker ?? "")
    .slice(0, 1)
    .flatMap(nameForms);
  const own = new Set([...names, ...[...languages].flatMap((one) => selves[one] ?? [])]);
  return (word) => own.has(word);
}

const kin = allWords("kin");

/** Words for the one who speaks, by language. */
const selves: Readonly<Record<string, readonly string[]>> = {
  en: ["i", "me", "myself", "we", "us"],
  es: ["yo", "mí", "me", "conmigo", "nos", "nosotros", "nosotras"],
  ca: ["jo", "em", "ens", "m", "nosaltres"],
  pt: ["eu", "me", "mim", "comigo", "nós"],
  fr: ["je", "j", "moi", "me", "m", "nous", "on"],
  de: ["ich", "mich", "mir", "wir", "uns"],
  it: ["io", "me", "mi", "noi"],
};

/** Pronouns of people other than the one who speaks. */
const others = new Set(
  `he she they his her their him them él ella ellos ellas su sus ell elles seu seva seus seves ele ela eles elas dele dela
  il elle ils son sa ses leur leurs er sie sein seine ihr ihre ihm ihn lui lei loro suo sua`.split(
    /\s+/,
  ),
);

/** Where a part of a sentence may deny what another affirms. */
const clause = (() => {
  const pronouns = [...Object.values(selves).flat(), ...others].join("|");
  const but = "(?:but|pero|sino|però|sinó|mais|mas|aber|sondern|ma)(?!\\p{L})";
  const and = `(?:and|und|et|y|e|i) (?=(?:${pronouns})(?!\\p{L}))`;
  return new RegExp(`[,;:]|(?<!\\p{L})(?:${but}|${and})`, "iu");
})();

/**
 * True where a sentence of the person that asks to remember something bears a text out, or a question whether to
 * remember it to which they said yes, word by word. May miss one: the caller can ask. Pure.
 */
export function isSaidSo(
  text: string,
  messages: readonly Said[],
  { stem, person }: { readonly stem: StemText; readonly person: string | null },
): boolean {
  return statedIn(messages).some((one) => {
    const { message, isProposal } = one;
    const asks = isProposal
      ? isQuestion(one.sentence) && asksToRemember(one.sentence)
      : isStated(one) && (message.isAsked === true || asksToRemember(message.content));
    if (!asks) return false;
    const { language } = message;
    const wording = { stem, language, speaker: person };
    const [own = [], spoken = []] = [text, one.sentence].map((it) =>
      contentOf(withoutLiking(it), wording).filter((word) => negationsOf(word).length === 0),
    );
    const numbers = numbersIn(one.sentence, language).values;
    return (
      // Here a day counts as well: it is written as it was said.
      [...numbersIn(text, language).values].every((value) => value < 2 || numbers.has(value)) &&
      shareIn(
        own.filter((word) => !/^\d/.test(word)),
        spoken,
      ) === 1 &&
      isProven(text, { ...wording, stated: [one], known: "", named: new Set() })
    );
  });
}
