import { z } from "zod";
import { LociError } from "../errors.ts";
import { toJsonSchema } from "../models/ask-once.ts";
import { quoteJson } from "../models/quote-for-prompt.ts";
import type { Tool, ToolCall } from "../models/respond.ts";
import { within } from "../within.ts";
import { topicShare } from "./budget.ts";
import { bound, keepRecalled, toScored } from "./gather-context.ts";
import { handOff as moveTo } from "./hand-off.ts";
import { rerank } from "./rerank.ts";
import { saveAtOnce } from "./save-at-once.ts";
import { sessionOf, type Turn } from "./turn.ts";
import { type TurnEvent, toErrorEvent } from "./turn-event.ts";
import type { TurnPorts } from "./turn-ports.ts";

interface ToolRun {
  /** For the model: JSON, with the words of others quoted. */
  readonly content: string;
  readonly events: readonly TurnEvent[];
}

interface AgentTool extends Tool {
  /** Takes the arguments as a model wrote them. Throws LociError. */
  readonly run: (turn: Turn, given: string) => Promise<ToolRun>;
}

type ToolPorts = Pick<TurnPorts, "memory" | "agents" | "banks">;

/** The tools that an agent is offered, as a model is told of them. */
export const toolsFor = (ports: ToolPorts, agent: string): Tool[] =>
  runnable(ports, agent).map(({ run: _, ...tool }) => tool);

/** What memory allows, and hand-off where there is another agent. */
function runnable({ memory, agents, banks }: ToolPorts, agent: string): AgentTool[] {
  const others = [...agents.keys()].filter((id) => id !== agent);
  return [
    ...(memory.reads ? [recall, readTopic] : []),
    ...(memory.writes ? [rememberIn(banks)] : []),
    setSlot,
    ...(others.length > 0 ? [handOffTo(others)] : []),
  ];
}

/** Does what a model asked for. Never throws: what went wrong is the result, for the model to act on. */
export async function runTool(turn: Turn, call: ToolCall): Promise<ToolRun> {
  const { name } = call;
  try {
    const tools = runnable(turn.ports, sessionOf(turn).agent);
    const tool = tools.find((one) => one.name === name);
    if (tool === undefined)
      throw new LociError("BAD_INPUT", `There is no tool "${name.slice(0, 60)}"`);
    return await tool.run(turn, call.arguments);
  } catch (error) {
    const { message, data } = toErrorEvent(error, turn.ports.report);
    const isUnclear = data?.reason === "unclear"; // Who answers by rules says it in words of its own.
    return toRun(name, { error: message, ...(isUnclear ? { reason: "unclear" } : {}) });
  }
}

interface Definition<Fields extends z.ZodRawShape> {
  readonly name: string;
  readonly description: string;
  readonly fields: Fields;
  readonly run: (turn: Turn, given: z.output<z.ZodObject<Fields>>) => ToolRun | Promise<ToolRun>;
}

/** A tool from one schema: what a model is told of its arguments, and what they are checked by. */
function define<Fields extends z.ZodRawShape>(definition: Definition<Fields>): AgentTool {
  const { name, description, fields, run } = definition;
  const schema = z.object(fields);
  return {
    name,
    description,
    parameters: toJsonSchema(schema),
    async run(turn, given) {
      const parsed = schema.safeParse(parseArguments(name, given));
      if (parsed.success) return run(turn, parsed.data);
      const [issue] = parsed.error.issues;
      const where = issue?.path.length ? ` at "${issue.path.join(".")}"` : "";
      const message = `The arguments of ${name} are wrong${where}: ${issue?.message}`;
      throw new LociError("BAD_INPUT", message);
    },
  };
}

/** Some servers give no arguments where none are needed, and null for what is left out. */
function parseArguments(name: string, text: string): object {
  try {
    const json = z.record(z.string(), z.unknown()).parse(JSON.parse(text.trim() || "{}"));
    return Object.fromEntries(Object.entries(json).filter(([, value]) => value !== null));
  } catch {
    throw new LociError("BAD_INPUT", `The arguments of ${name} are not JSON`);
  }
}

/** One line of at most so many characters. */
const line = (most: number) => z.string().overwrite(toLine).max(most);

const toLine = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();

const said = (most: number) => line(most).min(1, "it is empty");

function toRun(
  name: string,
  result: Readonly<Record<string, unknown>>,
  before: readonly TurnEvent[] = [],
): ToolRun {
  const event = { type: "tool", name: name.slice(0, 60), result } as const;
  return { content: quoteJson(result), events: [...before, event] };
}

