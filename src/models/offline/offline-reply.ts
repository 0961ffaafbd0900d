import type { QuotedMemory, ReplyTask } from "../task.ts";
import { findMemories, onlyOfNamed } from "./offline-reply/find-memories.ts";
import { findSaid } from "./offline-reply/find-said.ts";
import { type Phrases, phrasesIn } from "./offline-reply/phrases.ts";
import { plainLine } from "./offline-reply/plain-line.ts";
import { sayMemories } from "./offline-reply/say-memories.ts";
import { readWish } from "./offline-reply/wish.ts";

/** A reply: words, or a tool to call. */
export type OfflineReply =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "remember"; readonly text: string }
  | { readonly type: "recall"; readonly query: string };

/**
 * Answers a message by rules: from the memories, word for word and with their sources, else with one of a few sentences
 * in the person's language. It never makes anything up, and never says that something is saved that is not.
 */
export function replyOffline(
  task: ReplyTask,
  options: { readonly canRemember: boolean; readonly canRecall: boolean },
): OfflineReply {
  const phrases = phrasesIn(task.language);
  const recalled = task.toolResults.find(({ name }) => name === "recall");
  if (recalled !== undefined) {
    return replyOffline(
      { ...task, toolResults: [], inTopic: false, memories: memoriesIn(recalled.content) },
      options,
    );
  }
  const isSpoken = task.isSpoken === true;
  if (task.toolResults.length > 0) {
    const results = task.toolResults.map(({ content }) => sayResult(content, phrases, isSpoken));
    return say(results.join("\n"));
  }
  if (task.asksLanguage) return say(phrases.speaking);
  const wish = readWish(task.message, task.language);
  const asks = wish.type === "ask" || wish.type === "words";
  if (asks && task.inTopic && options.canRecall) return { type: "recall", query: task.message };
  switch (wish.type) {
    case "remember":
      return options.canRemember ? { type: "remember", text: wish.text } : say(phrases.cannotSave);
    case "ask":
      return say(answerFrom(task, wish, phrases));
    case "words":
      return say(answerFrom(task, { kind: "other", of: task.message }, phrases));
    case "remember_what":
      return say(options.canRemember ? phrases.whatToRemember : phrases.cannotSave);
    case "tell":
      return say(options.canRemember ? phrases.understood : phrases.cannotSave);
    case "forget":
      return say(isSpoken ? phrases.forgetAloud : sayForget(wish.text, phrases));
    default:
      return say(phrases[wish.type]);
  }
}

/** From the memories; from the conversation itself where nothing in them fits better. */
function answerFrom(
  task: ReplyTask,
  { kind, of }: { readonly kind: "about" | "other"; readonly of: string },
  phrases: Phrases,
): string {
  const question = { text: task.message, of, kind, language: task.language };
  const options = { phrases, isSpoken: task.isSpoken === true };
  const found = findMemories(question, task.memories);
  const said = findSaid(question, task.said);
  if (said === undefined || said.share < found.share || found.holds(said.text)) {
    return sayMemories(found, options) ?? phrases.nothing;
  }
  const { lines } = onlyOfNamed(question, found);
  const shown = kind === "about" ? lines : lines.slice(0, mostBehind);
  const behind = sayMemories({ ...found, kind: "about", lines: shown }, options);
  const first = phrases.saidNow(plainLine(said.text));
  return behind === undefined ? first : `${first}\n${behind}`;
}

/** Lines behind what the person said. */
const mostBehind = 2;

const sayForget = (text: string, phrases: Phrases): string =>
  text === "" ? phrases.forget : `${phrases.forgetThis} /forget ${plainLine(text)}`;

const say = (text: string): OfflineReply => ({ type: "text", text });

/** What a tool gave, in a sentence: only what it says is saved is called saved. */
function sayResult(content: string, phrases: Phrases, isSpoken: boolean): string {
  if (fieldsOf(readJson(content)).reason === "unclear") return phrases.unclear;
  const saved = savedIn(content);
  if (saved.length === 0) return `${phrases.notSaved} ${plainLine(reasonIn(content))}`.trim();
  return saved
    .map(({ status, place, text }) => {
      const before = isSpoken ? phrases.notedWords : phrases.noted;
      return `${status === "known" ? phrases.known : before} ${isSpoken ? text : place}`.trim();
    })
    .join("\n");
}

interface Saved {
  readonly status: "saved" | "known";
  readonly place: string;
  readonly text: string;
}

/** One object or several, as `remember` returns them. */
function savedIn(content: string): Saved[] {
  const found = readJson(content);
  return (Array.isArray(found) ? found : [found]).flatMap((one: unknown): Saved[] => {
    const { status, file, line, text } = fieldsOf(one);
    if (status !== "saved" && status !== "known") return [];
    const place = typeof line === "number" ? `${String(file)}:${line}` : String(file);
    const words = typeof text === "string" ? plainLine(text) : "";
    return [{ status, place: plainLine(place), text: words }];
  });
}

/** The memories in what the tool `recall` gave; whatever else there is in it is passed over. */
function memoriesIn(content: string): QuotedMemory[] {
  const { memories } = fieldsOf(readJson(content));
  const listed: readonly unknown[] = Array.isArray(memories) ? memories : [];
  return listed.flatMap((one) => {
    const { text, date = "", topic = "", file = "", line = 0, bank = "" } = fieldsOf(one);
    if (typeof text !== "string") return [];
    return [
      {
        text,
        date: String(date),
        topic: String(topic),
        file: String(file),
        line: Number(line),
        bank: String(bank),
      },
    ];
  });
}

function reasonIn(content: string): string {
  const { error, message, reason } = fieldsOf(readJson(content));
  const said = [message, reason, error, fieldsOf(error).message];
  return said.find((words): words is string => typeof words === "string") ?? content;
}

function readJson(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined; // A tool may answer in plain words.
  }
}

const fieldsOf = (value: unknown): Partial<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? { ...value } : {};
