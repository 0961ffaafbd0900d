import type { ReplyTask } from "../../models/task.ts";
import { extractSaid } from "../extract/extract.ts";
import { asksBehind, asksOf, askThreshold } from "../gate/asks.ts";
import { grammarOf } from "../grammar/tongues.ts";
import { phrase, repliesIn } from "../talk/phrase.ts";
import { foldText } from "../text/letters.ts";
import type { Replies } from "../types/phrases.ts";
import { isChatter } from "./courtesy.ts";
import { findMemories, onlyOfNamed, type Question } from "./find-memories.ts";
import { findSaid, findSaidSlot } from "./find-said.ts";
import { plainLine } from "./plain-line.ts";
import { type AskedReminder, readReminder } from "./remind.ts";
import { sayMemories, sayNearest } from "./say-memories.ts";
import { shareOf, stemsOf } from "./shared-stems.ts";
import { memoriesIn, sayResult } from "./tool-results.ts";
import { readWish } from "./wish.ts";

/** A reply: words, or a tool to call. */
export type OfflineReply =
  | { readonly type: "text"; readonly text: string }
  | ({ readonly type: "remember" } & AskedReminder)
  | { readonly type: "recall"; readonly query: string };

interface Abilities {
  readonly canRemember: boolean;
  readonly canRecall: boolean;
}

/**
 * Answers a message by rules: from the memories, word for word and with their sources, else with one of a few sentences
 * in the person's language. It never makes anything up, and never says that something is saved that is not.
 */
export function replyOffline(task: ReplyTask, can: Abilities): OfflineReply {
  const reply = replyToMessage(task, can);
  if (reply.type !== "text") return reply;
  const due = (task.reminders ?? []).map((text) =>
    phrase("reminder", task.language, { text: plainLine(text) }),
  );
  return say([reply.text, ...due].join("\n"));
}

function replyToMessage(task: ReplyTask, can: Abilities): OfflineReply {
  const phrases = repliesIn(task.language);
  const recalled = task.toolResults.find(({ name }) => name === "recall");
  if (recalled !== undefined) {
    const memories = memoriesIn(recalled.content);
    return replyToMessage({ ...task, toolResults: [], inTopic: false, memories }, can);
  }
  if (task.toolResults.length > 0) {
    const isSpoken = task.isSpoken === true;
    const results = task.toolResults.map(({ content }) => sayResult(content, phrases, isSpoken));
    return say(results.join("\n"));
  }
  if (task.asksLanguage) return say(phrases.speaking);
  const reminder = readReminder(task);
  if (reminder === undefined) return replyToWish(task, can, phrases);
  return can.canRemember ? { type: "remember", ...reminder } : say(phrases.cannotSave);
}

function replyToWish(task: ReplyTask, can: Abilities, phrases: Replies): OfflineReply {
  const wish = readWish(task.message, task.language);
  switch (wish.type) {
    case "remember":
      return can.canRemember ? { type: "remember", text: wish.text } : say(phrases.cannotSave);
    case "ask":
      if (task.inTopic && can.canRecall) return { type: "recall", query: task.message };
      return say(answerFrom(task, wish, phrases));
    case "say":
      return replyToSaid(task, can, phrases);
    case "remember_what":
      return say(can.canRemember ? phrases.whatToRemember : phrases.cannotSave);
    case "forget":
      return say(task.isSpoken === true ? phrases.forgetAloud : sayForget(wish.text, phrases));
    case "leave":
      return say(task.isSpoken === true ? phrases.goodbye : phrases.leave);
    default:
      return say(phrases[wish.type]);
  }
}

/** What is worth keeping is acknowledged word for word; what turns out to ask is looked up; the rest is only acknowledged. */
function replyToSaid(task: ReplyTask, can: Abilities, phrases: Replies): OfflineReply {
  const heard = heardIn(task);
  if (heard.length > 0) {
    if (!can.canRemember) return say(phrases.cannotSave);
    const isKnown = heard.every((text) => task.memories.some((memory) => says(memory.text, text)));
    return say(`${isKnown ? phrases.known : phrases.willKeep} ${heard.join("; ")}`);
  }
  if (isChatter(foldText(task.message))) return say(phrases.allRight);
  const asks = howAsked(task);
  if (asks === "no") return say(phrases.allRight);
  if (asks === "yes" && task.inTopic && can.canRecall) {
    return { type: "recall", query: task.message };
  }
  const wish = { kind: "other", of: task.message } as const;
  return say(answerFrom(task, wish, phrases, asks === "yes"));
}

/**
 * Whether a message asks, by trained weights, for a microphone hears no question mark; one or two words are always looked
 * up. What only may be a question ("maybe") is answered only by a line that clearly is the answer.
 */
function howAsked({ message, language }: ReplyTask): "yes" | "maybe" | "no" {
  const text = message.trim().slice(0, maxCharacters);
  const grammar = grammarOf(language);
  const asks = grammar === undefined ? 0 : asksOf(text, grammar);
  if (/[!…]["')\]»”]*$/u.test(text)) return "no";
  if (grammar !== undefined && asks > askThreshold) return "yes";
  if (/\.["')\]»”]*$/u.test(text)) return "no";
  if (text.split(/\s+/u).length <= maxLookedUp || asksBehind(text)) return "yes";
  return asks > doubtThreshold ? "maybe" : "no";
}

const maxLookedUp = 2;
/** Log-odds that nearly all spoken questions exceed, and a third of the facts. */
const doubtThreshold = -3;
/** Log-odds that a line is the answer, where it is not sure that anything was asked. */
const clearScore = 0.5;

/** What of a message the rules and the gate keep, as it will be written; the messages before say whom a pronoun means. */
function heardIn({ message, said, language, today }: ReplyTask): readonly string[] {
  const before = said.slice(-maxBefore);
  const texts = [...before, message].map((words) => words.slice(0, maxCharacters));
  return extractSaid(texts, { language, today }).flatMap(({ sources, text }) =>
    sources.includes(before.length) ? plainLine(text) : [],
  );
}

const maxBefore = 3;
/** Of a message that is looked at before it is answered; digestion reads all of it. */
const maxCharacters = 4_000;

/** One says all that the other does. */
const says = (line: string, text: string): boolean => shareOf(stemsOf(text), stemsOf(line)) === 1;

/** From the memories; from the conversation itself where nothing in them fits better; else that nothing is known. */
function answerFrom(
  task: ReplyTask,
  { kind, of }: Pick<Question, "kind" | "of">,
  phrases: Replies,
  surelyAsks = true,
): string {
  const question = { text: task.message, of, kind, language: task.language };
  const options = { phrases, isSpoken: task.isSpoken === true };
  const slot = kind === "other" ? findSaidSlot(question, task.said, task.today) : undefined;
  if (slot !== undefined) return phrases.saidNow(plainLine(slot));
  const found = findMemories(question, task.memories);
  if (!surelyAsks && (found.lines[0]?.score ?? 0) < clearScore) return phrases.allRight;
  const said = findSaid(question, task.said);
  if (said === undefined || said.share < found.share || found.holds(said.text)) {
    return sayMemories(found, options) ?? sayNearest(found, options);
  }
  const first = phrases.saidNow(plainLine(said.text));
  const behind = kind === "about" ? sayMemories(onlyOfNamed(question, found), options) : undefined;
  return behind === undefined ? first : `${first}\n${behind}`;
}

const sayForget = (text: string, phrases: Replies): string =>
  text === "" ? phrases.forget : `${phrases.forgetThis} /forget ${plainLine(text)}`;

const say = (text: string): OfflineReply => ({ type: "text", text });
