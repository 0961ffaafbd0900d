import type { CallToolResult, McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { LociError } from "../errors.ts";
import type { McpMemory } from "./mcp-ports.ts";
import {
  cardOf,
  entryIdIn,
  Fault,
  fault,
  findEntity,
  line,
  near,
  noFact,
  noteShape,
  recalled,
  recallShape,
  remembered,
} from "./memory-verbs.ts";
import { readTopics } from "./named-topics.ts";
import { reads, writes } from "./tool-answer.ts";

/**
 * The five core verbs of gbrain's MEMORY_VERBS v1 over the vault: a fact is a memory, an entity a topic. `visibility: private` marks
 * as secret, and a fact that is forgotten leaves its file, as all that Loci forgets.
 */
export function addVerbTools(server: McpServer, memory: McpMemory): void {
  addVerbReads(server, memory);
  addVerbWrites(server, memory);
}

function addVerbReads(server: McpServer, memory: McpMemory): void {
  server.registerTool(
    "recall",
    {
      description:
        "Retrieves saved facts: those of an entity, the latest, or with a query what fits it. facts[].fact_id is what forget takes.",
      inputSchema: recallShape,
      annotations: { title: "recall", ...reads },
    },
    (args) => verb(() => recalled(memory, args)),
  );
  server.registerTool(
    "entity",
    {
      description:
        "Looks up one known person, company or project. A miss is not an error: it gives found false and what is near.",
      inputSchema: z.object({ name: line }),
      annotations: { title: "entity", ...reads },
    },
    ({ name }) =>
      verb(async () => {
        const begun = Date.now();
        const found = await findEntity(memory, name);
        const card = found && cardOf(found, await readTopics(memory));
        const more = card === undefined ? { suggestions: await near(memory, name) } : { card };
        return { found: card !== undefined, latency_ms: Date.now() - begun, ...more };
      }),
  );
  server.registerTool(
    "synthesize",
    {
      description:
        "[EXPENSIVE / SLOW where a server has a model] Loci leaves answers to the model that asks: use recall and entity.",
      inputSchema: z.object({ question: line }),
      annotations: { title: "synthesize", ...reads },
    },
    () =>
      verb(async () => {
        throw fault("unavailable", "No model answers here", "Call recall, and answer from it");
      }),
  );
}

function addVerbWrites(server: McpServer, memory: McpMemory): void {
  server.registerTool(
    "remember",
    {
      description:
        "Saves one fact with its provenance. Branch on status: inserted, duplicate (id is the one that is there), superseded.",
      inputSchema: noteShape,
      annotations: { title: "remember", destructiveHint: false, ...writes },
    },
    (args) => verb(() => remembered(memory, args)),
  );
  server.registerTool(
    "forget",
    {
      description:
        "Forgets one fact by the id that remember and recall give. Only when the person asks for it; `loci undo` brings it back.",
      inputSchema: z.object({ id: line, reason: line.exactOptional() }),
      annotations: { title: "forget", destructiveHint: true, ...writes },
    },
    ({ id, reason = null }) =>
      verb(async () => {
        const entry = entryIdIn(id);
        if (entry === undefined) throw noFact(id);
        try {
          await memory.forget([entry]);
          return { id, expired: true, reason };
        } catch (error) {
          if (!(error instanceof LociError) || error.code !== "NOT_FOUND") throw error;
          return { id, expired: false, reason };
        }
      }),
  );
}

/** Answers in the protocol's envelope. */
async function verb(work: () => Promise<object>): Promise<CallToolResult> {
  const told = (value: object): CallToolResult => ({
    content: [{ type: "text", text: JSON.stringify({ ...value, protocol_version: 1 }) }],
  });
  try {
    return told(await work());
  } catch (error) {
    if (error instanceof Fault) {
      const { code, message, suggestion } = error;
      return { isError: true, ...told({ error: code, message, suggestion }) };
    }
    if (!(error instanceof LociError)) throw error;
    const code = error.code === "BAD_INPUT" ? "invalid_params" : "internal";
    const { message } = error;
    return { isError: true, ...told({ error: code, message, suggestion: message }) };
  }
}
