import { Readable, Writable } from "node:stream";
import type { McpRequestContext, McpServer } from "@modelcontextprotocol/server";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { messageOf } from "../../errors.ts";
import type { ModelMemory } from "../../memory/for-models.ts";
import { createMcp } from "./create-mcp.ts";
import { ownVersion } from "./own-version.ts";
import { noticeChanges, type OnChanged } from "./resource-notices.ts";

interface Streams {
  readonly stdin: NodeJS.ReadableStream;
  readonly stdout: NodeJS.WritableStream;
  /** For the log: what a client sent that is not a message. */
  readonly report: (sentence: string) => void;
  readonly onChanged: OnChanged;
}

/** Serves MCP on standard input and output, until the input ends. */
export async function serveOverStdio(
  memory: ModelMemory,
  banks: readonly string[],
  { stdin, stdout, report, onChanged }: Streams,
): Promise<void> {
  const ended = new Promise<void>((resolve) => {
    stdin.once("end", resolve).once("close", resolve);
  });
  const about = { version: ownVersion(), banks, notifies: true };
  const open = ({ era }: McpRequestContext): McpServer => {
    const server = createMcp(memory, about);
    const wanted = new Set<string>();
    // In the present protocol the SDK itself knows who listens to what.
    const isWanted = (uri: string): boolean => era === "modern" || wanted.has(uri);
    server.server.setRequestHandler("resources/subscribe", ({ params }) => {
      wanted.add(params.uri);
      return {};
    });
    server.server.setRequestHandler("resources/unsubscribe", ({ params }) => {
      wanted.delete(params.uri);
      return {};
    });
    server.server.onclose = noticeChanges(memory, onChanged, {
      updated: (uri) => isWanted(uri) && send(server.server.sendResourceUpdated({ uri })),
      listChanged: () => send(server.server.sendResourceListChanged()),
      report,
    });
    return server;
  };
  const send = (sending: Promise<void>): void => {
    sending.catch((error: unknown) => report(`MCP: ${messageOf(error)}`));
  };
  const serving = serveStdio(open, {
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
