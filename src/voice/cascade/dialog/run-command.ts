import type { ErrorEvent } from "../../../agent/error-event.ts";
import type { TurnEvent } from "../../../agent/turn-event.ts";
import { LociError } from "../../../errors.ts";
import type { PlainCommand, SpokenCommand } from "../../../language/commands/parse-command.ts";
import type { PhraseName, PhraseValues } from "../../../language/types/phrases.ts";
import { abortLater, runWithTimeout, type TimedResult } from "../../async/timeout.ts";
import type { FoundMemory } from "../../voice-ports.ts";
import { errorPhrase, sayText } from "../output/phrases.ts";
import type { CascadeParts } from "./cascade-parts.ts";
import { failureEvent } from "./read-turn.ts";

/** What has to happen after a command. */
export type CommandOutcome =
  | { readonly type: "done" }
  /** The agent has asked whether to forget `about`. */
  | { readonly type: "asked"; readonly about: FoundMemory }
  /** Answer this text, which corrects a misheard message. */
  | { readonly type: "answer"; readonly text: string }
  /** The user was asked to repeat the message. */
  | { readonly type: "listen" }
  /** The conversation is over; the next one needs the agent's name. */
  | { readonly type: "ended" };

export interface CommandContext {
  readonly stop: AbortSignal;
  readonly language: string;
  /** '' before the first reply. */
  readonly lastReply: string;
}

/** Longest wait for a change of the vault, and for a digestion, which otherwise stays queued on disk (ms). */
const maxWorkMs = 30_000;
const maxDigestionMs = 180_000;
/** When "one moment" is said during a digestion (ms). */
const wordAfter = 8_000;
/** Longest wait after an abort (ms). */
const maxEndMs = 4_000;

/** Runs a command and speaks the result. Never rejects. */
export async function runCommand(
  parts: CascadeParts,
  command: SpokenCommand,
  context: CommandContext,
): Promise<CommandOutcome> {
  const { type } = command;
  parts.emit({ type: "command", command: type });
  const work = { parts, context };
  if (type === "forget_that") return forgetLast(work, command);
  if (type === "misheard") return correctMisheard(work, command);
  if (type === "forget") return findToForget(work, command);
  if (type === "end") return endConversation(work, command);
  if (type === "repeat") return repeat(work);
  if (type === "help") {
    await say(work, "help");
    return done;
  }
  parts.output.playEarcon("done");
  return { type: "ended" };
}

/** Forgets a memory the user has confirmed, and speaks the result. Never rejects. */
export async function forgetMemory(
  parts: CascadeParts,
  { id, text }: FoundMemory,
  context: CommandContext,
): Promise<void> {
  const work = { parts, context };
  const settled = await settle(work, () => collect(parts.ports.conversation.choose(id)));
  const failure = failureIn(settled);
  if (failure?.code === "NOT_FOUND") await say(work, "changed_and_stays", { text });
  else if (failure !== undefined) await sayFailure(work, failure);
  else if (settled.type === "done") await say(work, "forgotten", { text });
}

interface Work {
  readonly parts: CascadeParts;
  readonly context: CommandContext;
}

const done = { type: "done" } as const;

async function say(
  { parts, context }: Work,
  name: PhraseName,
  values: PhraseValues = {},
): Promise<void> {
  const { stop, language } = context;
  await parts.sayPhrase(name, values, { signal: stop, language });
}

/**
 * Calls the conversation while holding its lock. After an abort it keeps the lock up to `maxEndMs` longer, because
 * nothing else may start while the vault is being changed.
 */
async function settle<T>(
  { parts, context }: Work,
  ask: (signal: AbortSignal) => Promise<T>,
  ms = maxWorkMs,
): Promise<TimedResult<T>> {
  const { stop } = context;
  const release = await parts.conversationLock.take();
  if (stop.aborted) {
    release();
    return { type: "aborted" };
  }
  const grace = abortLater(stop, maxEndMs);
  const settled = await runWithTimeout(
    ms,
    (late) => ask(AbortSignal.any([stop, late])),
    grace.signal,
  );
  grace.end();
  release();
  return settled;
}

type Events = readonly TurnEvent[];
type Of<T extends TurnEvent["type"]> = Extract<TurnEvent, { type: T }>;

