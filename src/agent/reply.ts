import { LociError } from "../errors.ts";
import { quoteJson } from "../models/quote-for-prompt.ts";
import type { QuotedMemory } from "../models/requests.ts";
import type { ModelEvent, ToolCall } from "../models/respond.ts";
import { summarizeMiddle } from "./budget.ts";
import { type Context, gatherContext, keepRecalled } from "./gather-context.ts";
import { buildRequest, type Wanted } from "./prompt.ts";
import type { SavedAtOnce } from "./save-at-once.ts";
import type { ThreadMessage } from "./thread.ts";
import { runTool } from "./tools.ts";
import { sessionOf, storeMessage, type Turn } from "./turn.ts";
import { type TurnEvent, toErrorEvent } from "./turn-event.ts";

/** Rounds of tools in a turn, whichever agents have them; then one must answer: so no circle of hand-offs goes on. */
const maxRounds = 5;
/** Most calls of one round that are run. */
const maxCalls = 8;

type Events<T = void> = AsyncGenerator<TurnEvent, T>;

/** What a model has answered so far. */
interface Answer {
  readonly agent: string;
  /** Messages that the request had no room for. */
  readonly dropped: readonly ThreadMessage[];
  text: string;
  readonly calls: ToolCall[];
  /** How it ended; undefined where it was broken off. */
  end?: "well" | LociError;
}

/**
 * The reply, streamed: the model is asked, its tools are run, and again, until it has answered; a hand-off lets the
 * next agent go on. All of it is stored as it happens; what was said of an answer that breaks off, also when the reader
 * stops.
 */
export async function* reply(turn: Turn, context: Context, saved: SavedAtOnce | undefined): Events {
  const { contextTokens } = turn.ports;
  const toolResults = saved ? [{ name: "remember", content: quoteJson(saved) }] : [];
  let wanted: Wanted = { saved, context, toolResults, contextTokens, hasTools: true };
  for (let round = 0; !turn.signal.aborted; round++) {
    const answer = yield* ask(turn, wanted);
    const { calls, end } = answer;
    if (calls.length === 0 || end !== "well" || round === maxRounds)
      return yield* finish(turn, wanted, answer);
    wanted = { ...(yield* runCalls(turn, wanted, answer)), hasTools: round + 1 < maxRounds };
  }
}

/** Asks; asks again where nothing came back, or with half the room where the request was too long for the model. */
async function* ask(turn: Turn, wanted: Wanted): Events<Answer> {
  const answer = yield* listen(turn, wanted);
  const { text, calls, end } = answer;
  const isTooLong = end instanceof LociError && end.data.reason === "tooLong";
  if (text !== "" || calls.length > 0 || !(isTooLong || end === "well")) return answer;
  turn.degradations.add(isTooLong ? "request was too long for the model" : "empty answer");
  const contextTokens = Math.floor(wanted.contextTokens / (isTooLong ? 2 : 1));
  return yield* listen(turn, { ...wanted, contextTokens });
}

/** Streams an answer as deltas and gathers it. */
async function* listen(turn: Turn, wanted: Wanted): Events<Answer> {
  const { ports, signal, degradations } = turn;
  const { request, fitted } = buildRequest(turn, wanted);
  if (!fitted.isWhole) degradations.add("context shortened");
  const { agent } = sessionOf(turn);
  const answer: Answer = { agent, dropped: fitted.dropped, text: "", calls: [] };
  try {
    for await (const event of ports.reply.respond(request, signal)) {
      if (event.type === "text") yield* say(turn, wanted, answer, event);
      else if (event.type === "end") answer.end = endOf(event.reason);
      else if (event.type === "failure") answer.end = event.error;
      else if (answer.calls.length < maxCalls) answer.calls.push(withOwnId(event.call, answer));
    }
    answer.end ??= "well";
  } finally {
    // Its reader went away.
    if (answer.end === undefined) storeAnswer(turn, answer);
  }
  return answer;
}

/** For the person, where the model ended badly. */
const sentences = {
  filtered: "The model's provider held the answer back by its filter; put it in other words",
  length: "The answer was cut off at the model's limit; ask it to go on, or set a larger limit",
  answer: "The model gave no answer; ask again, or in other words",
};

