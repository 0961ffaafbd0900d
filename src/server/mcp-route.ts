import type { IncomingMessage } from "node:http";
import { createMcpHandler, type ServerEventBus } from "@modelcontextprotocol/server";
import type { Viewer } from "../vault/viewer.ts";
import { viewerSchema } from "./api-schemas.ts";
import { checkNamed, viewerOf } from "./caller.ts";
import { checkFields, queryFields } from "./check-fields.ts";
import { createMcp } from "./mcp/create-mcp.ts";
import type { McpMemory } from "./mcp/mcp-ports.ts";
import { ownVersion } from "./mcp/own-version.ts";
import { createSharedLooks, noticeChanges } from "./mcp/resource-notices.ts";
import type { Reply } from "./reply.ts";
import type { RouteRequest } from "./routes.ts";
import type { ServedLoci } from "./server-ports.ts";

type McpLoci = Pick<ServedLoci, "forModels" | "settings" | "index">;

/** Serves one request. */
export type ServeMcp = (asked: RouteRequest, body?: unknown) => Promise<Reply>;

/** MCP's streamable HTTP, in its present form and the one before: `person` and `agent` in the address say who asks. */
export function createMcpServing({ forModels, settings: { banks }, index }: McpLoci): ServeMcp {
  const version = ownVersion();
  const sharing = createSharedLooks(index.onChanged);
  /** One for a request: what it tells of changes is for one viewer. */
  const handlerFor = (memory: McpMemory, viewer: Viewer) => {
    const key = JSON.stringify([viewer.person, viewer.agent]);
    const bus: ServerEventBus = {
      publish() {},
      subscribe: (listener) =>
        noticeChanges(sharing(key, memory), index.onChanged, {
          updated: (uri) => listener({ kind: "resource_updated", uri }),
          listChanged: () => listener({ kind: "resources_list_changed" }),
          report: (sentence) => process.emitWarning(sentence),
        }),
    };
    return createMcpHandler(
      ({ era }) => createMcp(memory, { version, banks, notifies: era === "modern" }),
      { bus },
    );
  };
  return async ({ request, query, caller, closing }, body) => {
    const named = checkFields(viewerSchema, queryFields(query, viewerSchema));
    checkNamed(caller, named);
    const viewer = viewerOf(caller, named);
    const handler = handlerFor(await forModels({ ...viewer, isAtHome: false }), viewer);
    const address = `http://loci${request.url ?? "/mcp"}`;
    const init = { method: request.method ?? "GET", headers: headersOf(request) };
    const [sent, parsed] =
      body === undefined ? [{}, {}] : [{ body: JSON.stringify(body) }, { parsedBody: body }];
    const asking = new Request(address, { ...init, ...sent, signal: closing });
    return { type: "web", response: await handler.fetch(asking, parsed) };
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
