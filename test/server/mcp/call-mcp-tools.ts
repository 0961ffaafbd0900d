type ToolCall = readonly [name: string, args: object];

/** Calls of every tool that reads, for all words and topics. */
export const mcpReads = (
  words: readonly string[],
  topics: readonly string[],
): readonly ToolCall[] => [
  ...words.map((query): ToolCall => ["recall", { query, limit: 50 }]),
  ...words.map((query): ToolCall => ["context", { query, budget_tokens: 20_000 }]),
  ...topics.map((topic): ToolCall => ["read_topic", { topic }]),
  ...[["list_topics", {}] as const, ["recent", {}] as const],
];

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
