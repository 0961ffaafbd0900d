import { LociError } from "../errors.ts";
import type { createMcpServing } from "./mcp-route.ts";
import { readJson } from "./read-body.ts";
import type { Route } from "./routes.ts";

/** `/mcp`; what speaks it is loaded by the first who asks. */
export function lazyMcpRoute(loci: Parameters<typeof createMcpServing>[0]): Route {
  const loading = async () => (await import("./mcp-route.ts")).createMcpServing(loci);
  let serving: ReturnType<typeof loading> | undefined;
  const load = () => {
    serving ??= loading();
    return serving;
  };
  return {
    access: "token",
    // What it can do is not told apart by reading and writing.
    needs: "write",
    GET: async (asked) => (await load())(asked),
    DELETE: async (asked) => (await load())(asked),
    POST: async (asked) => {
      const body = await readJson(asked.request);
      if (Array.isArray(body)) {
        throw new LociError("BAD_INPUT", "Cannot answer many calls in one: send them one by one");
      }
      return (await load())(asked, body);
    },
  };
}
