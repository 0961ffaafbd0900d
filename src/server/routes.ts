import type { IncomingMessage } from "node:http";
import { LociError } from "../errors.ts";
import {
  answerSchema,
  chatSchema,
  emptySchema,
  factSchema,
  loginSchema,
  recallSchema,
  sessionChangeSchema,
  sessionQuerySchema,
  sessionRemovalSchema,
  syncSchema,
  topicsSchema,
  viewerSchema,
} from "./api-schemas.ts";
import type { Credentials } from "./check-caller.ts";
import { checkFields, queryFields } from "./check-fields.ts";
import { Refusal } from "./failure.ts";
import type { PageFile } from "./page-files.ts";
import { readJson } from "./read-body.ts";
import { ok, type Reply } from "./reply.ts";
import { proofFor } from "./server-address.ts";
import type { NewMemory, ServedLoci, ServedSessions, ServedVoice } from "./server-ports.ts";
import { createVoiceRoutes } from "./voice-routes.ts";

export interface RouteRequest {
  readonly request: IncomingMessage;
  /** Undecoded, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Aborted when the server closes. */
  readonly closing: AbortSignal;
}

/** Methods that routes may support, besides HEAD. */
export const methods = ["GET", "POST", "DELETE"] as const;

type RouteHandler = (asked: RouteRequest) => Promise<Reply>;

/** A route: a handler per method. HEAD works wherever GET does. */
export interface Route extends Readonly<Partial<Record<(typeof methods)[number], RouteHandler>>> {
  /** `page` and `open` need no token and reveal nothing of the vault; other sites may link to a `page`. */
  readonly access: "token" | "open" | "page";
}

/** Returns the routes of the API, by exact path. */
export function apiRoutes(
  loci: ServedLoci,
  voice?: ServedVoice,
): readonly (readonly [string, Route])[] {
  return [
    [
      "/api/recall",
      {
        access: "token",
        GET: async ({ query }) => answerRecall(loci, queryFields(query)),
        POST: async ({ request }) => answerRecall(loci, await readJson(request)),
      },
    ],
    [
      "/api/facts",
      { access: "token", POST: async ({ request }) => addFact(loci, await readJson(request)) },
    ],
    ["/api/topics", { access: "token", GET: ({ query }) => answerTopics(loci, query) }],
    ["/api/recent", { access: "token", GET: ({ query }) => answerRecent(loci, query) }],
    ["/api/people", { access: "token", GET: ({ query }) => answerPeople(loci, query) }],
    [
      "/api/chat",
      { access: "token", POST: async ({ request }) => answerChat(loci, await readJson(request)) },
    ],
    ["/api/sessions", createSessionRoute(loci.sessions)],
    ["/api/inbox", createInboxRoute(loci)],
    ["/api/sync", createSyncRoute(loci)],
    ...createVoiceRoutes(loci, voice),
  ];
}

/** Returns the routes that need no token: health check, login and static pages. */
export function openRoutes(
  pageFiles: ReadonlyMap<string, PageFile>,
  credentials: Credentials,
): readonly (readonly [string, Route])[] {
  const pages = [...pageFiles].map(([path, { type, bytes }]) => {
    const reply = { type: "file", contentType: type, bytes } as const;
    return [path, { access: "page", GET: async () => reply }] as const;
  });
  return [
    ["/healthz", { access: "open", GET: async (asked) => ok(answerHealth(asked, credentials)) }],
    [
      "/login",
      { access: "open", POST: async ({ request }) => logIn(credentials, await readJson(request)) },
    ],
    ...pages,
  ];
}

/** Creates a route that redirects to another path. */
export const redirectRoute = (location: string): Route => ({
  access: "page",
  GET: async () => ({ type: "redirect", location }),
});

