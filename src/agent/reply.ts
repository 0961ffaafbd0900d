import { LociError } from "../errors.ts";
import { quoteJson } from "../models/quote-for-prompt.ts";
import type { QuotedMemory } from "../models/requests.ts";
import { buildRequest } from "./build-request.ts";
import { toErrorEvent } from "./error-event.ts";
import { type Context, gatherContext, keepRecalled } from "./gather-context.ts";
import { type Answer, type Listening, listen } from "./listen.ts";
import { questionOf } from "./save-at-once.ts";
import { summarizeMiddle } from "./summarize-middle.ts";
import type { ThreadMessage } from "./thread.ts";
import { runTool } from "./tools.ts";
import { newMessage, sessionOf, type Turn } from "./turn.ts";
import type { TurnEvent } from "./turn-event.ts";
import type { SavedMemory } from "./turn-ports.ts";

/** Rounds of tools that one agent has in a turn; then it must answer. */
const maxRounds = 5;
const maxHandOffs = 3;

export interface ReplyOptions {
  readonly context: Context;
  readonly saved: readonly SavedMemory[];
  /** Called with the first words of the reply. */
  readonly onWords: () => void;
}

/** The state of a reply while agents and tools take their turns. */
interface Round {
  /** Of the agent that is answering. */
  context: Context;
  answer: Answer;
  /** Who is answering, and how many rounds of tools it had. */
  agent: string;
  rounds: number;
  handOffs: number;
  /** Since the person's message, in order. */
  toolResults: { readonly name: string; readonly content: string }[];
  contextTokens: number;
  dropped: readonly ThreadMessage[];
  /** Something was said before the round that is on. */
  hasSpoken: boolean;
  /** The answer that was heard is on disk. */
  isStored: boolean;
}

/**
 * The reply, streamed: the model is asked, its tools are run, and again, until it has answered; hand-offs let the next
 * agent go on. All of it is stored as it happens; what was said of an answer that breaks off, also when the reader stops.
 */
export async function* reply(turn: Turn, options: ReplyOptions): AsyncGenerator<TurnEvent, void> {
  const { saved } = options;
  const round: Round = {
    context: options.context,
    answer: { text: "", calls: [], end: undefined },
    agent: turn.request.agent,
    rounds: 0,
    handOffs: 0,
    toolResults: saved.map((memory) => ({ name: "remember", content: quoteJson(memory) })),
    contextTokens: turn.ports.contextTokens,
    dropped: [],
    hasSpoken: false,
    isStored: true,
  };
  try {
    while (yield* askAndAct(turn, round, options));
  } finally {
    if (!round.isStored) storeBroken(turn, round);
    if (round.dropped.length > 0) {
      turn.ports.background(summarizeMiddle(turn, round.agent, round.dropped));
    }
  }
}

/** One answer of the model; true where it is to be asked again. */
async function* askAndAct(
  turn: Turn,
  round: Round,
  options: ReplyOptions,
): AsyncGenerator<TurnEvent, boolean> {
  const withTools = round.rounds < maxRounds;
  yield* ask(turn, round, { ...options, withTools });
  const { answer } = round;
  const isWhole = !(answer.end instanceof LociError) && answer.end !== "filtered";
  if (isWhole && answer.calls.length > 0 && withTools) {
    return yield* runRound(turn, round, options);
  }
  yield* finish(turn, round);
  return false;
}

/** Asks; once more where the request was too long or nothing came back. */
async function* ask(
  turn: Turn,
  round: Round,
  { saved, onWords, withTools }: ReplyOptions & { readonly withTools: boolean },
): AsyncGenerator<TurnEvent, void> {
  const { ports, degradations } = turn;
  for (const isLast of [false, true]) {
    const { context, toolResults, contextTokens } = round;
    const wanted = {
      context,
      saved: saved.map(({ text }) => text),
      toolResults,
      withTools,
      contextTokens,
    };
    const { request, fitted } = buildRequest(turn, wanted);
    round.agent = sessionOf(turn).agent;
    round.dropped = fitted.dropped;
    degradations.push(...fitted.degradations.filter((note) => !degradations.includes(note)));
    round.answer = { text: "", calls: [], end: undefined };
    round.isStored = false;
    const listening: Listening = {
      answer: round.answer,
      onMemories: (memories) => tellSupport(turn, round, memories),
    };
    for await (const event of listen(ports.reply, request, listening, turn.signal)) {
      turn.latency.first ??= Math.round(ports.elapsed() - turn.startedAt);
      onWords();
      if (round.hasSpoken) yield { type: "delta", text: "\n\n" };
      round.hasSpoken = false;
      yield event;
    }
    const again = isLast ? undefined : askAgain(round);
    if (again === undefined) return;
    degradations.push(again);
  }
}

/** Of what was recalled, what the answer is made of: no card beside it that it does not stand on. */
function* tellSupport(
  turn: Turn,
  { context, agent }: Round,
  memories: readonly QuotedMemory[],
): Iterable<TurnEvent> {
  const places = new Set(memories.map(placeOf));
  const inFiles = context.hits.filter(({ file }) => file !== "");
  const hits = inFiles.filter((hit) => places.has(placeOf(hit))).slice(0, maxCards);
  keepRecalled(turn, agent, hits);
  yield { type: "recall", query: turn.request.content, hits };
}

const maxCards = 3;

const placeOf = ({ file, line }: Pick<QuotedMemory, "file" | "line">): string => `${file}:${line}`;

