import type { CallToolResult, McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { LociError, messageOf } from "../../errors.ts";
import type { ModelMemory } from "../../memory/for-models.ts";
import type { Hit } from "../../recall/recall.ts";

const line = z.string().trim().min(1).max(4_000);
const maybe = (about: string) => line.exactOptional().describe(about);
const limit = z.int().min(1).max(50);

/** Annotations of a tool that only reads. */
const reads = { readOnlyHint: true, openWorldHint: false } as const;
/** Annotations of a tool that changes memories, once however often it is called. */
const writes = { readOnlyHint: false, idempotentHint: true, openWorldHint: false } as const;

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
        bank: maybe("Only this bank, such as Work"),
        topic: maybe("Only this topic"),
        since: maybe("Only of this day or later: YYYY-MM-DD"),
        until: maybe("Only of this day or earlier: YYYY-MM-DD"),
        archive: z.boolean().exactOptional().describe("Look among archived memories too"),
        k: limit.exactOptional().describe("The same as limit"),
        max_results: limit.exactOptional().describe("The same as limit"),
      }),
      annotations: { title: "Recall memories", ...reads },
    },
    ({ query, k, max_results, limit = k ?? max_results ?? 8, ...filter }) =>
      answer(async () => {
        const { hits } = await memory.recall(query, { ...filter, limit });
        const lines = hits.map(lineOf).join("\n");
        return { text: lines || "Nothing relevant is remembered.", data: { hits } };
      }),
  );
  server.registerTool(
    "read_topic",
    {
      description: "Reads all that is remembered of one topic, by its name, title or alias.",
      inputSchema: z.object({ topic: line }),
      annotations: { title: "Read a topic", ...reads },
    },
    ({ topic }) =>
      answer(async () => {
        const found = await memory.topic(topic);
        return { text: `# ${found.title}\n\n${found.text}`, data: { ...found } };
      }),
  );
}

function addOverview(server: McpServer, memory: ModelMemory): void {
  server.registerTool(
    "list_topics",
    {
      description: "Lists the topics that memories are kept in, the last touched first.",
      inputSchema: z.object({}),
      annotations: { title: "List topics", ...reads },
    },
    () =>
      answer(async () => {
        const topics = await memory.topics();
        const text = topics.map((one) => `${one.topic}: ${one.summary || one.title}`).join("\n");
        return { text: text || "There is no topic yet.", data: { topics } };
      }),
  );
  server.registerTool(
    "recent",
    {
      description: "What was talked about lately, the last first.",
      inputSchema: z.object({ limit: limit.exactOptional() }),
      annotations: { title: "Recent topics", ...reads },
    },
    ({ limit = 10 }) =>
      answer(async () => {
        const recent = (await memory.start()).recent.slice(0, limit);
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
        budget_tokens: z
          .int()
          .min(50)
          .max(20_000)
          .exactOptional()
          .describe("About so many tokens at most (1500); what matters least is left out"),
      }),
      annotations: { title: "Context for a conversation", ...reads },
    },
    ({ query, budget_tokens }) =>
      answer(async () => ({ text: await contextText(memory, query, budget_tokens) })),
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
        topic: maybe("Name of the topic, where it is clear"),
        bank: maybe(`One of: ${banks.join(", ")}`),
        date: maybe("The day that it is of, if not today: YYYY-MM-DD"),
        remind: maybe("The day to bring it up: YYYY-MM-DD"),
      }),
      annotations: { title: "Save a memory", destructiveHint: false, ...writes },
    },
    (note) =>
      answer(async () => {
        const saved = await memory.remember(note);
        const done = saved.status === "saved" ? "Saved in" : "Known already:";
        return { text: `${done} ${saved.file}:${saved.line} (${saved.id})`, data: { ...saved } };
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
        text: maybe("The new words"),
        bank: maybe(`One of: ${banks.join(", ")}`),
      }),
      annotations: { title: "Edit a memory", destructiveHint: true, ...writes },
    },
    ({ id, ...change }) =>
      answer(async () => {
        if (Object.keys(change).length === 0) {
          throw new LociError("BAD_INPUT", `Cannot edit "${id}": give text, bank or both`);
        }
        const edited = await memory.edit(id, change);
        return { text: `Edited (${edited.id})`, data: { id: edited.id } };
      }),
  );
}

/** A failure is an answer that the model can act on. */
async function answer(
  work: () => Promise<{ readonly text: string; readonly data?: Record<string, unknown> }>,
): Promise<CallToolResult> {
  try {
    const { text, data } = await work();
    return { content: [{ type: "text", text }], ...(data && { structuredContent: data }) };
  } catch (error) {
    if (!(error instanceof LociError)) throw error;
    const text = `${error.code}: ${messageOf(error)}`;
    return { isError: true, content: [{ type: "text", text }] };
  }
}

/** What a conversation is to begin with, in Markdown, within about so many tokens of four letters. */
export async function contextText(
  memory: ModelMemory,
  query: string | undefined,
  tokens = 1_500,
): Promise<string> {
  const { facts, recent } = await memory.start();
  const hits = query === undefined ? [] : (await memory.recall(query)).hits;
  const parts = [
    ["Known of the person", facts.map(({ text, date }) => `- ${text}${dayOf(date)}`)],
    ["Remembered of it", hits.map((one) => `- ${lineOf(one)}`)],
    ["Lately", recent.map((one) => `- ${one.ago}: ${one.topic}: ${one.summary}`)],
  ] as const;
  const lines = parts.flatMap(([title, own]) => (own.length === 0 ? [] : [`## ${title}`, ...own]));
  let left = tokens * 4;
  const kept = lines.filter((one) => {
    left -= one.length + 1;
    return left >= 0;
  });
  return kept.join("\n") || "Nothing is remembered yet.";
}

const dayOf = (date: string): string => (date === "" ? "" : ` (${date})`);
const lineOf = ({ text, date, file, line, id }: Hit): string =>
  `${text.replace(/\s+/g, " ")}${dayOf(date)} [${file}:${line}, id ${id}]`;
