import type { SpokenCommand } from "../../../language/commands/parse-command.ts";
import { parseCommand } from "../../../language/commands/parse-command.ts";
import { answerTurn, type StopReason } from "./answer-turn.ts";
import type { CascadeParts } from "./cascade-parts.ts";
import {
  type DialogState,
  handleCommand,
  isUrgent,
  type NextAttention,
  startAnswerWindow,
} from "./handle-command.ts";
import type { Marks } from "./turn-times.ts";

/** Answers spoken messages one at a time, in order. */
export interface TurnQueue {
  readonly isBusy: boolean;
  /** Answers a message now, or once the current answer is done. Waiting messages are joined into one. */
  take(message: SpokenMessage): void;
  /** Cuts off the current answer; "stopped" also drops the waiting messages. */
  stop(reason: StopReason): void;
}

interface TurnQueueParts extends CascadeParts {
  readonly dialog: DialogState;
  /** Two-letter code: the language of the message if the household speaks it, else the session's. */
  readonly languageOf: (message: SpokenMessage) => string;
  /** If the message breaks off in mid-sentence, waits a moment for the rest to be spoken. */
  readonly awaitContinuation: (message: SpokenMessage) => Promise<void>;
}

interface QueueState {
  readonly parts: TurnQueueParts;
  /** In order. A new message may be joined to the last one. */
  readonly waiting: Waiting[];
  current: AbortController | undefined;
  isBusy: boolean;
}

interface Waiting {
  readonly message: SpokenMessage;
  readonly command: SpokenCommand | undefined;
}

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

/** Beyond this, a message is joined to the last waiting one. */
const maxWaiting = 3;

/** "Forget that" drops the last message that is still waiting. False if there is none, or for another command. */
function takesBackUnanswered(
  { parts, waiting }: QueueState,
  message: SpokenMessage,
  command: SpokenCommand | undefined,
): boolean {
  if (waiting.length === 0) return false;
  if (command?.type !== "forget_that" && command?.type !== "misheard") return false;
  const text = waiting.pop()?.message.text ?? "";
  parts.emit({ type: "command", command: command.type });
  const rest = command.type === "misheard" ? command.rest : "";
  if (rest !== "") waiting.push({ message: { ...message, text: rest }, command: undefined });
  else if (command.type === "misheard") void parts.sayPhrase("misheard");
  else void parts.sayPhrase("forgotten", { text });
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

/** Puts an urgent command first, unless the same one is already there. */
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

function attend({ parts }: QueueState, after: NextAttention): void {
  const { attention, sample, dialog } = parts;
  if (after === "sleeps") attention.sleep();
  else if (after === "replied") attention.openFollowUp(sample());
  else attention.expectAnswer(sample());
  startAnswerWindow(dialog, sample());
}

async function runNext(
  state: QueueState,
  { message, command }: Waiting,
  stop: AbortSignal,
): Promise<NextAttention> {
  const { parts } = state;
  const { dialog, languageOf } = parts;
  const said = { text: message.text, command, at: message.startSample };
  const handled = await handleCommand(parts, dialog, said, { stop, language: languageOf(message) });
  // Messages from before the question cannot answer it.
  if (dialog.question !== undefined) state.waiting.length = 0;
  if (handled.type === "done") return handled.after;
  const text = await answerTurn(parts, { ...message, text: handled.text }, stop);
  if (text !== "") dialog.lastReply = text;
  return "replied";
}

/** The transcript of an utterance addressed to the agent. */
export interface SpokenMessage {
  readonly text: string;
  /** As the transcriber names it; null if it doesn't say. */
  readonly language: string | null;
  readonly confidence: number | null;
  readonly speechMs: number;
  readonly startSample: number;
  /** Spoken while the button was active, so it is complete once the button is released. */
  readonly isPushToTalk: boolean;
  readonly marks: Marks;
}

const maxCharacters = 4_000;

/** Joins two messages into one, with the lower confidence of the two. */
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
