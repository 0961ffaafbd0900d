import type { IncomingMessage } from "node:http";
import { emptySchema, syncSchema } from "./api-schemas.ts";
import { checkFields, queryFields } from "./check-fields.ts";
import { readJson } from "./read-json.ts";
import { ok } from "./reply.ts";
import type { Route } from "./routes.ts";
import type { ServedLoci } from "./served-loci.ts";

/** `/api/sync`: how the vault stands to its remote, and one round now. */
export function createSyncRoute(loci: Pick<ServedLoci, "sync">): Route {
  return {
    access: "token",
    async GET({ query }) {
      checkFields(emptySchema, queryFields(query));
      return ok(await loci.sync.state());
    },
    async POST({ request, closing }) {
      const body = hasBody(request) ? await readJson(request) : {};
      const { acceptRewrite, acceptDeletions } = checkFields(syncSchema, body);
      const accept = { rewrite: acceptRewrite === true, deletions: acceptDeletions === true };
      return ok(await loci.sync.round({ accept, signal: closing }));
    },
  };
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
