import type { WhichMessages } from "../agent/conversation/sessions.ts";
import type { Loci } from "../app/loci.ts";
import { LociError } from "../errors.ts";
import { personKey } from "../vault/topic/viewer.ts";
import {
  contextAnswer,
  eventsAnswer,
  messageAnswer,
  messagesAnswer,
  objectAnswer,
  removedAnswer,
  sessionAnswer,
  sessionsAnswer,
  wholeSessionAnswer,
} from "./answer-schemas.ts";
import {
  contextSchema,
  eventsSchema,
  messageSchema,
  messagesSchema,
  sessionQuerySchema,
  sessionRemovalSchema,
  sessionSettingsSchema,
  sessionStartSchema,
  threadSchema,
} from "./api-schemas.ts";
import { type Caller, speakerOf } from "./caller.ts";
import { type Operation, operation } from "./operation.ts";
import { ok, type Reply } from "./reply.ts";

/** `/api/sessions`: begins, lists, reads, ends, changes and removes the conversations on this device. */
export const sessionOperations = (sessions: Loci["sessions"]): readonly Operation[] => [
  operation({
    ...{ method: "GET", path: "/api/sessions", needs: "read" },
    summary: "Lists the conversations, newest first.",
    query: sessionQuerySchema,
    answer: sessionsAnswer,
    async reply({ query: which, caller: { person } }) {
      if (person === undefined) return ok({ sessions: await sessions.list(which) });
      const own = await sessions.list({ ...which, person });
      return ok({ sessions: own.filter(({ isBound }) => isBound) });
    },
  }),
  operation({
    ...{ method: "POST", path: "/api/sessions", needs: "write" },
    summary: "Begins a conversation.",
    body: sessionStartSchema,
    answer: sessionAnswer,
    async reply({ body, caller }) {
      const session = await sessions.begin({ ...body, ...speakerOf(caller) });
      return { type: "json", status: 201, body: { session } };
    },
  }),
  operation({
    ...{ method: "DELETE", path: "/api/sessions", needs: "write" },
    summary: "Removes what was said on a day, with a person or an agent, or in all conversations.",
    body: sessionRemovalSchema,
    answer: removedAnswer,
    reply: ({ body, caller }) => remove(sessions, body, caller),
  }),
  operation({
    ...{ method: "GET", path: "/api/sessions/{id}", needs: "read" },
    summary: "Reads a conversation: its messages, events and context.",
    answer: wholeSessionAnswer,
    reply: async ({ params, caller }) => ok(await own(sessions, params.id, caller)),
  }),
  operation({
    ...{ method: "PUT", path: "/api/sessions/{id}", needs: "write" },
    summary: "Changes the mode or the language of a conversation.",
    body: sessionSettingsSchema,
    answer: sessionAnswer,
    async reply({ params: { id = "" }, body, caller }) {
      await checkOwn(sessions, id, caller);
      if (Object.keys(body).length > 0) return ok({ session: await sessions.change(id, body) });
      throw new LociError(
        "BAD_INPUT",
        `Cannot change the conversation "${id}": send "mode" or "language"`,
        { data: { session: id } },
      );
    },
  }),
  operation({
    ...{ method: "DELETE", path: "/api/sessions/{id}", needs: "write" },
    summary: "Removes what was said in a conversation; what it taught stays.",
    answer: removedAnswer,
    async reply({ params: { id = "" }, caller }) {
      await checkOwn(sessions, id, caller);
      return ok(await sessions.remove({ id }));
    },
  }),
  operation({
    ...{ method: "POST", path: "/api/sessions/{id}/end", needs: "write" },
    summary: "Ends a conversation and digests it now.",
    answer: objectAnswer,
    async reply({ params: { id = "" }, caller, closing }) {
      await checkOwn(sessions, id, caller);
      return ok(await sessions.end(id, closing));
    },
  }),
  ...partsOf(sessions),
];

