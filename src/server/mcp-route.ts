import type { IncomingMessage } from "node:http";
import type { ServerEventBus } from "@modelcontextprotocol/server";
import { LociError } from "../errors.ts";
import { viewerSchema } from "./api-schemas.ts";
import { checkNamed, viewerOf } from "./caller.ts";
import { checkFields, queryFields } from "./check-fields.ts";
import { ownVersion } from "./mcp/own-version.ts";
import { noticeChanges } from "./mcp/resource-notices.ts";
import { readJson } from "./read-body.ts";
import type { Reply } from "./reply.ts";
import type { Route, RouteRequest } from "./routes.ts";
import type { ServedLoci } from "./server-ports.ts";

type McpLoci = Pick<ServedLoci, "forModels" | "settings" | "index">;

/** `/mcp`: MCP's streamable HTTP, in its present form and the one before. `person` and `agent` in the address say who asks. */
export function mcpRoute({ forModels, settings: { banks }, index }: McpLoci): Route {
  const version = ownVersion();
  const serve = async (asked: RouteRequest, body?: unknown): Promise<Reply> => {
    const { query, caller } = asked;
    const named = checkFields(viewerSchema, queryFields(query, viewerSchema));
    checkNamed(caller, named);
    const memory = await forModels({ ...viewerOf(caller, named), isAtHome: false });
    // What speaks MCP is loaded by the first who asks.
    const { createMcpHandler } = await import("@modelcontextprotocol/server");
    const { createMcp } = await import("./mcp/create-mcp.ts");
    const bus: ServerEventBus = {
      publish() {},
      subscribe: (listener) =>
        noticeChanges(memory, index.onChanged, {
          updated: (uri) => listener({ kind: "resource_updated", uri }),
          listChanged: () => listener({ kind: "resources_list_changed" }),
          report: (sentence) => process.emitWarning(sentence),
        }),
    };
    // One for a request: what it tells of changes is for one viewer.
    const handler = createMcpHandler(
      ({ era }) => createMcp(memory, { version, banks, notifies: era === "modern" }),
      { bus },
    );
    const parsed = body === undefined ? {} : { parsedBody: body };
    return { type: "web", response: await handler.fetch(toWebRequest(asked, body), parsed) };
  };
  return {
    access: "token",
    // What it can do is not told apart by reading and writing.
    needs: "write",
    GET: (asked) => serve(asked),
    DELETE: (asked) => serve(asked),
    async POST(asked) {
      const body = await readJson(asked.request);
      if (Array.isArray(body)) {
        throw new LociError("BAD_INPUT", "Cannot answer many calls in one: send them one by one");
      }
      return serve(asked, body);
    },
  };
}

function toWebRequest({ request, closing }: RouteRequest, body: unknown): Request {
  return new Request(`http://loci${request.url ?? "/mcp"}`, {
    method: request.method ?? "GET",
    headers: headersOf(request),
    signal: closing,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

/** Without what only this connection means. */
function headersOf({ headersDistinct }: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(headersDistinct)) {
    if (/^(?:authorization|cookie|connection|content-length|host|transfer-encoding)$/.test(name))
      continue;
    for (const value of values) headers.append(name, value);
  }
  return headers;
}
