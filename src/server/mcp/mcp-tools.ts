import type { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { LociError } from "../../errors.ts";
import type { ModelMemory } from "../../memory/for-models.ts";
import { answer, reads, within, writes } from "./tool-answer.ts";

const line = z.string().trim().min(1).max(4_000);
const limit = z.int().min(1).max(50);
const budget = z
  .int()
  .min(50)
  .max(20_000)
  .describe("About so many tokens at most; what ranks last is left out");

const hit = z.object({
  id: z.string(),
  text: z.string(),
  topic: z.string(),
  file: z.string(),
  line: z.int(),
  date: z.string().describe("YYYY-MM-DD, or empty"),
  bank: z.string(),
  score: z.number(),
});
const topicShape = z.object({
  topic: z.string(),
  title: z.string(),
  summary: z.string(),
  file: z.string(),
});

/** Registers the tools: their names and arguments are those that models know from other memories. */
export function addTools(server: McpServer, memory: ModelMemory, banks: readonly string[]): void {
  addSearch(server, memory);
  addOverview(server, memory);
  addRemember(server, memory, banks);
  addChanges(server, memory, banks);
}

function addSearch(server: McpServer, memory: ModelMemory): void {
  server.registerTool(
    "recall",
    {
      description:
        "Searches the person's long-term memory: facts, preferences, people, decisions, plans. Ask it before you answer what may be known. Gives lines with their day, file and id.",
      inputSchema: z.object({
        query: line.describe("What to look for, in the person's words and language"),
        limit: limit.exactOptional().describe("Most hits (8)"),
        bank: line.exactOptional().describe("Only this bank, such as Work"),
        topic: line.exactOptional().describe("Only this topic"),
        since: line.exactOptional().describe("Only of this day or later: YYYY-MM-DD"),
        until: line.exactOptional().describe("Only of this day or earlier: YYYY-MM-DD"),
        archive: z.boolean().exactOptional().describe("Look among archived memories too"),
        budget_tokens: budget.exactOptional(),
        k: limit.exactOptional().describe("The same as limit"),
        max_results: limit.exactOptional().describe("The same as limit"),
      }),
      outputSchema: z.object({ hits: z.array(hit) }),
      annotations: { title: "Recall memories", ...reads },
    },
    (args) =>
      answer(async () => {
        const { query, budget_tokens, k, max_results, limit = k ?? max_results, ...wish } = args;
        const wanted = limit === undefined ? wish : { ...wish, limit };
        const { hits } = await memory.recall(query, wanted);
        const kept = within(budget_tokens, z.array(hit).parse(hits), lineOf);
        const none = "Nothing relevant is remembered.";
        return { text: kept.map(lineOf).join("\n") || none, data: { hits: kept } };
      }),
  );
  server.registerTool(
    "read_topic",
    {
      description: "Reads all that is remembered of one topic, by its name, title or alias.",
      inputSchema: z.object({ topic: line, budget_tokens: budget.exactOptional() }),
      outputSchema: topicShape.extend({ text: z.string() }),
      annotations: { title: "Read a topic", ...reads },
    },
    (args) =>
      answer(async () => {
        const found = await memory.topic(args.topic);
        const lines = within(args.budget_tokens, found.text.split("\n"), (one) => one);
        const { topic, title, summary, file } = found;
        const text = lines.join("\n");
        return { text: `# ${title}\n\n${text}`, data: { topic, title, summary, file, text } };
      }),
  );
}

function addOverview(server: McpServer, memory: ModelMemory): void {
  server.registerTool(
    "list_topics",
    {
      description: "Lists the topics that memories are kept in, the last touched first.",
      inputSchema: z.object({}),
      outputSchema: z.object({ topics: z.array(topicShape) }),
      annotations: { title: "List topics", ...reads },
    },
    () =>
      answer(async () => {
        const topics = await memory.topics();
        const text = topics.map((one) => `${one.topic}: ${one.summary || one.title}`).join("\n");
        return {
          text: text || "There is no topic yet.",
          data: { topics: z.array(topicShape).parse(topics) },
        };
      }),
  );
  server.registerTool(
    "recent",
    {
      description: "What was talked about lately, the last first.",
      inputSchema: z.object({ limit: limit.exactOptional() }),
      outputSchema: z.object({
        recent: z.array(z.object({ topic: z.string(), ago: z.string(), summary: z.string() })),
      }),
      annotations: { title: "Recent topics", ...reads },
    },
    (args) =>
      answer(async () => {
        const recent = (await memory.start()).recent.slice(0, args.limit ?? 10);
        const text = recent.map((one) => `${one.ago}: ${one.topic}: ${one.summary}`).join("\n");
        return { text: text || "Nothing was touched yet.", data: { recent } };
      }),
  );
  server.registerTool(
    "context",
    {
      description:
        "What to know at the start of a conversation: who the person is, what was talked about lately and, with a query, what is remembered of it.",
      inputSchema: z.object({
        query: line.exactOptional(),
        budget_tokens: budget.exactOptional().describe("About so many tokens at most (1500)"),
      }),
      annotations: { title: "Context for a conversation", ...reads },
    },
    (args) =>
      answer(async () => ({
        text: await contextText(memory, args.query, args.budget_tokens ?? 1_500),
      })),
  );
}

function addRemember(server: McpServer, memory: ModelMemory, banks: readonly string[]): void {
  server.registerTool(
    "remember",
    {
      description:
        "Saves one memory for good: what the person asked to have remembered, or a decision, fact or preference that they stated. One self-contained sentence in their language. What is known already is not saved twice.",
      inputSchema: z.object({
        text: line.describe("The memory, one line"),
        topic: line.exactOptional().describe("Name of the topic, where it is clear"),
        bank: line.exactOptional().describe(`One of: ${banks.join(", ")}`),
        date: line.exactOptional().describe("The day that it is of, if not today: YYYY-MM-DD"),
        remind: line
          .exactOptional()
          .describe("To be brought up from: YYYY-MM-DD or YYYY-MM-DDTHH:MM"),
      }),
      outputSchema: z.object({
        status: z.enum(["saved", "known"]),
        text: z.string(),
        file: z.string(),
        line: z.int(),
        id: z.string(),
      }),
      annotations: { title: "Save a memory", destructiveHint: false, ...writes },
    },
    (note) =>
      answer(async () => {
        const { status, text, file, line, id } = await memory.remember(note);
        const done = status === "saved" ? "Saved in" : "Known already:";
        return {
          text: `${done} ${file}:${line} (${id})`,
          data: { status, text, file, line, id },
        };
      }),
  );
}

function addChanges(server: McpServer, memory: ModelMemory, banks: readonly string[]): void {
  server.registerTool(
    "forget",
    {
      description:
        "Takes one memory away, by the id that recall gave. Only when the person asks for it. They can bring it back with `loci undo`.",
      inputSchema: z.object({ id: line.describe("Its id, or its whole text") }),
      outputSchema: z.object({ forgotten: z.string() }),
      annotations: { title: "Forget a memory", destructiveHint: true, ...writes },
    },
    ({ id }) =>
      answer(async () => {
        const forgotten = await memory.forget(id);
        return { text: `Forgotten: ${forgotten}`, data: { forgotten } };
      }),
  );
  server.registerTool(
    "edit_entry",
    {
      description:
        "Changes one memory, by the id that recall gave: its words, its bank, or both. Where something is no longer true, remember the new fact instead.",
      inputSchema: z.object({
        id: line,
        text: line.exactOptional().describe("The new words"),
        bank: line.exactOptional().describe(`One of: ${banks.join(", ")}`),
      }),
      outputSchema: z.object({ id: z.string() }),
      annotations: { title: "Edit a memory", destructiveHint: true, ...writes },
    },
    ({ id, text, bank }) =>
      answer(async () => {
        if (text === undefined && bank === undefined) {
          throw new LociError("BAD_INPUT", `Cannot edit "${id}": give text, bank or both`);
        }
        const change = { ...(text && { text }), ...(bank && { bank }) };
        const { id: edited } = await memory.edit(id, change);
        return { text: `Edited (${edited})`, data: { id: edited } };
      }),
  );
}

/** What a conversation is to begin with, in Markdown, within about so many tokens. */
export async function contextText(
  memory: ModelMemory,
  query: string | undefined,
  tokens: number,
): Promise<string> {
  const { facts, recent } = await memory.start();
  const hits = query === undefined ? [] : (await memory.recall(query)).hits;
  const parts = [
    ["Known of the person", facts.map(({ text, date }) => `- ${text}${dayOf(date)}`)],
    ["Remembered of it", hits.map((one) => `- ${lineOf(one)}`)],
    ["Lately", recent.map((one) => `- ${one.ago}: ${one.topic}: ${one.summary}`)],
  ] as const;
  const lines = parts.flatMap(([title, own]) => (own.length === 0 ? [] : [`## ${title}`, ...own]));
  return within(tokens, lines, (one) => one).join("\n") || "Nothing is remembered yet.";
}

const dayOf = (date: string): string => (date === "" ? "" : ` (${date})`);
const lineOf = ({ text, date, file, line, id }: z.infer<typeof hit>): string =>
  `${text.replace(/\s+/g, " ")}${dayOf(date)} [${file}:${line}, id ${id}]`;