async function collect(events: AsyncIterable<TurnEvent>): Promise<Events> {
  const all: TurnEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

/** Executes a command and returns its events; undefined if it was aborted, or failed, which is then spoken. */
async function carryOut(work: Work, command: PlainCommand): Promise<Events | undefined> {
  const { conversation } = work.parts.ports;
  const settled = await settle(work, (signal) => collect(conversation.execute(command, signal)));
  const failure = failureIn(settled);
  if (failure !== undefined) await sayFailure(work, failure);
  return failure === undefined && settled.type === "done" ? settled.value : undefined;
}

/** Returns the error event; undefined on success or abort. */
function failureIn(settled: TimedResult<Events>): ErrorEvent | undefined {
  if (settled.type === "aborted") return undefined;
  if (settled.type === "done") return eventOf(settled.value, "error");
  return failureEvent(settled.type === "failed" ? settled.error : tooLate);
}

function eventOf<T extends TurnEvent["type"]>(events: Events, type: T): Of<T> | undefined {
  return events.find((event): event is Of<T> => event.type === type);
}

async function sayFailure(work: Work, error: ErrorEvent): Promise<void> {
  work.parts.emit(error);
  await say(work, errorPhrase(error, false) ?? "failed");
}

const tooLate = new LociError("BUSY", "Cannot do what was said: it takes too long; try again");

async function forgetLast(work: Work, command: PlainCommand): Promise<CommandOutcome> {
  const events = await carryOut(work, command);
  const takenBack = events && eventOf(events, "taken_back");
  if (takenBack === undefined) return done;
  const { said, forgotten } = takenBack;
  if (said === null) await say(work, "nothing_to_take_back");
  else {
    await say(work, "forgotten", { text: forgotten.length > 0 ? forgotten.join("; ") : said });
    await sayKept(work, takenBack);
  }
  return done;
}

/** Says which memories stay, although the message they came from was taken back. */
async function sayKept(work: Work, { kept }: Of<"taken_back">): Promise<void> {
  if (kept.length > 0) await say(work, "changed_and_stays", { text: kept.join("; ") });
}

async function correctMisheard(
  work: Work,
  command: Extract<SpokenCommand, { type: "misheard" }>,
): Promise<CommandOutcome> {
  const events = await carryOut(work, command);
  const takenBack = events && eventOf(events, "taken_back");
  if (takenBack === undefined) return done;
  await sayKept(work, takenBack);
  if (takenBack.sayAgain) {
    const text = takenBack.forgotten.join("; ");
    if (text !== "") await say(work, "forgotten", { text });
    await say(work, "say_whole");
    return { type: "listen" };
  }
  if (command.rest !== "") return { type: "answer", text: command.rest };
  await say(work, takenBack.said === null ? "nothing_to_take_back" : "misheard");
  return { type: "listen" };
}

async function findToForget(work: Work, command: PlainCommand): Promise<CommandOutcome> {
  const events = await carryOut(work, command);
  const found = events && eventOf(events, "found");
  if (found === undefined) return done;
  const about = found.entries.find(({ isExact }) => isExact) ?? found.entries[0];
  if (about === undefined) {
    await say(work, "nothing_found");
    return done;
  }
  await say(work, "shall_i_forget", { text: about.text });
  return { type: "asked", about };
}

async function endConversation(work: Work, command: PlainCommand): Promise<CommandOutcome> {
  const { parts } = work;
  const timer = setTimeout(() => void say(work, "one_moment"), wordAfter);
  const end = (signal: AbortSignal) => collect(parts.ports.conversation.execute(command, signal));
  const settled = await settle(work, end, maxDigestionMs);
  clearTimeout(timer);
  const digest = settled.type === "done" ? eventOf(settled.value, "digest") : undefined;
  const failure = settled.type === "late" ? undefined : failureIn(settled);
  if (failure !== undefined) await sayFailure(work, failure);
  else if (settled.type === "late") await say(work, "kept_for_later");
  else if (digest !== undefined) {
    if (digest.session !== null) parts.emit(digest);
    const [name, values] = keptPhrase(digest);
    await say(work, name, values);
  }
  return { type: "ended" };
}

/** Picks the phrase that says how much of the conversation became memory. */
function keptPhrase(digest: Of<"digest">): [PhraseName, PhraseValues] {
  if (digest.session === null) return ["nothing_new", {}];
  if (digest.status === "waiting") return ["kept_for_later", {}];
  if (digest.status === "off") return ["memory_off", {}];
  const { learned, replaced, saved = [] } = digest;
  const count = learned.length + replaced.length + saved.length;
  return count === 0 ? ["nothing_new", {}] : ["kept", { count }];
}

async function repeat(work: Work): Promise<CommandOutcome> {
  const { parts, context } = work;
  const { lastReply, stop } = context;
  if (lastReply === "") await say(work, "nothing_to_repeat");
  else await sayText(lastReply, parts, { language: parts.language.current, signal: stop });
  return done;
}