/** Why it is worth asking again, if it is. */
function askAgain(round: Round): string | undefined {
  const { text, calls, end } = round.answer;
  if (text !== "" || calls.length > 0) return undefined;
  if (!(end instanceof LociError))
    return end === "stop" || end === "tools" ? "empty answer" : undefined;
  if (end.data.reason !== "tooLong") return undefined;
  round.contextTokens = Math.floor(round.contextTokens / 2);
  return "request was too long for the model";
}

/** Stores the calls, runs them, stores their results; a call that is not run gets a result that says so. */
async function* runRound(
  turn: Turn,
  round: Round,
  { saved }: ReplyOptions,
): AsyncGenerator<TurnEvent, boolean> {
  const { ports, sessionId, signal } = turn;
  const { text, calls } = round.answer;
  const { agent } = round;
  ports.sessions.addMessage(
    sessionId,
    newMessage(turn, { role: "assistant", agent, content: text, toolCalls: calls }),
  );
  round.isStored = true;
  round.hasSpoken ||= text !== "";
  let handedOver = false;
  for (const call of calls) {
    if (signal.aborted) return false; // The thread says of the others that they were not run.
    const startedAt = ports.elapsed();
    const isTooMuch = call.name === "hand_off" && (handedOver || round.handOffs >= maxHandOffs);
    const run = isTooMuch ? refusal : await runTool(turn, call);
    const latency = { tool: Math.round(ports.elapsed() - startedAt) };
    const { content } = run;
    ports.sessions.addMessage(
      sessionId,
      newMessage(turn, { role: "tool", agent, content, callId: call.id, latency }),
    );
    round.toolResults.push({ name: call.name, content });
    yield* run.events;
    if (run.handedOver) {
      handedOver = true;
      round.handOffs++;
    }
  }
  round.rounds = handedOver ? 0 : round.rounds + 1;
  if (handedOver) {
    round.toolResults = [];
    // What the one before was shown is not for the next to see.
    const context = yield* gatherContext(turn);
    const texts = new Set(saved.map(({ text }) => text));
    round.context = { ...context, hits: context.hits.filter(({ text }) => !texts.has(text)) };
  }
  return !signal.aborted;
}

const refusal = {
  content: '{"error":"The conversation was handed over enough in this turn: answer the person"}',
  events: [],
  handedOver: false,
} as const;

/** Asks about what was proposed, stores the answer and says how it ended, where it did not end well. */
async function* finish(turn: Turn, round: Round): AsyncGenerator<TurnEvent, void> {
  const { answer } = round;
  const question = isAborted(answer) ? "" : questionOf(turn);
  if (question !== "") {
    const text = answer.text === "" && !round.hasSpoken ? question : `\n\n${question}`;
    answer.text += text;
    yield { type: "delta", text };
  }
  const message = answer.text === "" ? undefined : storeAnswer(turn, round);
  round.isStored = true;
  if (message !== undefined) yield message;
  if (isAborted(answer)) return;
  // Only now: a crash before reminds twice rather than never.
  if (flawOf(answer) === undefined) await turn.ports.reminders?.done(round.context.reminders);
  if (answer.end instanceof LociError) yield toErrorEvent(answer.end, turn.ports.report);
  else yield* sayHowItEnded(answer);
}

function isAborted({ end }: Pick<Answer, "end">): boolean {
  return end instanceof LociError && end.data.reason === "aborted";
}

function* sayHowItEnded(answer: Answer): Generator<TurnEvent, void> {
  const message = sentenceOn(answer);
  if (message === undefined) return;
  const { end } = answer;
  const reason = end === "length" || end === "filtered" ? end : "answer";
  yield { type: "error", code: "MODEL_FAILED", message, data: { reason } };
}

function flawOf({ end }: Answer): string | undefined {
  if (end === undefined || isAborted({ end })) return "interrupted";
  if (end instanceof LociError) return `model: ${String(end.data.reason ?? "failed")}`;
  return end === "length" || end === "filtered" ? `model: ${end}` : undefined;
}

/** What to report to the person where the model ended badly. */
function sentenceOn({ text, end }: Answer): string | undefined {
  if (end === "filtered") {
    return text === ""
      ? "The model was kept from answering by its provider's filter; put it in other words"
      : "The rest of the answer was held back by the model provider's filter";
  }
  if (end === "length") {
    return text === ""
      ? "The model ran out of room before it said a word; ask for less at once, or set a larger limit"
      : "The answer was cut off at the model's limit; ask it to go on";
  }
  return text === "" ? "The model gave no answer; ask again, or in other words" : undefined;
}

/** For a reader that went away in the middle. */
function storeBroken(turn: Turn, round: Round): void {
  try {
    if (round.answer.text !== "") storeAnswer(turn, round);
  } catch (error) {
    turn.ports.report(error);
  }
}

function heardOf({ said, ports }: Turn, sent: string): string {
  try {
    return said.heard?.(sent) ?? sent;
  } catch (error) {
    ports.report(error);
    return sent;
  }
}

/** Stores what was said, or as much of it as was heard; undefined where that is nothing. */
function storeAnswer(turn: Turn, { answer, agent }: Round): TurnEvent | undefined {
  const { ports, sessionId, startedAt, latency, recalled, degradations } = turn;
  const flaw = flawOf(answer);
  if (flaw !== undefined) degradations.push(flaw);
  const content = flaw === "interrupted" ? heardOf(turn, answer.text) : answer.text;
  if (content === "") return undefined;
  const stored = ports.sessions.addMessage(
    sessionId,
    newMessage(turn, {
      role: "assistant",
      agent,
      content,
      recalled: [...recalled.values()],
      latency: { ...latency, total: Math.round(ports.elapsed() - startedAt) },
      degradations: [...degradations],
    }),
  );
  const { id, language } = stored;
  return { type: "message", role: "assistant", id, content, language, agent };
}
