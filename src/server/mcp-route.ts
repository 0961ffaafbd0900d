import type { IncomingMessage } from "node:http";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { viewerSchema } from "./api-schemas.ts";
import { checkNamed, viewerOf } from "./caller.ts";
import { checkFields, queryFields } from "./check-fields.ts";
import { createMcp } from "./mcp/create-mcp.ts";
import { ownVersion } from "./mcp/own-version.ts";
import type { Reply } from "./reply.ts";
import type { RouteRequest } from "./routes.ts";
import type { ServedLoci } from "./server-ports.ts";

type McpLoci = Pick<ServedLoci, "forModels" | "settings">;

/** Serves one request. */
export type ServeMcp = (asked: RouteRequest, body?: unknown) => Promise<Reply>;

/** MCP's streamable HTTP, in its present form and the one before: `person` and `agent` in the address say who asks. */
export function createMcpServing({ forModels, settings: { banks } }: McpLoci): ServeMcp {
  const about = { version: ownVersion(), banks };
  const handler = createMcpHandler(async ({ requestInfo }) => {
    const { searchParams } = new URL(requestInfo?.url ?? "http://loci/");
    const viewer = checkFields(viewerSchema, queryFields(searchParams, viewerSchema));
    return createMcp(await forModels({ ...viewer, isAtHome: false }), about);
  });
  return async ({ request, query, caller, closing }, body) => {
    checkNamed(caller, checkFields(viewerSchema, queryFields(query, viewerSchema)));
    const address = new URL(`http://loci${request.url ?? "/mcp"}`);
    for (const [name, id] of Object.entries(viewerOf(caller))) address.searchParams.set(name, id);
    const init = { method: request.method ?? "GET", headers: headersOf(request) };
    const parts = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await handler.fetch(
      new Request(address, { ...init, ...parts, signal: closing }),
      {
        ...(body === undefined ? {} : { parsedBody: body }),
      },
    );
    return { type: "web", response };
  };
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
