import { LociError } from "../errors.ts";
import { quoteJson } from "../models/quote-for-prompt.ts";
import type { QuotedMemory } from "../models/requests.ts";
import type { ModelEvent, ToolCall } from "../models/respond.ts";
import { type Context, gatherContext, keepRecalled } from "./gather-context.ts";
import { buildRequest } from "./request.ts";
import type { SavedAtOnce } from "./save-at-once.ts";
import { summarizeMiddle } from "./summarize-middle.ts";
import type { ThreadMessage } from "./thread.ts";
import { runTool, type ToolRun } from "./tools.ts";
import { sessionOf, storeMessage, type Turn } from "./turn.ts";
import { type TurnEvent, toErrorEvent } from "./turn-event.ts";

/** Rounds of tools that one agent has in a turn; then it must answer. */
const maxRounds = 5;
const maxHandOffs = 3;
/** Most calls of one round that are run. */
const maxCalls = 8;

interface ReplyOptions {
  readonly context: Context;
  readonly saved: readonly SavedAtOnce[];
}

/** The state of a reply while agents and tools take their turns. */
interface Round {
  readonly saved: readonly SavedAtOnce[];
  /** Of the agent that is answering. */
  context: Context;
  /** Who is answering, and how many rounds of tools it had. */
  agent: string;
  rounds: number;
  handOffs: number;
  /** Since the person's message, in order. */
  toolResults: { readonly name: string; readonly content: string }[];
  contextTokens: number;
  dropped: readonly ThreadMessage[];
  /** As far as it has come. */
  text: string;
  calls: ToolCall[];
  /** How the answer ended; undefined while it has not. */
  end: "stop" | "length" | "tools" | "filtered" | LociError | undefined;
  /** Something was said before the round that is on. */
  hasSpoken: boolean;
  /** The answer that was heard is on disk. */
  isStored: boolean;
}

/**
 * The reply, streamed: the model is asked, its tools are run, and again, until it has answered; hand-offs let the next
 * agent go on. All of it is stored as it happens; what was said of an answer that breaks off, also when the reader stops.
 */
export async function* reply(
  turn: Turn,
  { context, saved }: ReplyOptions,
): AsyncGenerator<TurnEvent, void> {
  const round: Round = {
    saved,
    context: without(context, saved),
    agent: turn.request.agent,
    rounds: 0,
    handOffs: 0,
    toolResults: saved.map((memory) => ({ name: "remember", content: quoteJson(memory) })),
    contextTokens: turn.ports.contextTokens,
    dropped: [],
    text: "",
    calls: [],
    end: undefined,
    hasSpoken: false,
    isStored: true,
  };
  try {
    do {
      yield* ask(turn, round);
      if (!wantsTools(round)) return yield* finish(turn, round);
      yield* runCalls(turn, round);
    } while (!turn.signal.aborted);
  } finally {
    if (!round.isStored) storeAnswer(turn, round);
    if (round.dropped.length > 0)
      turn.ports.background(summarizeMiddle(turn, round.agent, round.dropped));
  }
}

/** A memory that was saved a moment ago answers nothing. */
const without = (context: Context, saved: readonly SavedAtOnce[]): Context => ({
  ...context,
  hits: context.hits.filter(
    (hit) => !saved.some(({ status, text }) => status === "saved" && text === hit.text),
  ),
});

const wantsTools = ({ calls, end, rounds }: Round): boolean =>
  calls.length > 0 && !(end instanceof LociError) && end !== "filtered" && rounds < maxRounds;

/** Asks; once more where the request was too long or nothing came back. */
async function* ask(turn: Turn, round: Round): AsyncGenerator<TurnEvent, void> {
  const { degradations } = turn;
  yield* listen(turn, round);
  const again = round.text === "" && round.calls.length === 0 ? whyAgain(round) : undefined;
  if (again === undefined) return;
  degradations.push(again);
  yield* listen(turn, round);
}

function whyAgain(round: Round): string | undefined {
  const { end } = round;
  if (end === "stop" || end === "tools") return "empty answer";
  if (!(end instanceof LociError) || end.data.reason !== "tooLong") return undefined;
  round.contextTokens = Math.floor(round.contextTokens / 2);
  return "request was too long for the model";
}

/** Streams an answer as deltas and gathers it. */
async function* listen(turn: Turn, round: Round): AsyncGenerator<TurnEvent, void> {
  const { ports, signal, degradations } = turn;
  const saved = round.saved.map(({ text }) => text);
  const withTools = round.rounds < maxRounds;
  const { request, fitted } = buildRequest(turn, { ...round, saved, withTools });
  degradations.push(...fitted.degradations.filter((note) => !degradations.includes(note)));
  const { agent } = sessionOf(turn);
  Object.assign(round, { agent, dropped: fitted.dropped, text: "", calls: [], end: undefined });
  round.isStored = false;
  for await (const event of ports.reply.respond(request, signal)) {
    if (event.type === "text") yield* say(turn, round, event);
    else if (event.type === "end") round.end = event.reason;
    else if (event.type === "failure") round.end = event.error;
    else if (round.calls.length < maxCalls)
      round.calls.push({ ...event.call, id: freeId(round.calls, event.call.id) });
  }
  round.end ??= "stop";
}

type Words = Extract<ModelEvent, { type: "text" }>;

