import { homedir } from "node:os";
import type { Client, Transport } from "@modelcontextprotocol/client";
import { readKey } from "../../models/choose/read-key.ts";
import type { ToolServerSettings } from "../../tool-settings.ts";

export interface ToolServer {
  readonly name: string;
  readonly settings: ToolServerSettings;
  /** The vault: no token is read from a file in it, and no program is started there. */
  readonly root: string;
  /** May hold the token: `LOCI_TOOLS_CALENDAR_TOKEN`. */
  readonly env: NodeJS.ProcessEnv;
  /** Aborted when Loci closes. */
  readonly signal: AbortSignal;
}

/** Bytes of one answer. */
const maxBytes = 2 * 2 ** 20;

/** Connects to a server, or starts it. Rejects with whatever went wrong; LociError BAD_CONFIG for a token that cannot be read. */
export async function connect(server: ToolServer): Promise<Client> {
  const { Client } = await import("@modelcontextprotocol/client");
  const client = new Client(
    { name: "loci", version: "1" },
    { versionNegotiation: { mode: "auto" }, capabilities: {} },
  );
  try {
    await client.connect(await openTransport(server), {
      timeout: server.settings.timeoutMs,
      signal: server.signal,
    });
  } catch (error) {
    await client.close();
    throw error;
  }
  return client;
}

async function openTransport({ name, settings, root, env }: ToolServer): Promise<Transport> {
  const { command, url, tokenFile: file } = settings;
  if (command !== undefined) {
    const { StdioClientTransport } = await import("@modelcontextprotocol/client/stdio");
    const [program, ...args] = command;
    return new StdioClientTransport({
      ...{ command: program, args, stderr: "ignore", maxBufferSize: maxBytes },
      cwd: env.HOME ?? homedir(), // A vault may hold settings for the program that came by a sync.
    });
  }
  const { StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client");
  const setting = `tools.${name}.tokenFile`;
  const variable = `LOCI_TOOLS_${name.toUpperCase().replaceAll("-", "_")}_TOKEN`;
  const token = readKey({ env, variable, setting, file, root });
  return new StreamableHTTPClientTransport(new URL(url ?? ""), {
    fetch: limitedFetch,
    ...(token === undefined
      ? {}
      : { requestInit: { headers: { authorization: `Bearer ${token}` } } }),
  });
}

/** An answer that is too long breaks off. */
async function limitedFetch(url: string | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  if (response.body === null) return response;
  let bytes = 0;
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.length;
      if (bytes > maxBytes)
        controller.error(new Error(`it answers with more than ${maxBytes} bytes`));
      else controller.enqueue(chunk);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(limit), { status, statusText, headers });
}
