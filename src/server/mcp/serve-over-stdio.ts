import { PassThrough, Readable } from "node:stream";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import type { ModelMemory } from "../../memory/for-models.ts";
import { createMcp } from "./create-mcp.ts";

interface Streams {
  readonly stdin: NodeJS.ReadableStream;
  readonly stdout: NodeJS.WritableStream;
  /** For the log: what a client sent that is not a message. */
  readonly report: (sentence: string) => void;
}

/** Serves MCP on standard input and output, until the input ends. */
export async function serveOverStdio(
  memory: ModelMemory,
  banks: readonly string[],
  { stdin, stdout, report }: Streams,
): Promise<void> {
  const ended = new Promise<void>((resolve) => {
    stdin.once("end", resolve).once("close", resolve);
  });
  const output = new PassThrough();
  output.pipe(stdout);
  const serving = serveStdio(() => createMcp(memory, banks), {
    transport: new StdioServerTransport(Readable.from(stdin), output),
    onerror: (error) => report(`MCP: ${error.message}`),
  });
  await ended;
  await serving.close();
}
