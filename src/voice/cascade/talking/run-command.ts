import type { ErrorEvent } from "../../../agent/error-event.ts";
import type { TurnEvent } from "../../../agent/turn-event.ts";
import { LociError } from "../../../errors.ts";
import type { PlainCommand, SpokenCommand } from "../../../language/commands/parse-command.ts";
import type { PhraseName, PhraseValues } from "../../../language/types/phrases.ts";
import type { FoundWords } from "../../voice-ports.ts";
import { abortAfter, type Settled, settleWithin } from "../../waiting/settle-within.ts";
import { errorPhrase, sayOwn } from "../mouth/say-phrase.ts";
import type { CascadeParts } from "./cascade-parts.ts";
import { questionsOn } from "./dialog.ts";
import { failureEvent } from "./read-turn.ts";

/** What comes after a command was outcome. */
export type CommandOutcome =
  | { readonly type: "done" }
  /** It was asked which memory to forget. */
  | { readonly type: "asked"; readonly about: FoundWords; readonly others: readonly FoundWords[] }
  /** This is what was really said. */
  | { readonly type: "answer"; readonly text: string }
  /** It is to be said again. */
  | { readonly type: "listen" }
  /** The conversation is over: it is to be named again. */
  | { readonly type: "ended" };

export interface CommandContext {
  readonly stop: AbortSignal;
  readonly language: string;
  /** The last reply; '' where there is none. */
  readonly lastReply: string;
}

/** Longest wait for what the vault does, and for a digestion, which then waits on disk (ms). */
const longestWork = 30_000;
const longestDigestion = 180_000;
const wordAfter = 8_000;
/** The same once it was called off. */
const longestEnd = 4_000;

/** Runs a spoken command and says the result. Never rejects. */
export async function runCommand(
  parts: CascadeParts,
  command: SpokenCommand,
  context: CommandContext,
): Promise<CommandOutcome> {
  const { type } = command;
  parts.emit({ type: "command", command: type });
  const work = { parts, context };
  if (type === "forget_that") return takeBack(work, command);
  if (type === "misheard") return hearAgain(work, command);
  if (type === "forget") return lookFor(work, command);
  if (type === "end") return endConversation(work, command);
  if (type === "repeat") return repeat(work);
  if (type === "help") {
    await say(work, "help");
    return done;
  }
  parts.mouth.sound("done");
  return { type: "ended" };
}

/** Forgets a memory that the person was asked about. Never rejects. */
export async function forgetMemory(
  parts: CascadeParts,
  { id, text }: FoundWords,
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

function say({ parts, context }: Work, name: PhraseName, values: PhraseValues = {}): Promise<void> {
  const { stop, language } = context;
  return parts.phrase(name, values, { signal: stop, language });
}

/**
 * Asks the conversation for something, one caller at a time. After an abort it still waits a little: nothing else may
 * begin while the vault is being changed.
 */
async function settle<T>(
  { parts, context }: Work,
  ask: (signal: AbortSignal) => Promise<T>,
  ms = longestWork,
): Promise<Settled<T>> {
  const { stop } = context;
  const release = await parts.talking.take();
  if (stop.aborted) {
    release();
    return { type: "aborted" };
  }
  const grace = abortAfter(stop, longestEnd);
  const settled = await settleWithin(
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

/** Carries a command out; undefined where it failed (which is then said) or was cut short. */
async function carryOut(work: Work, command: PlainCommand): Promise<Events | undefined> {
  const { conversation } = work.parts.ports;
  const settled = await settle(work, (signal) => collect(conversation.execute(command, signal)));
  const failure = failureIn(settled);
  if (failure !== undefined) await sayFailure(work, failure);
  return failure === undefined && settled.type === "done" ? settled.value : undefined;
}

/** What went wrong; undefined where nothing did, or where it was cut short. */
function failureIn(settled: Settled<Events>): ErrorEvent | undefined {
  if (settled.type === "aborted") return undefined;
  if (settled.type === "done") return eventOf(settled.value, "error");
  return failureEvent(settled.type === "failed" ? settled.error : tooLate);
}

function eventOf<T extends TurnEvent["type"]>(events: Events, type: T): Of<T> | undefined {
  return events.find((event): event is Of<T> => event.type === type);
}

/** Says that it did not work out. */
async function sayFailure(work: Work, error: ErrorEvent): Promise<void> {
  work.parts.emit(error);
  await say(work, errorPhrase(error, false) ?? "failed");
}

const tooLate = new LociError("BUSY", "Cannot do what was said: it takes too long; try again");

async function takeBack(work: Work, command: PlainCommand): Promise<CommandOutcome> {
  const events = await carryOut(work, command);
  const taken = events && eventOf(events, "taken_back");
  if (taken === undefined) return done;
  const { said, forgotten } = taken;
  if (said === null) await say(work, "nothing_to_take_back");
  else {
    await say(work, "forgotten", { text: forgotten.length > 0 ? forgotten.join("; ") : said });
    await sayKept(work, taken);
  }
  return done;
}

/** Memories that stay though what they came of was taken back. */
async function sayKept(work: Work, { kept }: Of<"taken_back">): Promise<void> {
  if (kept.length > 0) await say(work, "changed_and_stays", { text: kept.join("; ") });
}

async function hearAgain(
  work: Work,
  command: Extract<SpokenCommand, { type: "misheard" }>,
): Promise<CommandOutcome> {
  const events = await carryOut(work, command);
  const taken = events && eventOf(events, "taken_back");
  if (taken === undefined) return done;
  await sayKept(work, taken);
  if (taken.sayAgain) {
    const text = taken.forgotten.join("; ");
    await say(work, text === "" ? "say_whole" : "taken_back_say_whole", { text });
    return { type: "listen" };
  }
  if (command.rest !== "") return { type: "answer", text: command.rest };
  await say(work, taken.said === null ? "nothing_to_take_back" : "misheard");
  return { type: "listen" };
}

async function lookFor(work: Work, command: PlainCommand): Promise<CommandOutcome> {
  const events = await carryOut(work, command);
  const found = events && eventOf(events, "found");
  if (found === undefined) return done;
  const [about, ...others] = questionsOn(found.entries);
  if (about === undefined) {
    await say(work, "nothing_found");
    return done;
  }
  await say(work, "shall_i_forget", { text: about.text });
  return { type: "asked", about, others };
}

async function endConversation(work: Work, command: PlainCommand): Promise<CommandOutcome> {
  const { parts } = work;
  const timer = setTimeout(() => void say(work, "one_moment"), wordAfter);
  const end = (signal: AbortSignal) => collect(parts.ports.conversation.execute(command, signal));
  const settled = await settle(work, end, longestDigestion);
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

/** How much was kept of a conversation. */
function keptPhrase(digest: Of<"digest">): [PhraseName, PhraseValues] {
  if (digest.session === null) return ["nothing_said", {}];
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
  else await sayOwn(lastReply, parts, { language: parts.language.current, signal: stop });
  return done;
}
