import { allWords } from "../../language/languages.ts";
import { sentencesOf } from "../../language/talk/spoken-cues.ts";
import { numbersIn } from "../../language/text/number-words.ts";
import { timeWordsOf } from "../../recall/written-names.ts";
import { isNegative } from "./polarity.ts";
import { negationsOf } from "./same-fact.ts";
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
 * Whether the part of a sentence that says most of it denies what the text affirms, or says it of somebody else. An
 * update may take words from the known line: where that says more of it than what was said, its denial counts.
 */
function isTurnedAround(text: string, proof: Proof): boolean {
  const content = contentOf(text, proof);
  const end = content.at(-1); // What is new in a sentence stands at its end.
  const rate = (sentences: readonly string[]) =>
    sentences
      .flatMap(sentencesOf)
      .flatMap((sentence) => (clause.test(text) ? [sentence] : sentence.split(clause)))
      .map((part) => {
        const has = hasWord(part, proof);
        const isLast = end !== undefined && has(end);
        return { part, score: content.filter(has).length + (isLast ? 0.5 : 0) };
      });
  const said = rate(proof.said);
  const mostIn = (parts: typeof said): number => Math.max(0, ...parts.map(({ score }) => score));
  const most = mostIn(said);
  if (mostIn(rate([proof.known])) > most) return isNegative(proof.known) !== isNegative(text);
  const near = most === 0 ? [] : said.filter(({ score }) => score === most);
  const isTurned = (part: string): boolean =>
    isNegative(part) !== isNegative(text) || isOfAnother(text, part, proof);
  return near.length > 0 && near.every(({ part }) => isTurned(part));
}

/** Where a part of a sentence may deny what another affirms. */
const clause =
  /[,;:]|(?<!\p{L})(?:but|pero|sino|però|sinó|mais|mas|aber|sondern|ma)(?!\p{L})|(?<!\p{L})(?:and|und|et|y|e|i) (?=(?:I|he|she|we|they|it|ich|er|sie|wir|es|je|j|il|elle|on|nous|ils|elles|yo|él|ella|ellos|jo|ell|ells|eu|ele|ela|eles|io|lui|lei|noi|loro)(?!\p{L}))/u;

/** "My brother is allergic" says nothing of who speaks, and "she can't eat gluten" is of somebody who has to be named. */
function isOfAnother(text: string, part: string, proof: Proof): boolean {
  const { language, saidIn, speaker } = proof;
  const words = wordsOf(part);
  if (words.some((word) => selvesIn([language, ...saidIn]).has(word))) return false;
  const isKin = (word: string): boolean => foldedWords(word).some((one) => kin.has(one));
  const called = [...part.matchAll(/(\p{L}+)(?=\s+(\p{Lu}\p{L}+))/gu)] // "Mein Bruder Leo".
    .flatMap(([, who = "", name = ""]) => (isKin(who) ? foldedWords(name) : []));
  const relatives = words.filter(isKin).flatMap(foldedWords);
  // "The boat is called Marina" is of the boat: a name counts before what both say.
  const isSaid = (word: string): boolean => contentOf(text, proof).some(hasWord(word, proof));
  const [first = ""] = part.match(/[\p{L}\p{M}·]+/gu)?.filter(isSaid) ?? [];
  const before = part.slice(0, part.indexOf(first));
  const about = [...namesOf(before, language), ...called, ...relatives];
  const own = foldedWords(text);
  if (about.length > 0) {
    return !about.some((one) =>
      own.some((other) => isForm(other, one) || nameForms(one).includes(other)),
    );
  }
  if (!words.some((word) => others.has(word))) return false;
  const people = [text, ...proof.said].flatMap((one) => namesOf(one, language));
  const [who] = foldedWords(speaker ?? "");
  const isNamed = own.some((word) => kin.has(word) || (word !== who && people.includes(word)));
  return !isNamed && !wordsOf(text).some((word) => others.has(word));
}

const wordsOf = (text: string): readonly string[] =>
  text.toLowerCase().match(/[\p{L}\p{M}·]+/gu) ?? [];

/** "30 euros, not 80" stated as "80 euros, not 30", "Ben owes me" as "I owe Ben". */
function isReordered(text: string, sentence: string, proof: Proof): boolean {
  const { language, saidIn, speaker } = proof;
  const [who = ""] = foldedWords(speaker ?? "");
  const selves = selvesIn([language, ...saidIn]);
  const [own = [], spoken = []] = [text, sentence].map((one) =>
    withoutDates(one)
      .split(/\s+/)
      .map((word) => {
        const [[folded = ""], [plain = ""]] = [foldedWords(word), wordsOf(word)];
        if (negationsOf(word).length > 0) return "¬";
        return selves.has(plain) || nameForms(who).includes(folded) ? "@" : folded;
      }),
  );
  const names = new Set([text, sentence].flatMap((one) => namesOf(one, language)));
  const isMark = (word: string): boolean => /^[¬@\d]/.test(word) || names.has(word);
  const stated = own.filter((word) => isMark(word) && spoken.includes(word));
  if (stated.includes("¬") && !isRun(stated, spoken)) return true;
  return own.some((first, i) =>
    own.some((second, j) => {
      if (j <= i || first === second || !isMark(first) || !isMark(second)) return false;
      const from = spoken.indexOf(second);
      // With the same words between them they have changed places: "Leo moved to York" says "we moved to York with Leo".
      const between = from < 0 ? [] : spoken.slice(from + 1, Math.max(0, spoken.indexOf(first)));
      return own.slice(i + 1, j).some((word) => between.includes(word));
    }),
  );
}

/** Whether words follow each other as among others. */
export function isRun(words: readonly string[], all: readonly string[]): boolean {
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
