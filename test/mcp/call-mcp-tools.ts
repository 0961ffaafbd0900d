import type { ToolSet } from "../../src/mcp/tool-sets.ts";

type ToolCall = readonly [name: string, args: object];

/** Calls of every tool that reads, by whose names it goes: for all words and topics. */
export const mcpReads: Readonly<
  Record<ToolSet, (words: readonly string[], topics: readonly string[]) => readonly ToolCall[]>
> = {
  loci: (words, topics) => [
    ...words.map((query): ToolCall => ["recall", { query, limit: 50 }]),
    ...words.map((query): ToolCall => ["context", { query, budget_tokens: 20_000 }]),
    ...topics.map((topic): ToolCall => ["read_topic", { topic }]),
    ...[["list_topics", {}] as const, ["recent", {}] as const],
  ],
  reference: (words, topics) => [
    ["read_graph", {}],
    ["open_nodes", { names: topics }],
    ...words.map((query): ToolCall => ["search_nodes", { query }]),
  ],
  anthropic: (_, topics) =>
    ["", ...topics.flatMap((topic) => [`/${topic}`, `/${topic}.md`])].map((path) => [
      ...(["memory", { command: "view", path: `/memories${path}` }] as const),
    ]),
  gbrain: (words, topics) => [
    ["recall", {}],
    ...words.map((query): ToolCall => ["recall", { query }]),
    ...topics.map((entity): ToolCall => ["recall", { entity }]),
    ...topics.map((name): ToolCall => ["entity", { name }]),
  ],
};

/** What a server's tools answer, by plain requests of the protocol of 2025. */
export async function callMcpTools(
  origin: string,
  query: URLSearchParams,
  token: string,
  calls: readonly ToolCall[],
): Promise<string> {
  const headers = {
    ...{ authorization: `Bearer ${token}`, "content-type": "application/json" },
    accept: "application/json, text/event-stream",
  };
  const said = calls.map(async ([name, args]) => {
    const params = { name, arguments: args };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
    return (await fetch(`${origin}/mcp?${query}`, { method: "POST", headers, body })).text();
  });
  return (await Promise.all(said)).join("\n");
}
