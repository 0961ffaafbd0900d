import { LociError } from "../errors.ts";
import { quoteJson } from "../models/quote-for-prompt.ts";
import type { ToolCall } from "../models/respond.ts";
import { openSlots } from "../session/slots.ts";
import { toErrorEvent } from "./error-event.ts";
import { bound, keepRecalled, toQuoted, toScored } from "./gather-context.ts";
import { moveTo } from "./hand-off.ts";
import { weekdayOf } from "./prompt-layers.ts";
import { rerank } from "./rerank.ts";
import { aboutMemory, saveAtOnce } from "./save-at-once.ts";
import { readToolCall, type ToolRequest } from "./tool-arguments.ts";
import { toolsFor } from "./tools.ts";
import { sessionOf, type Turn, timeoutsOf } from "./turn.ts";
import type { TurnEvent } from "./turn-event.ts";
import { within } from "./with-timeout.ts";

export interface ToolRun {
  /** For the model: JSON, with the words of others quoted. */
  readonly content: string;
  readonly events: readonly TurnEvent[];
  /** Another agent answers from here on. */
  readonly handedOver: boolean;
}

/** Does what a model asked for. Never throws: what went wrong is the result, for the model to act on. */
export async function runTool(turn: Turn, call: ToolCall): Promise<ToolRun> {
  try {
    const request = await readToolCall(call);
    if (typeof request === "string") return toRun(call.name, { error: request });
    if (!toolsFor(turn.ports, sessionOf(turn).agent).some(({ name }) => name === request.name)) {
      return toRun(request.name, { error: `There is no tool "${request.name}" here` });
    }
    return await fulfil(turn, request);
  } catch (error) {
    const { message, data } = toErrorEvent(error, turn.ports.report);
    const isUnclear = data?.reason === "unclear"; // Who answers by rules says it in words of its own.
    return toRun(call.name, { error: message, ...(isUnclear ? { reason: "unclear" } : {}) });
  }
}

type Result = Readonly<Record<string, unknown>>;

function toRun(name: string, result: Result, before: readonly TurnEvent[] = []): ToolRun {
  const event = { type: "tool", name: name.slice(0, 60), result } as const;
  return { content: quoteJson(result), events: [...before, event], handedOver: false };
}

function fulfil(turn: Turn, request: ToolRequest): Promise<ToolRun> | ToolRun {
  switch (request.name) {
    case "recall":
      return recall(turn, request.query);
    case "remember":
      return remember(turn, request);
    case "read_topic":
      return readTopic(turn, request.topic);
    case "current_time":
      return toRun("current_time", currentTime(turn.ports));
    case "set_slot":
      return setSlot(turn, request.slot, request.value);
    case "hand_off":
      return handOver(turn, request.agent, request.context);
  }
}

const maxHits = 8;

async function recall(turn: Turn, query: string): Promise<ToolRun> {
  const session = sessionOf(turn);
  const found = await inTime(turn, (signal) => turn.ports.recall(session, query, signal));
  const hits = (await rerank(turn, query, found)).slice(0, maxHits);
  keepRecalled(turn, session.agent, hits);
  return toRun("recall", { memories: hits.map(toScored) }, [{ type: "recall", query, hits }]);
}

const notSaved =
  "Not saved: the person did not say so in these words. They are asked after your answer whether to note it; do not ask them yourself, and do not say that it is saved";

/** Not bounded in time: what is being written is waited for. */
async function remember(
  turn: Turn,
  { text, ...more }: Extract<ToolRequest, { name: "remember" }>,
): Promise<ToolRun> {
  const saved = await saveAtOnce(turn, {
    text,
    ...aboutMemory(more),
  });
  if (saved.status === "proposed") return toRun("remember", { ...saved, note: notSaved });
  const { status, file, line } = saved;
  return toRun("remember", { status, text: saved.text, file, line });
}

/** Characters of a topic that a tool returns. */
const maxCharacters = 20_000;

async function readTopic(turn: Turn, name: string): Promise<ToolRun> {
  const session = sessionOf(turn);
  const page = await inTime(turn, (signal) => turn.ports.readTopic(session, name, signal));
  if (page === undefined) {
    throw new LociError("NOT_FOUND", `Cannot find the topic "${name}": it is not there`);
  }
  const most = Math.min(maxCharacters, turn.ports.contextTokens * 2);
  const { topic, title, summary, lines, file } = bound(page, most);
  for (const line of lines) {
    const id = `${file}:${line.line}`;
    turn.recalled.set(id, { ...toQuoted(line), id, score: 0 });
  }
  const notes = lines.map(({ text, date }) => ({ text, date }));
  const leftOut = page.lines.length - lines.length;
  return toRun("read_topic", { topic, title, summary, file, notes, leftOut });
}

const maxSlots = 50;

function setSlot(turn: Turn, name: string, value: string): ToolRun {
  const { ports, sessionId, request } = turn;
  const slots = new Map(openSlots(ports.sessions.slots(sessionId)));
  if (value !== "" && !slots.has(name) && slots.size >= maxSlots) {
    throw new LociError("BAD_INPUT", `Cannot note "${name}": there are ${maxSlots} already`);
  }
  const by = { agent: sessionOf(turn).agent, message: request.id };
  ports.sessions.setSlot(sessionId, name, value === "" ? null : value, by);
  return toRun("set_slot", { status: value === "" ? "removed" : "noted", name, value });
}

function currentTime({ localTime, clock }: Turn["ports"]): Result {
  const now = localTime();
  return { now, weekday: weekdayOf(now), ...clock() };
}

function handOver({ ports, sessionId, request }: Turn, agent: string, context: string): ToolRun {
  const event = moveTo(ports, sessionId, agent, context, request.id);
  const result = { status: "handed over", agent };
  return { content: quoteJson(result), events: [event], handedOver: true };
}

async function inTime<T>(
  { ports, signal }: Turn,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const outcome = await within(timeoutsOf(ports).context * 2, work, signal);
  if (outcome.type === "done") return outcome.value;
  if (outcome.type === "failed") throw outcome.error;
  throw new LociError("BUSY", "Cannot look into the memory now: it takes too long; try again");
}
