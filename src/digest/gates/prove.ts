import { stemText } from "../../index/stem-text.ts";
import { grammarOf } from "../../language/grammar/grammar.ts";
import { allWords } from "../../language/languages.ts";
import { asksToRemember, isQuestion } from "../../language/talk/spoken-cues.ts";
import { numbersIn } from "../../language/text/number-words.ts";
import {
  contentOf,
  foldedWords,
  hasWord,
  isForm,
  namesIn,
  negationsOf,
  partsAtDenials,
  type Wording,
  withoutDates,
} from "./compare.ts";
import { isStated, shareIn, statedIn } from "./find-quote.ts";

/** What a text has to come from. */
export interface Proof extends Wording {
  /** Sentences of the person, and proposals that they agreed to. */
  readonly stated: readonly string[];
  /** The line that the text takes the place of, whose words need not be said again; else ''. */
  readonly known: string;
}

/**
 * True for a text that the person's words support: half of the words that it adds to the known line, its first word,
 * all its numbers and names, and the denials of what was said of the same person. Rather refuses an honest paraphrase:
 * the person's own words take its place. Pure.
 */
export function isProven(text: string, proof: Proof): boolean {
  const { stated, known, language } = proof;
  const said = stated.join(" ");
  const all = `${said}\n${known}`;
  const has = hasWord(all, language);
  const isKnown = hasWord(known, language);
  const content = contentOf(text, proof);
  const news = content.filter((word) => !isKnown(word));
  const found = (news.length > 0 ? news : content).filter(hasWord(said, language));
  // It may be a name, and has a capital letter in any case.
  const [first = ""] = foldedWords(text);
  const shared = content.filter(has);
  const connectors = grammarOf(language)?.connectors ?? /[,;:] /;
  const parts = stated.flatMap((one) => one.split(connectors));
  const plain = stated.filter((one) => partsAtDenials(one).length === 1).join(" ");
  // What is new comes last: the parts that say it have to be about the same person.
  const lastSaid = parts.filter((one) => shared.slice(-1).some(hasWord(one, language)));
  return (
    found.length > 0 &&
    found.length * 2 >= news.length &&
    (contentOf(first, proof).every(has) || foldedWords(all).some((word) => isForm(first, word))) &&
    content.every((word) => has(word) || !/\d/.test(word)) &&
    hasNames(text, `${all}\n${proof.speaker}`, language) &&
    (lastSaid.length === 0 || lastSaid.some((part) => !isOfAnother(text, part, language))) &&
    [...parts, ...stated, plain, said, known, `${known} ${said}`].some((one) =>
      isSaidAlike(text, shared, one, language),
    )
  );
}

/** Names as they stand where they are several or somebody's: "Anas", "James". */
function hasNames(text: string, said: string, language: string): boolean {
  const there = foldedWords(said);
  return namesOf(text, language).every((name) =>
    [name, `${name}s`, name.replace(/s$/, "")].some((form) => there.includes(form)),
  );
}

/** Folded; German nouns begin as others write names. */
const namesOf = (text: string, language: string): readonly string[] =>
  language === "de" ? [] : namesIn(withoutDates(text)).flatMap(foldedWords);

/** Whether two texts deny as often, and words of the one stand between the same denials of the other. */
function isSaidAlike(text: string, words: readonly string[], said: string, language: string) {
  const own = partsAtDenials(text);
  // "No, I love jazz" denies nothing of what follows.
  const others = partsAtDenials(said.replace(/^\p{L}+, /u, ""));
  const isHere = (part: string, i: number): boolean =>
    words.filter(hasWord(part, language)).every(hasWord(others[i] ?? "", language));
  return own.length === others.length && own.every(isHere);
}

/** "My brother is allergic" says nothing of who speaks; a name counts up to the first word of both. */
function isOfAnother(text: string, said: string, language: string): boolean {
  const own = foldedWords(text);
  const words = said.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const shared = words.findIndex((word) => foldedWords(word).some((one) => own.includes(one)));
  const relatives = foldedWords(said).filter((word) => kin.has(word));
  const others = [...relatives, ...namesOf(words.slice(0, shared + 1).join(" "), language)];
  return others.length > 0 && !own.some((word) => others.includes(word));
}

const kin = allWords("kin");

/** A message of a conversation; it may ask for itself to be kept: to be reminded, or how to be answered. */
type Said = Readonly<Record<"role" | "content" | "language", string>> & { readonly isAsked?: true };

/**
 * True where a sentence of the person that asks to remember something bears a text out, or a question whether to
 * remember it to which they said yes, word by word. May miss one: the caller can ask. Pure.
 */
export const isSaidSo = (
  text: string,
  messages: readonly Said[],
  speaker: string | null,
): boolean =>
  statedIn(messages).some((one) => {
    const { message, sentence, isProposal } = one;
    const { language, isAsked = false, content } = message;
    const asks = isProposal
      ? isQuestion(sentence) && asksToRemember(sentence)
      : isStated(one) && (isAsked || asksToRemember(content));
    // Here a day counts as well: it is written as it was said. A number may have been said in words.
    const { values } = numbersIn(sentence, language);
    const name = stemText(speaker ?? "", language).all;
    const isLeft = (word: string): boolean => name.includes(word) || values.has(Number(word));
    const [own = [], said = []] = [text, sentence].map((it) =>
      stemText(it, language).content.filter((word) => !negationsOf(word).length && !isLeft(word)),
    );
    const proof = { language, speaker, stated: [sentence], known: "" };
    return asks && shareIn(own, said) === 1 && isProven(text, proof);
  });
