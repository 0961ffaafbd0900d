import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { onTestFinished } from "vitest";
import { cleanEnv, lociCommand } from "../../run-loci.ts";
import { writeFiles } from "../../temp.ts";
import { serveVault } from "../serve-vault.ts";

type Era = "legacy" | { readonly pin: string };
/** The revisions of the protocol that clients speak. */
export const eras: readonly (readonly [string, Era])[] = [
  ["of 2026-07-28", { pin: "2026-07-28" }],
  ["of 2025", "legacy"],
];

async function connect(transport: Parameters<Client["connect"]>[0], era: Era): Promise<Client> {
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: era } });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return client;
}

/** A client of `loci mcp`. */
export function overStdio(root: string, era: Era, ...flags: string[]): Promise<Client> {
  const [command, main] = lociCommand;
  const args = [main, "mcp", "--vault", root, ...flags];
  return connect(new StdioClientTransport({ command, args, env: cleanEnv({}) }), era);
}

/** A vault that is served, and clients of its `/mcp`. */
export async function served(files: Record<string, string> = {}) {
  const { root, url, loci, server, token, tokenOf } = await serveVault();
  writeFiles(root, files);
  const address = new URL("/mcp", url);
  const overHttp = (
    era: Era,
    query = "",
    headers: Record<string, string> = {},
  ): Promise<Client> => {
    const sent = { authorization: `Bearer ${token}`, ...headers };
    const to = new URL(query, address);
    return connect(new StreamableHTTPClientTransport(to, { requestInit: { headers: sent } }), era);
  };
  const read = (file: string): string => readFileSync(join(root, file), "utf8");
  return { root, loci, server, overHttp, read, address, token, tokenOf };
}

/** What a tool says, and its data. */
export async function call(client: Client, name: string, args: Record<string, unknown> = {}) {
  const { content, structuredContent, isError } = await client.callTool({ name, arguments: args });
  const [first] = content;
  const text = first?.type === "text" ? first.text : "";
  return { text, data: Object(structuredContent), isError: isError === true };
}
