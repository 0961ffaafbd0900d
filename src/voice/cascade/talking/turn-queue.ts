import type { SpokenCommand } from "../../../language/commands/parse-command.ts";
import { parseCommand } from "../../../language/commands/parse-command.ts";
import { answer, type StopReason } from "./answer.ts";
import type { CascadeParts } from "./cascade-parts.ts";
import { asked } from "./dialog.ts";
import { type After, type DialogState, handleCommand, isUrgent } from "./handle-command.ts";
import type { Marks } from "./turn-times.ts";

/** The messages that were spoken, answered one at a time, in order. */
export interface TurnQueue {
  readonly isBusy: boolean;
  /** Answers a message now, or next. Messages that come during an answer wait and are joined to one. */
  take(message: SpokenMessage): void;
  /** Cuts the answer short; "stopped" also drops what waits. */
  stop(reason: StopReason): void;
}

interface TurnQueueParts extends CascadeParts {
  readonly dialog: DialogState;
  /** Two letters: the language of the message where the household speaks it, else the current one. */
  readonly languageOf: (message: SpokenMessage) => string;
  /** Resolves once an unfinished sentence went on, or had time to. */
  readonly awaitContinuation: (message: SpokenMessage) => Promise<void>;
}

interface QueueState {
  readonly parts: TurnQueueParts;
  /** Only the last can be added to. */
  readonly waiting: Waiting[];
  current: AbortController | undefined;
  isBusy: boolean;
}

interface Waiting {
  readonly message: SpokenMessage;
  readonly command: SpokenCommand | undefined;
}

/** Makes an empty queue. */
export function createTurnQueue(parts: TurnQueueParts): TurnQueue {
  const state: QueueState = {
    parts,
    waiting: [],
    current: undefined,
    isBusy: false,
  };
  return {
    get isBusy() {
      return state.isBusy;
    },
    take(message) {
      const command = parseCommand(message.text, parts.languageOf(message));
      if (takesBackUnanswered(state, message, command)) return;
      const isNext = state.isBusy && isUrgent(command);
      if (isNext) state.current?.abort("interrupted");
      if (isNext) putFirst(state, { message, command });
      else add(state, { message, command });
      if (!state.isBusy) void drainQueue(state);
    },
    stop(reason) {
      if (reason === "stopped") state.waiting.length = 0;
      state.current?.abort(reason);
    },
  };
}

/** Further messages join the last one. */
const maxWaiting = 3;

/** "Forget that" about a message that was not answered yet only drops it. */
function takesBackUnanswered(
  { parts, waiting }: QueueState,
  message: SpokenMessage,
  command: SpokenCommand | undefined,
): boolean {
  if (waiting.length === 0) return false;
  if (command?.type !== "forget_that" && command?.type !== "misheard") return false;
  waiting.pop();
  parts.emit({ type: "command", command: command.type });
  const rest = command.type === "misheard" ? command.rest : "";
  if (rest !== "") waiting.push({ message: { ...message, text: rest }, command: undefined });
  else void parts.phrase(command.type === "misheard" ? "misheard" : "taken_back");
  return true;
}

function add({ waiting }: QueueState, next: Waiting): void {
  const last = waiting.at(-1);
  const isApart = last?.command !== undefined || next.command !== undefined;
  if (last === undefined || (isApart && waiting.length < maxWaiting)) waiting.push(next);
  else
    waiting.splice(-1, 1, {
      message: joinMessages(last.message, next.message),
      command: undefined,
    });
}

/** Other messages are answered after it. */
function putFirst({ waiting }: QueueState, next: Waiting): void {
  if (waiting[0]?.command?.type !== next.command?.type) waiting.unshift(next);
}

/** Never rejects. */
async function drainQueue(state: QueueState): Promise<void> {
  const { parts, waiting } = state;
  state.isBusy = true;
  parts.refresh();
  while (!parts.signal.aborted) {
    const [first] = waiting;
    if (first === undefined) break;
    if (first.command === undefined) await parts.awaitContinuation(first.message);
    const next = waiting.shift();
    if (next === undefined || parts.signal.aborted) break;
    const current = new AbortController();
    state.current = current;
    const after = await runNext(state, next, current.signal);
    state.current = undefined;
    attend(state, after);
  }
  state.isBusy = false;
  parts.refresh();
}

/** Sets who is listened to next. */
function attend({ parts }: QueueState, after: After): void {
  const { attending, sample, ports, dialog } = parts;
  if (after === "sleeps") attending.slept();
  else if (after === "replied") attending.replied();
  else attending.expects();
  dialog.question = asked(dialog.question, sample(), ports.options.followUpMs);
}

async function runNext(
  state: QueueState,
  { message, command }: Waiting,
  stop: AbortSignal,
): Promise<After> {
  const { parts } = state;
  const { dialog, languageOf } = parts;
  const said = { text: message.text, command, at: message.startSample };
  const handled = await handleCommand(parts, dialog, said, { stop, language: languageOf(message) });
  // A message from before the question is no answer to it.
  if (dialog.question !== undefined) state.waiting.length = 0;
  if (handled.type === "done") return handled.after;
  const text = await answer(parts, { ...message, text: handled.text }, stop);
  if (text !== "") dialog.lastReply = text;
  return "replied";
}

/** An utterance that was meant for the agent, as text. */
export interface SpokenMessage {
  readonly text: string;
  /** The transcriber's word for the language. */
  readonly language: string | null;
  readonly confidence: number | null;
  readonly speechMs: number;
  readonly startSample: number;
  /** By a button: letting go of it ends the message. */
  readonly isAsked: boolean;
  readonly marks: Marks;
}

/** Longest message that can be spoken. */
const maxCharacters = 4_000;

/** Two messages as one. */
export function joinMessages(
  before: SpokenMessage | undefined,
  message: SpokenMessage,
): SpokenMessage {
  if (before === undefined) return message;
  return {
    ...message,
    text: `${before.text}\n${message.text}`.slice(0, maxCharacters),
    confidence: lower(before.confidence, message.confidence),
    speechMs: before.speechMs + message.speechMs,
    startSample: before.startSample,
  };
}

const lower = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b);
