import {
  aroundRequest,
  asksToRemember,
  isAgreement,
  isQuestion,
  sentencesOf,
  statementsIn,
} from "../../language/talk/spoken-cues.ts";
import { joins, numbersIn } from "../../language/text/number-words.ts";
import { hasLiking, isNegative, withoutLiking } from "./polarity.ts";
import { negationsOf, type StemText } from "./same-fact.ts";
import { foldedWords, isForm, nameForms, namesIn, subjects } from "./support.ts";

/** A message, as far as it says who said what. */
interface SaidWords {
  readonly role: "user" | "assistant" | "tool";
  readonly content: string;
  readonly language: string;
}

interface MatchContext {
  readonly stem: StemText;
  readonly language: string;
  /** How the person is called: a text may name them who spoke of themselves. */
  readonly assumed: readonly string[];
}

/**
 * True for a text that one sentence of the person says, or one question that they agreed to: each of its words, numbers
 * and names, of the same subject, affirmed or denied as there, in the same order, with nothing left out between. May miss one: the caller can ask. Pure.
 */
export function isSaidSo(
  text: string,
  messages: readonly SaidWords[],
  { stem, person }: { readonly stem: StemText; readonly person: string | null },
): boolean {
  const assumed = person === null ? [] : [person];
  return messages.some((message, i) => {
    if (message.role !== "user") return false;
    const context = { stem, language: message.language, assumed };
    const sentences = [...statementsIn(message.content), ...agreedTo(message, messages[i - 1])];
    return sentences.flatMap(partsOf).some((part) => saysAll(part, text, context));
  });
}

/** What the assistant asked to remember right before, where this message only agrees. */
function agreedTo({ content }: SaidWords, before: SaidWords | undefined): readonly string[] {
  if (before?.role !== "assistant" || !isAgreement(content)) return [];
  return sentencesOf(before.content).filter((one) => isQuestion(one) && asksToRemember(one));
}

/** A sentence without what asks to remember it, and without a yes or a no before it. */
const partsOf = (sentence: string): readonly string[] =>
  aroundRequest(sentence).map((part) =>
    part.replace(/^\s*(?:no|nein|non|nao)[,.!]+\s+|^[\s,:;.]+/iu, ""),
  );

function saysAll(part: string, text: string, context: MatchContext): boolean {
  const { stem, language, assumed } = context;
  const said = numbersIn(part, language).values;
  if ([...numbersIn(text, language).values].some((number) => number > 1 && !said.has(number)))
    return false;
  if (isConditional(part) && !isConditional(text)) return false;
  if (isNegative(part) !== isNegative(text) || (hasLiking(text) && !hasLiking(part))) return false;
  if (!hasSameNames(part, text, context)) return false;
  const given = new Set(stem([...assumed, ...subjects].join(" "), language).all);
  const contentOf = (words: string): string[] =>
    [...new Set(contentIn(words, context))].filter((word) => !given.has(word));
  const [wanted, spoken] = [contentOf(text), contentOf(part)];
  const matched = spoken.filter((word) => wanted.some((other) => isForm(word, other)));
  return (
    wanted.length > 0 &&
    wanted.every((word) => spoken.some((other) => isForm(word, other))) &&
    matched.length >= spoken.length / 2 &&
    isOfSameSubject(part, text, { ...context, matched }) &&
    isRunOf(inOrder(part, given, context), inOrder(text, given, context))
  );
}

/** "I would love it if …" says no more than that. */
const isConditional = (words: string): boolean =>
  /(?<!\p{L})(?:if|unless|wenn|falls|si|would|würde|wäre)(?!\p{L})/iu.test(words);

/** Content words, denials (`¬`) and numbers (`#` and what they may come to), as they follow each other. */
function inOrder(text: string, given: ReadonlySet<string>, context: MatchContext): string[] {
  const found: string[] = [];
  let digits: string[] = [];
  const endNumber = (): void => {
    if (digits.length > 0)
      found.push(`#${[...numbersIn(digits.join(" "), context.language).values].join("#")}#`);
    digits = [];
  };
  for (const word of withoutLiking(text).match(/[\p{L}\p{N}]+(?:['.,]\p{L}+|[.,]\p{N}+)*/gu) ??
    []) {
    if (numbersIn(word, context.language).values.size > 0) digits.push(word);
    else if (negationsOf(word).length > 0 || !joins.has(word)) {
      endNumber();
      if (negationsOf(word).length > 0) found.push("¬");
      else found.push(...contentIn(word, context).filter((stem) => !given.has(stem)));
    }
  }
  endNumber();
  return found;
}

/**
 * Whether some words stand together among others in this order: "Ben owes me" is not "I owe Ben", nor "I want to stop
 * smoking" "I want smoking". A dislike may be written as a denial; whether it is one is compared by itself.
 */
function isRunOf(all: readonly string[], some: readonly string[]): boolean {
  const wanted = all.includes("¬") ? some : some.filter((word) => word !== "¬");
  return all.some((_, from) => wanted.every((word, i) => isSame(word, all[from + i] ?? "")));
}

const isSame = (one: string, other: string): boolean =>
  one.startsWith("#")
    ? one.split("#").some((number) => number !== "" && other.includes(`#${number}#`))
    : isForm(one, other);

/** Stems of what is not asked for elsewhere: no numbers, no denials, no "I am". */
const contentIn = (words: string, { stem, language }: MatchContext): string[] =>
  stem(withoutLiking(words), language).content.filter(
    (word) =>
      !being.has(word) &&
      negationsOf(word).length === 0 &&
      numbersIn(word, language).values.size === 0,
  );

const being = new Set("soy estoy som estam estic estem sou estou".split(" "));

/** Names neither come nor go; German writes all its nouns as others write names. */
function hasSameNames(part: string, text: string, { language, assumed }: MatchContext): boolean {
  if (language === "de") return true;
  const areIn = (names: readonly string[], words: string): boolean => {
    const there = new Set([words, ...assumed].flatMap(foldedWords).flatMap(nameForms));
    return names.flatMap(foldedWords).every((name) => there.has(name));
  };
  return areIn(namesIn(text), part) && areIn(namesIn(part), text);
}

/**
 * False where another person comes before the first word that both have ("my brother is allergic", "she is allergic"),
 * unless that word is a name.
 */
function isOfSameSubject(
  part: string,
  text: string,
  { matched, ...context }: MatchContext & { readonly matched: readonly string[] },
): boolean {
  const names = new Set(context.language === "de" ? [] : namesIn(part).flatMap(foldedWords));
  const own = new Set(foldedWords(text));
  const before: string[] = [];
  for (const word of foldedWords(withoutLiking(part))) {
    const [content] = contentIn(word, context);
    if (content !== undefined && matched.includes(content)) {
      return names.has(word) || before.every((other) => own.has(other));
    }
    if (content !== undefined || others.has(word)) before.push(word);
  }
  return true; // A script without spaces.
}

/** Pronouns of people other than the person. */
const others = new Set(
  `he she they his her their him them el ella ellos ellas su sus ell elles seu seva seus seves li ele ela eles elas
  dele dela il elle ils elles son sa ses leur leurs er sie sein seine ihr ihre lui lei loro suo sua`.split(
    /\s+/,
  ),
);
