import type { QuotedMemory, ReplyInput } from "../../models/requests.ts";
import { extractSaid } from "../extract/extract.ts";
import { phrase, repliesIn } from "../talk/phrase.ts";
import { foldText } from "../text/letters.ts";
import type { Replies } from "../types/phrases.ts";
import { isChatter } from "./courtesy.ts";
import { compare, type FoundLine, findAbout, findAnswers, findNear } from "./find-answers.ts";
import { plainLine } from "./plain-line.ts";
import { type AskedReminder, readReminder } from "./remind.ts";
import { type Speaking, sayLine, sayList } from "./say-memories.ts";
import { shareOf, stemsOf } from "./shared-stems.ts";
import { sayResult } from "./tool-results.ts";
import { howAsked, readWish } from "./wish.ts";

/** A reply: words and the memories that are in them, or something to remember. */
export type OfflineReply =
  | { readonly type: "text"; readonly text: string; readonly memories: readonly QuotedMemory[] }
  | ({ readonly type: "remember" } & AskedReminder);

/**
 * Answers a message: from the memories, with the line that fits best and its source, else with one of a few sentences
 * in the person's language. It never makes anything up, and never says that something is saved that is not.
 */
export function replyOffline(input: ReplyInput, canRemember: boolean): OfflineReply {
  const reply = replyToMessage(input, canRemember);
  if (reply.type !== "text") return reply;
  const due = (input.reminders ?? []).map((text) =>
    phrase("reminder", input.language, { text: plainLine(text) }),
  );
  return { ...reply, text: [reply.text, ...due].join("\n") };
}

function replyToMessage(input: ReplyInput, canRemember: boolean): OfflineReply {
  const phrases = repliesIn(input.language);
  if (input.toolResults.length > 0) {
    const isSpoken = input.isSpoken === true;
    const results = input.toolResults.map(({ content }) => sayResult(content, phrases, isSpoken));
    return say(results.join("\n"));
  }
  if (input.asksLanguage) return say(phrases.speaking);
  if (input.known !== undefined) return sayKnown(input.known, speaking(input, phrases));
  const reminder = readReminder(input);
  if (reminder === undefined) return replyToWish(input, canRemember, phrases);
  return canRemember ? { type: "remember", ...reminder } : say(phrases.cannotSave);
}

const speaking = (
  { language, isSpoken = false, person }: ReplyInput,
  phrases: Replies,
): Speaking => ({
  phrases,
  language,
  isSpoken,
  person,
});

/** What was asked of the memory itself. */
function sayKnown(known: NonNullable<ReplyInput["known"]>, how: Speaking): OfflineReply {
  if (known.type === "count") return say(how.phrases.holds(known.count));
  const { lines } = compare({ text: "", of: "" }, known.memories);
  return lines.length === 0 ? say(how.phrases.nothing) : sayFound(lines, sayList(lines, how));
}

function replyToWish(input: ReplyInput, canRemember: boolean, phrases: Replies): OfflineReply {
  const wish = readWish(input.message, input.language);
  const isSpoken = input.isSpoken === true;
  switch (wish.type) {
    case "remember":
      if (!canRemember) return say(phrases.cannotSave);
      return wish.text === "" ? say(phrases.whatToRemember) : wish;
    case "ask":
      return answer(input, phrases, wish);
    case "say":
      return replyToSaid(input, canRemember, phrases);
    case "forget":
      return say(isSpoken ? phrases.forgetAloud : phrases.forget);
    case "leave":
      return say(isSpoken ? phrases.goodbye : phrases.leave);
    default:
      return say(phrases[wish.type]);
  }
}

/** What is worth keeping is acknowledged word for word; what turns out to ask is looked up; the rest is only acknowledged. */
function replyToSaid(input: ReplyInput, canRemember: boolean, phrases: Replies): OfflineReply {
  const heard = heardIn(input);
  if (heard.length > 0) {
    if (!canRemember) return say(phrases.cannotSave);
    const isKnown = heard.every((text) => input.memories.some((memory) => says(memory, text)));
    return say(`${isKnown ? phrases.known : phrases.willKeep} ${heard.join("; ")}`);
  }
  const asks = isChatter(foldText(input.message)) ? "no" : howAsked(input.message, input.language);
  if (asks === "no") return say(phrases.allRight);
  const isSure = asks === "yes";
  return answer(input, phrases, { of: input.message, isList: false, isSure });
}

/** What of a message is kept, as it will be written; the messages before say whom a pronoun means. */
function heardIn({ message, said, language, today }: ReplyInput): readonly string[] {
  const before = said.slice(-maxBefore);
  const texts = [...before, message].map((words) => words.slice(0, maxCharacters));
  return extractSaid(texts, { language, today }).flatMap(({ sources, text }) =>
    sources.includes(before.length) ? plainLine(text) : [],
  );
}

const maxBefore = 3;
/** As much of a message as is read before it is answered; digestion reads all of it. */
const maxCharacters = 4_000;

/** A memory from a file says all that a text does. */
const says = ({ text, file }: QuotedMemory, other: string): boolean =>
  file !== "" && shareOf(stemsOf(other), stemsOf(text)) === 1;

interface Asking {
  readonly of: string;
  readonly isList: boolean;
  /** False where it is not sure that anything was asked. */
  readonly isSure?: boolean;
}

/** One memory that answers, or all that is asked for; else that nothing is known, and what comes nearest. */
function answer(input: ReplyInput, phrases: Replies, asking: Asking): OfflineReply {
  const { of, isList, isSure = true } = asking;
  const how = speaking(input, phrases);
  const compared = compare({ text: input.message, of }, input.memories);
  const found = isList ? findAbout(compared) : findAnswers(compared, isSure ? 0 : clearScore);
  const [best] = found;
  if (best !== undefined && isList) return sayFound(found, sayList(found, how));
  if (best !== undefined) return sayFound([best], sayLine(best, how));
  const near = isSure && !how.isSpoken ? findNear(compared).slice(0, maxNear) : [];
  if (near.length === 0) return say(isSure ? phrases.nothing : phrases.allRight);
  const lines = near.map((line) => `- ${sayLine(line, how)}`);
  return say([`${phrases.nothing} ${phrases.nearest}`, ...lines].join("\n"));
}

/** Log-odds from which a line is clearly an answer. */
const clearScore = 0.5;
const maxNear = 2;

const say = (text: string): OfflineReply => sayFound([], text);

const sayFound = (lines: readonly FoundLine[], text: string): OfflineReply => ({
  type: "text",
  text,
  memories: lines.map(({ memory }) => memory),
});
