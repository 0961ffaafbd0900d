import type { Handler } from "hono";
import { viewerOf } from "./caller.ts";
import { viewer } from "./fields.ts";
import { checkFields, type Env } from "./operation.ts";
import type { ServedLoci } from "./start-server.ts";

/** `/mcp`: MCP's streamable HTTP, now and as of 2025. `person` and `agent` in the address say who asks. */
export const mcpHandler =
  ({ forModels, settings: { banks } }: ServedLoci): Handler<Env> =>
  async (c) => {
    const named = viewerOf(c.var.caller, checkFields(viewer, c.req.query()));
    const memory = await forModels({ ...named, isAtHome: false });
    // What speaks MCP is loaded by the first who asks.
    const { createMcpHandler } = await import("@modelcontextprotocol/server");
    const { createMcp } = await import("./mcp/create-mcp.ts");
    // One for a request, for it is of one viewer.
    const handler = createMcpHandler(() => createMcp(memory, banks));
    const signal = AbortSignal.any([c.req.raw.signal, c.var.closing]);
    return handler.fetch(new Request(c.req.raw, { signal }));
  };
