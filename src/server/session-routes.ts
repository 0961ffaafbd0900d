import { LociError } from "../errors.ts";
import { sessionChangeSchema, sessionQuerySchema, sessionRemovalSchema } from "./api-schemas.ts";
import { checkFields, queryFields } from "./check-fields.ts";
import { readJson } from "./read-json.ts";
import { ok, type Reply } from "./reply.ts";
import type { Route } from "./routes.ts";
import type { ServedSessions } from "./served-loci.ts";

/** `/api/sessions`: the conversations on this device, looked at, ended, changed and removed. */
export function createSessionRoute(sessions: ServedSessions): Route {
  return {
    access: "token",
    GET: ({ query }) => look(sessions, queryFields(query)),
    POST: async ({ request, closing }) => change(sessions, await readJson(request), closing),
    DELETE: async ({ request }) => remove(sessions, await readJson(request)),
  };
}

async function look(sessions: ServedSessions, fields: unknown): Promise<Reply> {
  const { id, ...which } = checkFields(sessionQuerySchema, fields);
  if (id !== undefined && Object.keys(which).length === 0) return ok(await sessions.read(id));
  if (id === undefined) return ok({ sessions: await sessions.list(which) });
  throw new LociError("BAD_INPUT", 'Cannot show conversations: send either "id", or which to list');
}

async function change(
  sessions: ServedSessions,
  fields: unknown,
  closing: AbortSignal,
): Promise<Reply> {
  const { id, end, ...wanted } = checkFields(sessionChangeSchema, fields);
  const isChanged = Object.keys(wanted).length > 0;
  if (end === true && !isChanged) return ok(await sessions.end(id, closing));
  if (end !== true && isChanged) return ok({ session: await sessions.change(id, wanted) });
  throw new LociError(
    "BAD_INPUT",
    `Cannot change the conversation "${id}": send either "end": true, or "mode" and "language"`,
    { data: { session: id } },
  );
}

async function remove(sessions: ServedSessions, fields: unknown): Promise<Reply> {
  const { andLearned, id, all, ...scope } = checkFields(sessionRemovalSchema, fields);
  const which = [
    ...(id === undefined ? [] : [{ id }]),
    ...(all === undefined ? [] : ["all" as const]),
    ...(Object.keys(scope).length === 0 ? [] : [scope]),
  ];
  if (which[0] !== undefined && which.length === 1) {
    const { removed, forgotten } = await sessions.remove(which[0], {
      andLearned: andLearned === true,
    });
    return ok(andLearned === true ? { removed, forgotten } : { removed });
  }
  throw new LociError(
    "BAD_INPUT",
    'Cannot remove conversations: send one of "id", "all": true, and a scope of "day", "person" and "agent"',
  );
}
