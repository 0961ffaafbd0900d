import { LociError } from "../errors.ts";
import { quoteJson } from "../models/quote-for-prompt.ts";
import type { QuotedMemory } from "../models/requests.ts";
import type { ModelEvent, ToolCall } from "../models/respond.ts";
import { summarizeMiddle } from "./budget.ts";
import { type Context, gatherContext, keepRecalled } from "./gather-context.ts";
import { buildRequest } from "./prompt.ts";
import type { SavedAtOnce } from "./save-at-once.ts";
import type { ThreadMessage } from "./thread.ts";
import { runTool } from "./tools.ts";
import { sessionOf, storeMessage, type Turn } from "./turn.ts";
import { type TurnEvent, toErrorEvent } from "./turn-event.ts";

/** Rounds of tools in a turn, whichever agents have them; then one must answer: so no circle of hand-offs goes on. */
const maxRounds = 5;
/** Most calls of one round that are run. */
const maxCalls = 8;

type Events = AsyncGenerator<TurnEvent, void>;

/** The state of a reply while agents and tools take their turns. */
interface Round {
  /** From the person's message already. */
  readonly saved: SavedAtOnce | undefined;
  /** Of the agent that is answering. */
  context: Context;
  agent: string;
  rounds: number;
  /** Since the person's message, in order. */
  toolResults: { readonly name: string; readonly content: string }[];
  contextTokens: number;
  /** Messages that the last request had no room for. */
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
 * The reply, streamed: the model is asked, its tools are run, and again, until it has answered; a hand-off lets the
 * next agent go on. All of it is stored as it happens; what was said of an answer that breaks off, also when the reader
 * stops.
 */
export async function* reply(turn: Turn, context: Context, saved: SavedAtOnce | undefined): Events {
  const round: Round = {
    saved,
    context: without(context, saved),
    agent: turn.request.agent,
    rounds: 0,
    toolResults: saved === undefined ? [] : [{ name: "remember", content: quoteJson(saved) }],
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
      const { calls, end, rounds } = round;
      const isBad = end instanceof LociError || end === "filtered";
      if (calls.length === 0 || isBad || rounds === maxRounds) return yield* finish(turn, round);
      yield* runCalls(turn, round);
    } while (!turn.signal.aborted);
  } finally {
    if (!round.isStored) storeAnswer(turn, round);
    if (round.dropped.length > 0)
      turn.ports.background(summarizeMiddle(turn, round.agent, round.dropped));
  }
}

/** A memory that was saved a moment ago answers nothing. */
const without = (context: Context, saved: SavedAtOnce | undefined): Context => ({
  ...context,
  hits: context.hits.filter(({ text }) => saved?.status !== "saved" || text !== saved.text),
});

/** Asks; once more where the request was too long or nothing came back. */
async function* ask(turn: Turn, round: Round): Events {
  yield* listen(turn, round);
  const { text, calls, end } = round;
  const isTooLong = end instanceof LociError && end.data.reason === "tooLong";
  const isEmpty = end === "stop" || end === "tools";
  if (text !== "" || calls.length > 0 || !(isTooLong || isEmpty)) return;
  if (isTooLong) round.contextTokens = Math.floor(round.contextTokens / 2);
  turn.degradations.push(isTooLong ? "request was too long for the model" : "empty answer");
  yield* listen(turn, round);
}

/** Streams an answer as deltas and gathers it. */
async function* listen(turn: Turn, round: Round): Events {
  const { ports, signal, degradations } = turn;
  const { agent } = sessionOf(turn);
  const { request, fitted } = buildRequest(turn, round, round.rounds < maxRounds);
  degradations.push(...fitted.degradations.filter((note) => !degradations.includes(note)));
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

/** Stores the calls, runs them up to a hand-off, stores their results; of a call that is not run the thread says so. */
async function* runCalls(turn: Turn, round: Round): Events {
  const { ports, signal } = turn;
  const { agent, text, calls } = round;
  storeMessage(turn, { role: "assistant", agent, content: text, toolCalls: calls });
  round.isStored = true;
  round.hasSpoken ||= text !== "";
  round.rounds++;
  for (const call of calls) {
    if (signal.aborted) return;
    const startedAt = ports.elapsed();
    const { content, events } = await runTool(turn, call);
    const latency = { tool: Math.round(ports.elapsed() - startedAt) };
    storeMessage(turn, { role: "tool", agent, content, callId: call.id, latency });
    round.toolResults.push({ name: call.name, content });
    yield* events;
    if (sessionOf(turn).agent !== agent) break;
  }
  if (sessionOf(turn).agent === agent) return;
  // What the one before was shown is not for the next to see.
  round.toolResults = [];
  round.context = without(yield* gatherContext(turn), round.saved);
}

/** Stores the answer and says how it ended, where it did not end well. */
async function* finish(turn: Turn, round: Round): Events {
  const { ports } = turn;
  const message = storeAnswer(turn, round);
  if (message !== undefined) yield message;
  const { text, end } = round;
  const flaw = flawOf(round);
  // Only now: a crash before reminds twice rather than never.
  if (flaw === undefined) await ports.reminders.done(round.context.reminders);
  if (flaw === "interrupted") return;
  if (end instanceof LociError) yield toErrorEvent(end, ports.report);
  else if (flaw !== undefined || text === "") yield badEnd(end);
}

function flawOf({ end }: Round): string | undefined {
  if (end === undefined) return "interrupted";
  if (end === "length" || end === "filtered") return `model: ${end}`;
  if (!(end instanceof LociError)) return undefined;
  const { reason = "failed" } = end.data;
  return reason === "aborted" ? "interrupted" : `model: ${String(reason)}`;
}

function badEnd(end: Round["end"]): TurnEvent {
  const reason = end === "length" || end === "filtered" ? end : "answer";
  return { type: "error", code: "MODEL_FAILED", message: sentences[reason], data: { reason } };
}

/** For the person, where the model ended badly. */
const sentences = {
  filtered: "The model's provider held the answer back by its filter; put it in other words",
  length: "The answer was cut off at the model's limit; ask it to go on, or set a larger limit",
  answer: "The model gave no answer; ask again, or in other words",
};

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
