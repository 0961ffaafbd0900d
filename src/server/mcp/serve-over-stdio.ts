import { Readable, Writable } from "node:stream";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { createMcp, ownVersion } from "./create-mcp.ts";
import type { McpMemory } from "./mcp-ports.ts";
import type { ToolSet } from "./tool-sets.ts";

interface Streams {
  readonly stdin: NodeJS.ReadableStream;
  readonly stdout: NodeJS.WritableStream;
  /** For the log: what a client sent that is no message. */
  readonly report: (sentence: string) => void;
}

/** Serves MCP on standard input and output, until the input ends. */
export async function serveOverStdio(
  memory: McpMemory,
  offered: { readonly banks: readonly string[]; readonly tools: ToolSet },
  { stdin, stdout, report }: Streams,
): Promise<void> {
  const ended = new Promise<void>((resolve) => {
    stdin.once("end", resolve).once("close", resolve);
  });
  const about = { version: ownVersion(), ...offered };
  const serving = serveStdio(() => createMcp(memory, about), {
    transport: new StdioServerTransport(toReadable(stdin), toWritable(stdout)),
    onerror: (error) => report(`MCP: ${error.message}`),
  });
  await ended;
  await serving.close();
}

const toReadable = (stream: NodeJS.ReadableStream): Readable =>
  stream instanceof Readable ? stream : new Readable().wrap(stream);

const toWritable = (stream: NodeJS.WritableStream): Writable =>
  stream instanceof Writable
    ? stream
    : new Writable({ write: (chunk, _, done) => void stream.write(chunk, () => done()) });
