import { LociError } from "../errors.ts";
import { readJson } from "./read-body.ts";
import type { Route } from "./routes.ts";
import type { ServedLoci } from "./server-ports.ts";

/** `/mcp`; what speaks it is loaded by the first who asks. */
export function lazyMcpRoute(loci: Pick<ServedLoci, "forModels" | "settings">): Route {
  const loading = async () => (await import("./mcp-route.ts")).createMcpServing(loci);
  let serving: ReturnType<typeof loading> | undefined;
  const load = () => {
    serving ??= loading();
    return serving;
  };
  return {
    access: "token",
    // What it can do is not told apart by reading and writing.
    may: { needs: "write", within: ["person", "agent"] },
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
