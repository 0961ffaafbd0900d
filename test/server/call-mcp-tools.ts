/** What a server's tools answer, by plain requests of the protocol of 2025. */
export async function callMcpTools(
  origin: string,
  query: URLSearchParams,
  token: string,
  calls: readonly (readonly [name: string, args: object])[],
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