/** Exchanges a login code for a browser session. */
function logIn({ sessions }: Credentials, fields: unknown): Reply {
  const { code } = checkFields(loginSchema, fields);
  const opened = sessions.open(code);
  if (opened === undefined) {
    throw new Refusal(
      "UNAUTHORIZED",
      'Cannot open the memory: the code was used before, or is too old; "loci up --address" prints another',
    );
  }
  const { key, setCookie } = opened;
  return { ...ok({ key }), headers: { "set-cookie": setCookie } };
}

/** Proves to our own page that the server knows its session key, and to everybody else that it knows the token. */
function answerHealth({ request, query }: RouteRequest, credentials: Credentials): object {
  const secret = credentials.sessions.keyOf(request) ?? credentials.token;
  const proof = proofFor(query.get("nonce") ?? "", credentials.port, secret);
  return { ok: true, ...(proof === undefined ? {} : { proof }) };
}

async function answerRecall(loci: ServedLoci, fields: unknown): Promise<Reply> {
  const { query, k, ...filter } = checkFields(recallSchema, fields);
  const limit = k === undefined ? {} : { limit: k };
  const { hits, indexedAt } = await loci.memory.recall(query, { ...filter, ...limit });
  return ok({ query, hits, indexedAt });
}

async function addFact(loci: ServedLoci, fields: unknown): Promise<Reply> {
  const { person, protect, ...rest } = checkFields(factSchema, fields);
  const memory: NewMemory = {
    ...rest,
    scope: person === undefined ? { kind: "global" } : { kind: "person", id: person },
    ...(protect === true ? { protected: true } : {}),
  };
  const [saved] = await loci.memory.remember([memory]);
  if (saved === undefined) throw new TypeError("remember() returned nothing for one memory");
  return { type: "json", status: saved.status === "saved" ? 201 : 200, body: saved };
}

async function answerTopics(loci: ServedLoci, query: URLSearchParams): Promise<Reply> {
  const { all, ...viewer } = checkFields(topicsSchema, queryFields(query));
  const topics = await loci.memory.topics(viewer);
  return ok({ topics: all === true ? topics : topics.filter(({ kind }) => kind === "topic") });
}

async function answerRecent(loci: ServedLoci, query: URLSearchParams): Promise<Reply> {
  return ok({ recent: await loci.memory.recent(checkFields(viewerSchema, queryFields(query))) });
}

async function answerPeople(loci: ServedLoci, query: URLSearchParams): Promise<Reply> {
  checkFields(emptySchema, queryFields(query));
  return ok(await loci.memory.people());
}

async function answerChat(loci: ServedLoci, fields: unknown): Promise<Reply> {
  const { message, session, ...who } = checkFields(chatSchema, fields);
  const resume = session === undefined ? {} : { resume: session };
  const conversation = await loci.converse({ ...who, ...resume });
  return { type: "events", events: (signal) => conversation.say(message, {}, signal) };
}

/** `/api/sessions`: lists, reads, ends, changes and removes the conversations on this device. */
function createSessionRoute(sessions: ServedSessions): Route {
  return {
    access: "token",
    GET: ({ query }) => readOrList(sessions, queryFields(query)),
    POST: async ({ request, closing }) => change(sessions, await readJson(request), closing),
    DELETE: async ({ request }) => remove(sessions, await readJson(request)),
  };
}

async function readOrList(sessions: ServedSessions, fields: unknown): Promise<Reply> {
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

/** `/api/inbox`: what waits for a yes or no, and the answer to one. */
const createInboxRoute = ({ upkeep }: ServedLoci): Route => ({
  access: "token",
  GET: async ({ query }) => {
    const viewer = checkFields(viewerSchema, queryFields(query));
    return ok({ proposals: await upkeep.inbox(viewer) });
  },
  POST: async ({ request }) => {
    const { id, answer, ...viewer } = checkFields(answerSchema, await readJson(request));
    return ok(await upkeep.answer(id, answer === "yes", viewer));
  },
});

/** `/api/sync`: the state of sync, and a round on demand. */
function createSyncRoute(loci: Pick<ServedLoci, "sync">): Route {
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