const badEnd = (reason: keyof typeof sentences): LociError =>
  new LociError("MODEL_FAILED", sentences[reason], { data: { reason } });

const endOf = (reason: Extract<ModelEvent, { type: "end" }>["reason"]): "well" | LociError =>
  reason === "length" || reason === "filtered" ? badEnd(reason) : "well";

function* say(
  turn: Turn,
  { context }: Wanted,
  answer: Answer,
  { text, memories }: Extract<ModelEvent, { type: "text" }>,
): Generator<TurnEvent, void> {
  if (text === "") return;
  turn.latency.first ??= Math.round(turn.ports.elapsed() - turn.startedAt);
  if (memories !== undefined) yield tellSupport(turn, context, memories);
  answer.text += text;
  yield { type: "delta", text };
}

/** Of what was recalled, what the answer is made of: no card beside it that it does not stand on. */
function tellSupport(turn: Turn, context: Context, memories: readonly QuotedMemory[]): TurnEvent {
  const isIn = (hit: QuotedMemory): boolean =>
    memories.some(({ file, line }) => file === hit.file && line === hit.line);
  const hits = context.hits.filter((hit) => hit.file !== "" && isIn(hit)).slice(0, 3);
  keepRecalled(turn, hits, hits.length);
  return { type: "recall", query: turn.request.content, hits };
}

/** Some servers give each call of a round the same id. */
function withOwnId(call: ToolCall, { calls }: Answer): ToolCall {
  const isTaken = calls.some(({ id }) => id === call.id);
  return isTaken ? { ...call, id: `call_${calls.length + 1}` } : call;
}

/**
 * Stores the calls, runs them up to a hand-off, stores their results; of a call that is not run the thread says so.
 * Returns what is wanted of the model next.
 */
async function* runCalls(turn: Turn, wanted: Wanted, answer: Answer): Events<Wanted> {
  const { ports, signal } = turn;
  const { agent, text, calls } = answer;
  storeMessage(turn, { role: "assistant", agent, content: text, toolCalls: calls });
  if (text !== "") yield { type: "delta", text: "\n\n" };
  const toolResults = [...wanted.toolResults];
  for (const call of calls) {
    if (signal.aborted) break;
    const startedAt = ports.elapsed();
    const { content, events } = await runTool(turn, call);
    const latency = { tool: Math.round(ports.elapsed() - startedAt) };
    storeMessage(turn, { role: "tool", agent, content, callId: call.id, latency });
    toolResults.push({ name: call.name, content });
    yield* events;
    // What the one before was shown is not for the next to see.
    if (sessionOf(turn).agent !== agent)
      return { ...wanted, toolResults: [], context: yield* gatherContext(turn) };
  }
  return { ...wanted, toolResults };
}

/** Stores the answer and says how it ended, where it did not end well. */
async function* finish(turn: Turn, { context }: Wanted, answer: Answer): Events {
  const { ports } = turn;
  if (answer.end === "well" && answer.text === "") answer.end = badEnd("answer");
  const message = storeAnswer(turn, answer);
  if (message !== undefined) yield message;
  const { agent, dropped, end } = answer;
  if (dropped.length > 0) ports.background(summarizeMiddle(turn, agent, dropped));
  // Only now: a crash before reminds twice rather than never.
  if (end === "well") await ports.reminders.done(context.reminders);
  else if (!isInterrupted(answer)) yield toErrorEvent(end, ports.report);
}

const isInterrupted = ({ end }: Answer): boolean =>
  end === undefined || (end !== "well" && end.data.reason === "aborted");

/** Stores what was said; undefined where that is nothing. */
function storeAnswer(turn: Turn, answer: Answer): TurnEvent | undefined {
  const { ports, startedAt, latency, recalled, degradations } = turn;
  const { text, agent, end } = answer;
  if (isInterrupted(answer)) degradations.add("interrupted");
  else if (end instanceof LociError) degradations.add(`model: ${end.data.reason ?? "failed"}`);
  if (text === "") return undefined;
  const { id, language } = storeMessage(turn, {
    role: "assistant",
    agent,
    content: text,
    recalled: [...recalled.values()],
    latency: { ...latency, total: Math.round(ports.elapsed() - startedAt) },
    degradations: [...degradations],
  });
  return { type: "message", role: "assistant", id, content: text, language, agent };
}