async function inTime<T>({ ports, signal }: Turn, work: () => Promise<T>): Promise<T> {
  const ended = await within(ports.timeouts.context * 2, work, signal);
  if (ended.type === "done") return ended.value;
  if (ended.type === "failed") throw ended.error;
  throw new LociError("BUSY", "Cannot look into the memory now: it takes too long; try again");
}

const maxHits = 8;

const recall = define({
  name: "recall",
  description: "Searches the notes. Use it where the memories above do not answer.",
  fields: { query: said(1_000).describe("What to look for, in the person's words") },
  async run(turn, { query }) {
    const session = sessionOf(turn);
    const found = await inTime(turn, () => turn.ports.recall(session, query));
    const hits = (await rerank(turn, query, found)).slice(0, maxHits);
    keepRecalled(turn, hits);
    return toRun("recall", { memories: hits.map(toScored) }, [{ type: "recall", query, hits }]);
  },
});

const readTopic = define({
  name: "read_topic",
  description: "Reads all notes of one topic.",
  fields: { topic: said(200).describe("Name of the topic") },
  async run(turn, { topic: name }) {
    const { ports, recalled } = turn;
    const page = await inTime(turn, () => ports.readTopic(sessionOf(turn), name));
    if (page === undefined) {
      throw new LociError("NOT_FOUND", `Cannot find the topic "${name}": it is not there`);
    }
    const { topic, title, summary, lines, file } = bound(page, ports.contextTokens * topicShare);
    for (const { text, date, line: at, bank } of lines) {
      const id = `${file}:${at}`;
      recalled.set(id, { id, text, date, topic, bank, file, line: at, score: 0 });
    }
    const notes = lines.map(({ text, date }) => ({ text, date }));
    const leftOut = page.lines.length - lines.length;
    return toRun("read_topic", { topic, title, summary, file, notes, leftOut });
  },
});

const notSaved =
  'Not saved yet: the person did not ask for it in these words. What they said is learned when the conversation ends; of anything else ask them, such as: "Shall I note that …?". Do not say that it is saved';

/** Not bounded in time: what is being written is waited for. */
const rememberIn = (banks: readonly string[]): AgentTool =>
  define({
    name: "remember",
    description:
      "Saves one memory for good: what the person asked to be remembered, in their words, or said yes to.",
    fields: {
      text: said(4_000).describe("One self-contained sentence, in the person's language"),
      topic: line(200).optional().describe("Name of the topic, where it is clear"),
      bank: line(100)
        .meta({ enum: [...banks] })
        .optional(),
      for_you: z.boolean().optional().describe("It is how you, and no other agent, shall answer"),
      remind: line(100).optional().describe("The day, where they ask to be reminded: 2026-12-01"),
    },
    async run(turn, { text, topic, bank, for_you, remind }) {
      const saved = await saveAtOnce(turn, {
        text,
        topic: topic || undefined,
        bank: bank || undefined,
        behaviour: for_you,
        remind: remind || undefined,
      });
      if (saved.status === "proposed") return toRun("remember", { ...saved, note: notSaved });
      const { id: _, ...result } = saved;
      return toRun("remember", { ...result, remind: remind || undefined });
    },
  });

const setSlot = define({
  name: "set_slot",
  description: 'Notes a value for all agents of this conversation; "" removes it.',
  fields: {
    name: z
      .string()
      .regex(/^[a-z][a-z0-9_]{0,39}$/, "use a to z, 0 to 9 and _ (at most 40)")
      .describe("Such as guest_count"),
    value: z
      .preprocess((value) => (typeof value === "object" ? value : String(value ?? "")), line(500))
      .describe("The value"),
  },
  run(turn, { name, value }) {
    const { ports, sessionId, request } = turn;
    const by = { agent: sessionOf(turn).agent, message: request.id };
    ports.sessions.setSlot(sessionId, name, value, by);
    return toRun("set_slot", { status: value === "" ? "removed" : "noted", name, value });
  },
});

const handOffTo = (others: readonly string[]): AgentTool =>
  define({
    name: "hand_off",
    description: "Hands the conversation over to an agent who is better at it.",
    fields: {
      agent: said(100).meta({ enum: [...others] }),
      context: line(4_000).default("").describe("What that agent should know"),
    },
    run({ ports, sessionId, request }, { agent, context }) {
      const event = moveTo(ports, sessionId, { to: agent, context, message: request.id });
      return { content: quoteJson({ status: "handed over", agent }), events: [event] };
    },
  });