/** What a conversation consists of. */
const partsOf = (sessions: Loci["sessions"]): readonly Operation[] => [
  operation({
    ...{ method: "DELETE", path: "/api/sessions/{id}/thread", needs: "write" },
    summary: "Clears what was said with one agent; what was saved of it stays.",
    query: threadSchema,
    answer: objectAnswer,
    async reply({ params: { id = "" }, query: { agent }, caller }) {
      await checkOwn(sessions, id, caller);
      return ok(await sessions.clearThread(id, agent));
    },
  }),
  operation({
    ...{ method: "GET", path: "/api/sessions/{id}/messages", needs: "read" },
    summary: "Lists the messages of a conversation, of an agent, a role or a mode, oldest first.",
    query: messagesSchema,
    answer: messagesAnswer,
    async reply({ params, query: { page = 1, limit = 50, ...which }, caller }) {
      const { messages } = await own(sessions, params.id, caller, which);
      const total = messages.length;
      const part = messages.slice((page - 1) * limit, page * limit);
      const next = page * limit < total ? page + 1 : null;
      return ok({ messages: part, page, limit, total, next });
    },
  }),
  operation({
    ...{ method: "POST", path: "/api/sessions/{id}/messages", needs: "write" },
    summary: "Keeps a message that was said and answered elsewhere; no model is asked.",
    body: messageSchema,
    answer: messageAnswer,
    async reply({ params: { id = "" }, body, caller }) {
      await checkOwn(sessions, id, caller);
      const message = await sessions.addMessage(id, body);
      return { type: "json", status: 201, body: { message } };
    },
  }),
  operation({
    ...{ method: "GET", path: "/api/sessions/{id}/context", needs: "read" },
    summary: "Shows what an answer is made from: the last messages, what was recalled, and slots.",
    query: contextSchema,
    answer: contextAnswer,
    async reply({ params, query: { limit = 20, recalled = true }, caller }) {
      const { messages, context } = await own(sessions, params.id, caller);
      const last = messages.slice(-limit);
      if (recalled) return ok({ context: { ...context, messages: last } });
      const without = last.map((message) => ({ ...message, recalled: [] }));
      return ok({ context: { ...context, recalled: [], messages: without } });
    },
  }),
  operation({
    ...{ method: "GET", path: "/api/sessions/{id}/events", needs: "read" },
    summary: "Lists what happened in a conversation besides messages, of one type or all.",
    query: eventsSchema,
    answer: eventsAnswer,
    async reply({ params, query: { type, limit = Number.POSITIVE_INFINITY }, caller }) {
      const { events } = await own(sessions, params.id, caller);
      const ofType = events.filter((one) => type === undefined || one.type === type);
      return ok({ events: ofType.slice(-limit) });
    },
  }),
];

/** For a token there are only its person's conversations that were begun with one: nothing secret was told in them. */
async function own(sessions: Loci["sessions"], id = "", caller: Caller, which: WhichMessages = {}) {
  await checkOwn(sessions, id, caller);
  return sessions.read(id, which);
}

async function checkOwn(sessions: Loci["sessions"], id: string, caller: Caller): Promise<void> {
  if (caller.person === undefined) return;
  const { person, isBound } = await sessions.find(id);
  if (isBound && personKey(person ?? "") === personKey(caller.person)) return;
  throw new LociError(
    "NOT_FOUND",
    `Cannot find the conversation "${id}": there is none of that id`,
    { data: { session: id } },
  );
}

async function remove(
  sessions: Loci["sessions"],
  fields: ReturnType<typeof sessionRemovalSchema.parse>,
  caller: Caller,
): Promise<Reply> {
  const { all, ...scope } = fields;
  const isScope = Object.keys(scope).length > 0;
  if ((all === true) === isScope) {
    throw new LociError(
      "BAD_INPUT",
      'Cannot remove conversations: send "all": true, or a scope of "day", "person" and "agent"',
    );
  }
  const { person } = caller;
  if (person === undefined) return ok(await sessions.remove(all === true ? "all" : scope));
  // Of a person's conversations, only those that came in by such a token are there for it.
  let removed = 0;
  for (const { id, isBound } of await sessions.list({ ...scope, person }))
    if (isBound) removed += (await sessions.remove({ id })).removed;
  return ok({ removed });
}
