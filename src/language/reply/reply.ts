import type { QuotedMemory, ReplyInput } from "../../models/requests.ts";
import { isLanguageRequest } from "../detect/language-request.ts";
import { extractSaid } from "../extract/extract.ts";
import { agreeToSpeak, phrase } from "../talk/phrase.ts";
import { shareOf, stemsOf } from "../text/stems.ts";
import { compare, type FoundLine, findAbout, findAnswer, findNear } from "./find-answers.ts";
import { plainLine } from "./plain-line.ts";
import { type Speaking, sayLine, sayList } from "./say-memories.ts";
import { sayResult } from "./tool-results.ts";
import { mayAsk, readWish, type Wish } from "./wish.ts";

/** A reply: words and the memories that are in them, or something to remember. */
export type OfflineReply =
  | { readonly type: "text"; readonly text: string; readonly memories: readonly QuotedMemory[] }
  | Extract<Wish, { type: "remember" }>;

/**
 * Answers a message: from the memories, with the line that fits best and its source, else with one of a few sentences
 * in the person's language. It never makes anything up, and never says that something is saved that is not.
 */
export function replyOffline(input: ReplyInput, canRemember: boolean): OfflineReply {
  const { language, isSpoken = false, person, reminders = [] } = input;
  const how = { language, isSpoken, person };
  const reply = replyToMessage(input, how, canRemember);
  if (reply.type !== "text") return reply;
  const due = reminders.map((text) => phrase("reminder", language, { text: plainLine(text) }));
  return { ...reply, text: [reply.text, ...due].join("\n") };
}

function replyToMessage(input: ReplyInput, how: Speaking, canRemember: boolean): OfflineReply {
  const { language } = how;
  const { message, toolResults, known } = input;
  if (toolResults.length > 0) {
    const results = toolResults.map(({ content }) => sayResult(content, how));
    return say(results.join("\n"));
  }
  if (isLanguageRequest(message)) return say(agreeToSpeak(language));
  if (known?.type === "count") return say(phrase("holds", language, known));
  if (known !== undefined) return sayAll(compare("", known.memories).lines, how);
  const wish = readWish(message, language, input.today);
  if (wish.type === "remember") {
    if (!canRemember) return say(phrase("memory_off", language));
    return wish.text === "" ? say(phrase("what_to_remember", language)) : wish;
  }
  if (wish.type === "ask") return answer(input, wish, how);
  return wish.type === "say"
    ? replyToSaid(input, how, canRemember)
    : say(phrase(wish.type, language));
}

/** What is worth keeping is acknowledged word for word; what may ask is looked up; the rest is only acknowledged. */
function replyToSaid(input: ReplyInput, how: Speaking, canRemember: boolean) {
  const { message, memories, language } = input;
  const heard = heardIn(input);
  if (heard.length > 0) {
    if (!canRemember) return say(phrase("memory_off", language));
    const isKnown = heard.every((text) => memories.some((memory) => says(memory, text)));
    return say(`${phrase(isKnown ? "known" : "will_keep", language)} ${heard.join("; ")}`);
  }
  const found = mayAsk(message) ? findAnswer(compare(message, memories), clearScore) : undefined;
  return found === undefined
    ? say(phrase("all_right", language))
    : sayFound([found], sayLine(found, how));
}

/** Log-odds from which a line is clearly an answer. */
const clearScore = 0.5;

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

/** One memory that answers, or all that is asked for; else that nothing is known, and what comes nearest. */
function answer(
  { memories }: ReplyInput,
  { of, isList }: Extract<Wish, { type: "ask" }>,
  how: Speaking,
): OfflineReply {
  const compared = compare(of, memories);
  const best = findAnswer(compared);
  const about = isList ? findAbout(compared) : [];
  if (about.length > 0) return sayAll(about, how);
  if (best !== undefined && !isList) return sayFound([best], sayLine(best, how));
  const nothing = phrase("nothing", how.language);
  const near = how.isSpoken ? [] : findNear(compared).slice(0, maxNear);
  if (near.length === 0) return say(nothing);
  const lines = near.map((line) => `- ${sayLine(line, how)}`);
  return say([`${nothing} ${phrase("nearest", how.language)}`, ...lines].join("\n"));
}

const maxNear = 2;

const sayAll = (lines: readonly FoundLine[], how: Speaking): OfflineReply =>
  lines.length === 0 ? say(phrase("nothing", how.language)) : sayFound(lines, sayList(lines, how));

const say = (text: string): OfflineReply => sayFound([], text);

const sayFound = (lines: readonly FoundLine[], text: string): OfflineReply => ({
  type: "text",
  text,
  memories: lines.map(({ memory }) => memory),
});
