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
import { isStated, type Quoted, shareIn, statedIn } from "./find-quote.ts";

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
}

/**
 * True for a text that the person's words support: half of the words that it adds to the known line, its first word,
 * all its numbers and names, and the denials of what was said of the same person. Rather refuses an honest paraphrase:
 * the person's own words take its place. Pure.
 */
export function isProven(text: string, proof: Proof): boolean {
  const { stated, known } = proof;
  const sentences = stated.map(({ sentence }) => sentence);
  const said = sentences.join(" ");
  const has = hasWord(`${said}\n${known}`, proof.language);
  const content = contentOf(text, proof);
  const isKnown = hasWord(known, proof.language);
  const news = content.filter((word) => !isKnown(word));
  const found = (news.length > 0 ? news : content).filter(hasWord(said, proof.language));
  // It may be a name, and has a capital letter in any case.
  const [first = ""] = foldedWords(text);
  const words = foldedWords(`${said}\n${known}`);
  const shared = content.filter(has);
  const connectors = grammarOf(proof.language)?.connectors ?? /[,;:] /;
  const parts = sentences.flatMap((one) => one.split(connectors));
  const plain = sentences.filter((one) => partsAtDenials(one).length === 1).join(" ");
  // What is new comes last: the parts that say it have to be about the same person.
  const lastSaid = parts.filter((one) => shared.slice(-1).some(hasWord(one, proof.language)));
  return (
    found.length > 0 &&
    found.length * 2 >= news.length &&
    (contentOf(first, proof).every(has) || words.some((word) => isForm(first, word))) &&
    content.every((word) => has(word) || !/\d/.test(word)) &&
    hasNames(text, `${said}\n${known}\n${proof.speaker}`, proof) &&
    (lastSaid.length === 0 || lastSaid.some((part) => !isOfAnother(text, part, proof))) &&
    [...parts, ...sentences, plain, said, known, `${known} ${said}`].some((one) =>
      isSaidAlike(text, shared, one, proof),
    )
  );
}

/** Names as they stand where they are several or somebody's: "Anas", "James". */
function hasNames(text: string, said: string, proof: Proof): boolean {
  const there = foldedWords(said);
  return namesOf(text, proof).every((name) =>
    [name, `${name}s`, name.replace(/s$/, "")].some((form) => there.includes(form)),
  );
}

/** Folded; German nouns begin as others write names. */
const namesOf = (text: string, { language }: Wording): readonly string[] =>
  language === "de" ? [] : namesIn(withoutDates(text)).flatMap(foldedWords);

/** Whether two texts deny as often, and words of the one stand between the same denials of the other. */
function isSaidAlike(text: string, words: readonly string[], said: string, proof: Proof): boolean {
  const own = partsAtDenials(text);
  // "No, I love jazz" denies nothing of what follows.
  const others = partsAtDenials(said.replace(/^\p{L}+, /u, ""));
  return (
    own.length === others.length &&
    own.every((part, i) => {
      const isHere = hasWord(part, proof.language);
      return words.filter(isHere).every(hasWord(others[i] ?? "", proof.language));
    })
  );
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
export function isSaidSo(text: string, messages: readonly Said[], speaker: string | null): boolean {
  return statedIn(messages).some((one) => {
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
    const proof = { language, speaker, stated: [one], known: "" };
    return asks && shareIn(own, said) === 1 && isProven(text, proof);
  });
}
