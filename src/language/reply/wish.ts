import { baseLanguage } from "../../models/base-language.ts";
import { parseCommand } from "../commands/parse-command.ts";
import { asksToForget } from "../extract/sentence.ts";
import { asksOf, isQuestion } from "../gate/asks.ts";
import { grammarsFor } from "../grammar/grammar.ts";
import type { Courtesy } from "../language.ts";
import { tablesOf } from "../languages.ts";
import { type AskedMemory, askedMemoryIn } from "../read/asked-memory.ts";
import { openingOf } from "../read/opening.ts";
import { behindStart } from "../read/sentences.ts";
import { courtesyOf, isChatter } from "../talk/courtesy.ts";
import { sentencesOf } from "../talk/spoken-cues.ts";
import { capital, foldText } from "../text/letters.ts";

/** What a line of the person's asks for. */
export type Wish =
  | ({ readonly type: "remember" } & AskedMemory)
  | { readonly type: "forget" }
  | { readonly type: Courtesy }
  /** `of`: what it is about, without the words that only ask; `isList`: all that is known of it. */
  | { readonly type: "ask"; readonly of: string; readonly isList: boolean }
  /** A statement, or a word or two to look for. */
  | { readonly type: "say" };

/** Classifies a line: something to keep, to answer, to take note of, or courtesy. Pure, and linear in its length. */
export function readWish(message: string, language: string, today: string): Wish {
  const text = message.replace(/\s+/g, " ").trim().slice(0, maxCharacters);
  const folded = foldText(text);
  const memory = askedMemoryIn(text, today);
  if (memory !== undefined) return { type: "remember", ...memory };
  const command = parseCommand(text, language)?.type;
  if (command === "forget" || command === "forget_that" || asksToForget(text))
    return { type: "forget" };
  const courtesy = courtesyOf(folded);
  if (courtesy !== undefined) return { type: courtesy };
  const list = wishesIn(language)
    .map((wish) => startOf(folded, wish, wish.about))
    .find((start) => start !== "");
  if (list !== undefined) return { type: "ask", of: folded.slice(list.length), isList: true };
  return isQuestion(text, language) ? { type: "ask", of: text, isList: false } : { type: "say" };
}

/**
 * Whether something is looked up that may be no question: one or two words, or what nearly asks. It is answered only by
 * a line that clearly is the answer.
 */
export function mayAsk(message: string): boolean {
  const text = message.trim().slice(0, maxCharacters);
  if (/[.!…]["')\]»”]*$/u.test(text) || isChatter(foldText(text))) return false;
  return text.split(/\s+/u).length <= maxLookedUp || asksOf(text) > doubtThreshold;
}

/** The sentences of a message that state something, as they may answer a later question, without "no, actually". */
export function statementsIn(message: string, language: string, today: string): readonly string[] {
  return sentencesOf(message.slice(0, maxCharacters)).flatMap((sentence) => {
    const { rest, corrects } = behindStart(sentence, grammarsFor(sentence, language));
    const text = corrects ? capital(rest) : sentence;
    const wish = readWish(text, language, today);
    if (wish.type === "remember") return wish.text === "" ? [] : [wish.text];
    const isStated = wish.type === "say" && text.includes(" ") && !isChatter(foldText(text));
    return isStated ? [text] : [];
  });
}

const maxLookedUp = 2;
/** Log-odds that nearly all spoken questions exceed, and a third of the facts. */
const doubtThreshold = -3;
const maxCharacters = 4_000;

const wishes = [...tablesOf("wish")].map(([code, words]) => {
  return { code, ...words, opening: foldText(openingOf(code)) };
});
type WishWords = (typeof wishes)[number];

/** The words of a language; for one that is not known here, those of all. */
export function wishesIn(language: string): readonly WishWords[] {
  const known = wishes.filter(({ code }) => code === baseLanguage(language));
  return known.length === 0 ? wishes : known;
}

/** How a line starts, where it starts with one of these, as the language begins a request; else ''. Both are folded. */
export const startOf = (folded: string, { opening }: WishWords, words: string): string =>
  new RegExp(`^[¿ ]*${opening}[¿ ]*(?:${words})(?![\\p{L}\\p{N}])`, "u").exec(folded)?.[0] ?? "";
