import { allWords } from "../../language/languages.ts";
import {
  aroundRequest,
  asksToRemember,
  isQuestion,
  sentencesOf,
} from "../../language/talk/spoken-cues.ts";
import { numbersIn } from "../../language/text/number-words.ts";
import { timeWordsOf } from "../../recall/written-names.ts";
import { isStated, statedIn } from "./find-quote.ts";
import { isNegative, negationsOf, withoutLiking } from "./polarity.ts";
import type { StemText } from "./same-fact.ts";
import {
  contentOf,
  foldedWords,
  hasWord,
  isForm,
  nameForms,
  namesIn,
  supportFor,
  type Wording,
  withoutDates,
} from "./words.ts";

/** What a text has to come from. */
export interface Proof extends Wording {
  /** Sentences of the person, and proposals that they agreed to. */
  readonly said: readonly string[];
  /** The languages that it was said in. */
  readonly saidIn: readonly string[];
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
export function isProven(text: string, proof: Proof): boolean {
  const support = newsSupport(text, proof);
  return (
    (isTranslated(proof) ? support > 0 || /\d/.test(withoutDates(text)) : support >= minSupport) &&
    !hasNewNumber(text, proof) &&
    !hasNewName(text, proof) &&
    !isTurnedAround(text, proof) &&
    !proof.said.some((sentence) => isReordered(text, sentence, proof))
  );
}

const isTranslated = ({ saidIn, language }: Proof): boolean =>
  saidIn.some((one) => one !== language);

/** The share of what a text does not take over from the known line; that line alone proves nothing. */
function newsSupport(text: string, proof: Proof): number {
  const own = proof.said.join("\n");
  if (proof.known === "") return supportFor(text, own, proof);
  const content = contentOf(text, proof);
  const isKnown = hasWord(proof.known, proof);
  const news = content.filter((word) => !isKnown(word));
  if (news.length > 0) return news.filter(hasWord(own, proof)).length / news.length;
  return content.some(hasWord(own, proof)) ? 1 : 0;
}

/** A year may come of "last year", but not where another number was said and has gone. */
function hasNewNumber(text: string, { said, saidIn, known, language }: Proof): boolean {
  const all = [...said, known].join("\n");
  const read = [...new Set([language, ...saidIn])].map((one) => numbersIn(all, one));
  if (!read.some(({ isWhole }) => isWhole)) return false;
  const values = new Set(read.flatMap((one) => [...one.values]));
  const own = numbersIn(text, language).values;
  const hasLost = [...values].some((number) => number >= 100 && !own.has(number));
  const compared = hasLost ? text.replace(/\b(19|20)(?=\d\d\b)/g, "0$1") : text;
  const numbers = [...numbersIn(withoutDates(compared), language).values];
  return numbers.some((number) => number > 1 && !values.has(number));
}

function hasNewName(text: string, proof: Proof): boolean {
  const { said, known, language, speaker, named } = proof;
  const there = foldedWords([...said, known, speaker ?? ""].join("\n"));
  const isThere = (name: string): boolean =>
    nameForms(name).some((one) => there.includes(one)) ||
    (isTranslated(proof) && there.some((other) => isForm(name, other)));
  // The first word has a capital letter in any case: it is a name where it came up as one.
  const first = foldedWords(text).slice(0, 1);
  const names = [...first.filter((word) => named.has(word)), ...namesOf(text, language)];
  return names.some((name) => !isThere(name));
}

/**
 * Whether the part of a sentence that says most of a part of the text denies what that affirms, or says it of somebody
 * else. An update may take words from the known line: where that says more of it than what was said, its denial counts.
 */
const isTurnedAround = (text: string, proof: Proof): boolean =>
  text.split(clause).some((stated) => {
    const content = contentOf(stated, proof);
    const end = content.at(-1); // What is new in a sentence stands at its end.
    const rate = (sentences: readonly string[]) =>
      sentences
        .flatMap(sentencesOf)
        .flatMap((sentence) => sentence.split(clause))
        .map((part) => {
          const has = hasWord(part, proof);
          const isLast = end !== undefined && has(end);
          return { part, score: content.filter(has).length + (isLast ? 0.5 : 0) };
        });
    const said = rate(proof.said);
    const mostIn = (parts: typeof said): number => Math.max(0, ...parts.map(({ score }) => score));
    const most = mostIn(said);
    if (mostIn(rate([proof.known])) > most) return isNegative(proof.known) !== isNegative(stated);
    const near = most === 0 ? [] : said.filter(({ score }) => score === most);
    const isTurned = (part: string): boolean =>
      isNegative(part) !== isNegative(stated) || isOfAnother(text, part, proof);
    return near.length > 0 && near.every(({ part }) => isTurned(part));
  });

/** Where a part of a sentence may deny what another affirms. */
const clause =
  /[,;:]|(?<!\p{L})(?:but|pero|sino|però|sinó|mais|mas|aber|sondern|ma)(?!\p{L})|(?<!\p{L})(?:and|und|et|y|e|i) (?=(?:I|he|she|we|they|it|ich|er|sie|wir|es|je|j|il|elle|on|nous|ils|elles|yo|él|ella|ellos|jo|ell|ells|eu|ele|ela|eles|io|lui|lei|noi|loro)(?!\p{L}))/u;

/** "My brother is allergic" says nothing of who speaks, and "she can't eat gluten" is of somebody who has to be named. */
function isOfAnother(text: string, part: string, proof: Proof): boolean {
  const { language, saidIn, speaker } = proof;
  const selves = selvesIn([language, ...saidIn]);
  const words = part.match(/[\p{L}\p{M}·]+/gu) ?? [];
  if (words.some((word) => selves.has(word.toLowerCase()))) return false;
  const isKin = (word: string | undefined): boolean =>
    foldedWords(word ?? "").some((one) => kin.has(one));
  // "The boat is called Marina" is of the boat: a name counts before what both say, and behind "my brother".
  const isSaid = (word: string): boolean => contentOf(text, proof).some(hasWord(word, proof));
  const first = words.findIndex(isSaid);
  const names = new Set(namesOf(part, language));
  const about = words.flatMap((word, i) => {
    const isCalled = isKin(words[i - 1]) && /^\p{Lu}/u.test(word);
    const isBefore = first < 0 || i < first;
    return foldedWords(word).filter(
      (one) => isKin(word) || isCalled || (isBefore && names.has(one)),
    );
  });
  const own = foldedWords(text);
  if (about.length > 0) return !about.some((one) => own.some((other) => isName(one, other)));
  const isTheirs = (word: string): boolean => others.has(word.toLowerCase());
  if (!words.some(isTheirs) || (text.match(/[\p{L}\p{M}]+/gu) ?? []).some(isTheirs)) return false;
  const people = [text, ...proof.said].flatMap((one) => namesOf(one, language));
  const [who] = foldedWords(speaker ?? "");
  return !own.some((word) => kin.has(word) || (word !== who && people.includes(word)));
}

const isName = (name: string, word: string): boolean =>
  isForm(word, name) || nameForms(name).includes(word);

/** "Ben owes me" stated as "I owe Ben": names, numbers, denials and who speaks keep their order. */
function isReordered(text: string, sentence: string, proof: Proof): boolean {
  const { language, saidIn, speaker } = proof;
  const [who = ""] = foldedWords(speaker ?? "");
  const selves = selvesIn([language, ...saidIn]);
  const names = new Set([text, sentence].flatMap((one) => namesOf(one, language)));
  const marksIn = (words: string): string[] =>
    (withoutDates(words).match(/[\p{L}\p{M}\p{N}·]+(?:['’]t)?/gu) ?? []).flatMap((word) => {
      const [folded = ""] = foldedWords(word);
      if (negationsOf(word).length > 0) return "¬";
      if (selves.has(word.toLowerCase()) || nameForms(who).includes(folded)) return "@";
      return names.has(folded) || /^\d/.test(folded) ? folded : [];
    });
  const spoken = marksIn(sentence);
  return !isRun(
    marksIn(text).filter((mark) => spoken.includes(mark)),
    spoken,
  );
}

/** Whether words follow each other as among others. */
function isRun(words: readonly string[], all: readonly string[]): boolean {
  let at = 0;
  return words.every((word) => {
    at = all.findIndex((other, i) => i >= at && isForm(word, other)) + 1;
    return at > 0;
  });
}

/** Folded names of a sentence; German nouns begin as others write names. */
function namesOf(text: string, language: string): string[] {
  const names = language === "de" ? [] : namesIn(withoutDates(text)).flatMap(foldedWords);
  // "Tomorrow" becomes a weekday.
  const isDay = (name: string): boolean =>
    nameForms(name).some((form) => timeWordsOf(language).has(form));
  return names.filter((name) => !isDay(name));
}

const kin = allWords("kin");

/** Words for the one who speaks, by language. */
const selfByLanguage: Readonly<Record<string, string>> = {
  en: "i me myself we us",
  es: "yo mí me conmigo nos nosotros nosotras",
  ca: "jo em ens m nosaltres",
  pt: "eu me mim comigo nós",
  fr: "je j moi me m nous on",
  de: "ich mich mir wir uns",
  it: "io me mi noi",
};

const selvesIn = (languages: readonly string[]): ReadonlySet<string> =>
  new Set(languages.flatMap((one) => selfByLanguage[one]?.split(" ") ?? []));

/** Pronouns of people other than the one who speaks. */
const others = new Set(
  `he she they his her their him them él ella ellos ellas su sus ell elles seu seva seus seves ele ela eles elas dele dela
  il elle ils son sa ses leur leurs er sie sein seine ihr ihre ihm ihn lui lei loro suo sua`.split(
    /\s+/,
  ),
);

/** A message of a conversation, as far as it proves something. */
interface Said {
  readonly role: string;
  readonly content: string;
  readonly language: string;
  /** It asks for itself: to be reminded, or how to be answered. */
  readonly isAsked?: true;
}

/**
 * True where a sentence of the person that asks to remember something bears a text out, or a question whether to
 * remember it to which they said yes. May miss one: the caller can ask. Pure.
 */
export function isSaidSo(
  text: string,
  messages: readonly Said[],
  { stem, person }: { readonly stem: StemText; readonly person: string | null },
): boolean {
  const written = foldedWords(text).flatMap(nameForms);
  return statedIn(messages).some((one) => {
    const { sentence, message, isProposal } = one;
    const asks =
      message.isAsked === true || asksToRemember(isProposal ? sentence : message.content);
    if (!asks || !isStated(one) || (isProposal && !isQuestion(sentence))) return false;
    const { language } = message;
    const said = [aroundRequest(sentence).join(" ")];
    const wording = { stem, language, speaker: person, saidIn: [language] };
    const spoken = inOrder(said.join(), wording);
    const numbers = numbersIn(said.join(), language).values;
    return (
      said.flatMap((words) => namesOf(words, language)).every((name) => written.includes(name)) &&
      isRun(inOrder(text, wording), spoken) &&
      // Here a day counts as well: it is written as it was said.
      [...numbersIn(text, language).values].every((value) => value < 2 || numbers.has(value)) &&
      isProven(text, { ...wording, said, known: "", named: new Set() })
    );
  });
}

/** What a sentence says, word by word, with its denials (`¬`); likings and numbers are compared by themselves. */
const inOrder = (text: string, wording: Wording): readonly string[] =>
  withoutLiking(text)
    .split(/\s+/)
    .flatMap((word) => {
      if (negationsOf(word).length > 0) return "¬";
      return numbersIn(word, wording.language).values.size > 0 ? [] : contentOf(word, wording);
    });
