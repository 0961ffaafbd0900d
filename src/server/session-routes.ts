import { z } from "@hono/zod-openapi";
import type { WhichSessions } from "../agent/conversation/sessions.ts";
import { LociError } from "../errors.ts";
import { personKey } from "../vault/topic/viewer.ts";
import { type Caller, speakerOf } from "./caller.ts";
import {
  agent,
  count,
  day,
  flag,
  maybe,
  mode,
  oneOf,
  page,
  pageOf,
  person,
  text,
} from "./fields.ts";
import { type Operation, operation } from "./operation.ts";
import type { ServedLoci } from "./start-server.ts";

type Sessions = ServedLoci["sessions"];

const language = maybe("A two-letter code, or its name");
const scope = { day, person: maybe("A person's id"), agent };

/** `/api/sessions`: begins, lists, reads, ends, changes and removes the conversations on this device. */
export const sessionOperations = (sessions: Sessions): readonly Operation[] => [
  operation({
    at: "GET /api/sessions",
    summary: "Lists the conversations, newest first.",
    query: scope,
    reply: async ({ query, caller }) => ({ sessions: await listFor(sessions, query, caller) }),
  }),
  operation({
    at: "POST /api/sessions",
    summary: "Begins a conversation.",
    body: { person, agent, mode, language },
    reply: async ({ body, caller, c }) =>
      c.json({ session: await sessions.begin({ ...body, ...speakerOf(caller) }) }, 201),
  }),
  operation({
    at: "DELETE /api/sessions",
    summary: "Removes what was said on a day, with a person or an agent, or in all conversations.",
    body: { ...scope, all: z.literal(true, "it must be true").optional().describe("All of them") },
    async reply({ body: { all, ...scope }, caller }) {
      if ((all === true) === Object.keys(scope).length > 0) {
        const message =
          'Cannot remove conversations: send "all": true, or "day", "person", "agent"';
        throw new LociError("BAD_INPUT", message);
      }
      if (caller.person === undefined) return sessions.remove(all === true ? "all" : scope);
      let removed = 0;
      for (const { id } of await listFor(sessions, scope, caller))
        removed += (await sessions.remove({ id })).removed;
      return { removed };
    },
  }),
  ...[...oneSession(sessions), ...partsOf(sessions)].map((one) => ({
    ...one,
    reply: async (asked: Parameters<Operation["reply"]>[0]) => {
      await checkOwn(sessions, asked.id, asked.caller);
      return one.reply(asked);
    },
  })),
];

const oneSession = (sessions: Sessions): readonly Operation[] => [
  operation({
    at: "GET /api/sessions/{id}",
    summary: "Reads a conversation: its messages, events and context.",
    reply: ({ id }) => sessions.read(id),
  }),
  operation({
    at: "PUT /api/sessions/{id}",
    summary: "Changes the mode or the language of a conversation.",
    body: { mode, language },
    reply: async ({ id, body }) => ({ session: await sessions.change(id, body) }),
  }),
  operation({
    at: "DELETE /api/sessions/{id}",
    summary: "Removes what was said in a conversation; what it taught stays.",
    reply: ({ id }) => sessions.remove({ id }),
  }),
  operation({
    at: "POST /api/sessions/{id}/end",
    summary: "Ends a conversation and digests it now.",
    reply: ({ id, c }) => sessions.end(id, c.var.closing),
  }),
];

/** What a conversation consists of. */
const partsOf = (sessions: Sessions): readonly Operation[] => [
  operation({
    at: "DELETE /api/sessions/{id}/thread",
    summary: "Clears what was said with one agent; what was saved of it stays.",
    query: { agent: text("The agent's id") },
    reply: ({ id, query: { agent } }) => sessions.clearThread(id, agent),
  }),
  operation({
    at: "GET /api/sessions/{id}/messages",
    summary: "Lists the messages of a conversation, of an agent, a role or a mode, oldest first.",
    query: { ...page, agent, role: oneOf("user", "assistant", "tool").optional(), mode },
    async reply({ id, query: { page, limit, ...which } }) {
      const { messages } = await sessions.read(id, which);
      const part = messages.slice((page - 1) * limit, page * limit);
      return { messages: part, ...pageOf(page, limit, messages.length) };
    },
  }),
  operation({
    at: "POST /api/sessions/{id}/messages",
    summary: "Keeps a message that was said and answered elsewhere; no model is asked.",
    body: { role: oneOf("user", "assistant"), content: text("What was said"), mode, language },
    reply: async ({ id, body, c }) => c.json({ message: await sessions.addMessage(id, body) }, 201),
  }),
  operation({
    at: "GET /api/sessions/{id}/context",
    summary: "Shows what an answer is made from: the last messages, what was recalled, and slots.",
    query: { limit: count("How many messages (20)"), recalled: flag("With what was recalled") },
    async reply({ id, query: { limit = 20, recalled = true } }) {
      const { messages, context } = await sessions.read(id);
      const last = messages.slice(-limit);
      if (recalled) return { context: { ...context, messages: last } };
      const without = last.map((message) => ({ ...message, recalled: [] }));
      return { context: { ...context, recalled: [], messages: without } };
    },
  }),
  operation({
    at: "GET /api/sessions/{id}/events",
    summary: "Lists what happened in a conversation besides messages, of one type or all.",
    query: { type: maybe("Only of this type"), limit: count("How many, the last ones") },
    async reply({ id, query: { type, limit = Number.POSITIVE_INFINITY } }) {
      const { events } = await sessions.read(id);
      const ofType = events.filter((one) => type === undefined || one.type === type);
      return { events: ofType.slice(-limit) };
    },
  }),
];

type Scope = Exclude<WhichSessions, "all">;

/** For a token there are only its person's conversations that were begun with one: nothing secret was told in them. */
async function listFor(
  sessions: Sessions,
  scope: Scope,
  { person }: Caller,
): ReturnType<Sessions["list"]> {
  if (person === undefined) return sessions.list(scope);
  return (await sessions.list({ ...scope, person })).filter(({ isBound }) => isBound);
}

async function checkOwn(sessions: Sessions, id: string, caller: Caller): Promise<void> {
  if (caller.person === undefined) return;
  const { person, isBound } = await sessions.find(id);
  if (isBound && personKey(person ?? "") === personKey(caller.person)) return;
  const message = `Cannot find the conversation "${id}": there is none of that id`;
  throw new LociError("NOT_FOUND", message, { data: { session: id } });
}