function* say(turn: Turn, round: Round, { text, memories }: Words): Generator<TurnEvent, void> {
  if (text === "") return;
  turn.latency.first ??= Math.round(turn.ports.elapsed() - turn.startedAt);
  turn.begun.resolve(true);
  if (memories !== undefined) yield tellSupport(turn, round, memories);
  if (round.hasSpoken) yield { type: "delta", text: "\n\n" };
  round.hasSpoken = false;
  round.text += text;
  yield { type: "delta", text };
}

/** Some servers give each call of a round the same id. */
function freeId(calls: readonly ToolCall[], id: string): string {
  const isFree = calls.every((call) => call.id !== id);
  return isFree ? id : `call_${calls.length + 1}`;
}

const maxCards = 3;

/** Of what was recalled, what the answer is made of: no card beside it that it does not stand on. */
function tellSupport(
  turn: Turn,
  { context, agent }: Round,
  memories: readonly QuotedMemory[],
): TurnEvent {
  const isIn = (hit: QuotedMemory): boolean =>
    memories.some(({ file, line }) => file === hit.file && line === hit.line);
  const hits = context.hits.filter((hit) => hit.file !== "" && isIn(hit)).slice(0, maxCards);
  keepRecalled(turn, agent, hits);
  return { type: "recall", query: turn.request.content, hits };
}

/** Stores the calls, runs them, stores their results; of a call that is not run the thread says so. */
async function* runCalls(turn: Turn, round: Round): AsyncGenerator<TurnEvent, void> {
  const { ports, signal } = turn;
  const { agent, text, calls, saved } = round;
  storeMessage(turn, { role: "assistant", agent, content: text, toolCalls: calls });
  round.isStored = true;
  round.hasSpoken ||= text !== "";
  round.rounds++;
  let isHandedOver = false;
  for (const call of calls) {
    if (signal.aborted) return;
    const startedAt = ports.elapsed();
    const isTooMuch: boolean =
      call.name === "hand_off" && (isHandedOver || round.handOffs >= maxHandOffs);
    const { content, events, handedOver }: ToolRun = isTooMuch
      ? refusal
      : await runTool(turn, call);
    const latency = { tool: Math.round(ports.elapsed() - startedAt) };
    storeMessage(turn, { role: "tool", agent, content, callId: call.id, latency });
    round.toolResults.push({ name: call.name, content });
    yield* events;
    isHandedOver ||= handedOver;
  }
  if (!isHandedOver) return;
  round.handOffs++;
  round.rounds = 0;
  round.toolResults = [];
  // What the one before was shown is not for the next to see.
  round.context = without(yield* gatherContext(turn), saved);
}

const refusal: ToolRun = {
  content: '{"error":"The conversation was handed over enough in this turn: answer the person"}',
  events: [],
  handedOver: false,
};

/** Stores the answer and says how it ended, where it did not end well. */
async function* finish(turn: Turn, round: Round): AsyncGenerator<TurnEvent, void> {
  const { ports } = turn;
  const message = storeAnswer(turn, round);
  if (message !== undefined) yield message;
  const { text, end } = round;
  const isAborted = flawOf(round) === "interrupted";
  // Only now: a crash before reminds twice rather than never.
  if (flawOf(round) === undefined) await ports.reminders.done(round.context.reminders);
  if (isAborted) return;
  if (end instanceof LociError) yield toErrorEvent(end, ports.report);
  else yield* sayHowItEnded(text, end);
}

function flawOf({ end }: Round): string | undefined {
  if (end === undefined) return "interrupted";
  if (end === "length" || end === "filtered") return `model: ${end}`;
  if (!(end instanceof LociError)) return undefined;
  const { reason = "failed" } = end.data;
  return reason === "aborted" ? "interrupted" : `model: ${String(reason)}`;
}

/** What to report to the person where the model ended badly. */
const sentences = {
  filtered: [
    "The model was kept from answering by its provider's filter; put it in other words",
    "The rest of the answer was held back by the model provider's filter",
  ],
  length: [
    "The model ran out of room before it said a word; ask for less at once, or set a larger limit",
    "The answer was cut off at the model's limit; ask it to go on",
  ],
  answer: ["The model gave no answer; ask again, or in other words", undefined],
} as const;

function* sayHowItEnded(text: string, end: Round["end"]): Generator<TurnEvent, void> {
  const reason = end === "length" || end === "filtered" ? end : "answer";
  const message = sentences[reason][text === "" ? 0 : 1];
  if (message !== undefined)
    yield { type: "error", code: "MODEL_FAILED", message, data: { reason } };
}

/** Stores what was said, or as much of it as was heard; undefined where that is nothing. */
function storeAnswer(turn: Turn, round: Round): TurnEvent | undefined {
  const { ports, said, startedAt, latency, recalled, degradations } = turn;
  const { text, agent } = round;
  const flaw = flawOf(round);
  round.isStored = true;
  if (flaw !== undefined) degradations.push(flaw);
  const content = flaw === "interrupted" ? (said.heard?.(text) ?? text) : text;
  if (content === "") return undefined;
  const { id, language } = storeMessage(turn, {
    role: "assistant",
    agent,
    content,
    recalled: [...recalled.values()],
    latency: { ...latency, total: Math.round(ports.elapsed() - startedAt) },
    degradations: [...degradations],
  });
  return { type: "message", role: "assistant", id, content, language, agent };
}
