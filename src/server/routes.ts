import type { IncomingMessage } from "node:http";
import { chatSchema, emptySchema, factSchema, recallSchema, topicsSchema } from "./api-schemas.ts";
import type { Gate } from "./check-caller.ts";
import { checkFields, queryFields } from "./check-fields.ts";
import type { PageFile } from "./page-files.ts";
import { proofFor } from "./proof.ts";
import { readJson } from "./read-json.ts";
import { ok, type Reply } from "./reply.ts";
import type { NewMemory, ServedLoci } from "./served-loci.ts";
import type { ServedVoice } from "./served-voice.ts";
import { createSessionRoute } from "./session-routes.ts";
import { createSyncRoute } from "./sync-routes.ts";
import { createVoiceRoutes } from "./voice-routes.ts";

export interface Asked {
  readonly request: IncomingMessage;
  /** As it came, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Aborted when the server closes. */
  readonly closing: AbortSignal;
}

/** Methods that some address takes, besides HEAD. */
export const methods = ["GET", "POST", "DELETE"] as const;

type Answer = (asked: Asked) => Promise<Reply>;

/** One address. HEAD is answered wherever GET is. */
export interface Route extends Readonly<Partial<Record<(typeof methods)[number], Answer>>> {
  /** Who may ask: `page` and `open` need no token and hold no memory; links elsewhere may lead to a `page`. */
  readonly access: "token" | "open" | "page";
}

/** The addresses of the API, by their exact path. */
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
    [
      "/api/chat",
      { access: "token", POST: async ({ request }) => answerChat(loci, await readJson(request)) },
    ],
    ["/api/sessions", createSessionRoute(loci.sessions)],
    ["/api/sync", createSyncRoute(loci)],
    ...createVoiceRoutes(loci, voice),
  ];
}

/** Where the server says that it is there, and the files that it holds in memory. */
export function openRoutes(
  pageFiles: ReadonlyMap<string, PageFile>,
  gate: Gate,
): readonly (readonly [string, Route])[] {
  const pages = [...pageFiles].map(([path, { type, bytes }]) => {
    const reply = { type: "file", contentType: type, bytes } as const;
    return [path, { access: "page", GET: async () => reply }] as const;
  });
  return [
    ["/healthz", { access: "open", GET: async ({ query }) => ok(answerHealth(query, gate)) }],
    ...pages,
  ];
}

/** An address that leads to another. */
export const redirectRoute = (location: string): Route => ({
  access: "page",
  GET: async () => ({ type: "redirect", location }),
});

function answerHealth(query: URLSearchParams, gate: Gate): object {
  const proof = proofFor(query.get("nonce") ?? "", gate);
  return { ok: true, ...(proof === undefined ? {} : { proof }) };
}

async function answerRecall(loci: ServedLoci, fields: unknown): Promise<Reply> {
  const { query, k, ...filter } = checkFields(recallSchema, fields);
  const limit = k === undefined ? {} : { limit: k };
  const { hits, indexedAt } = await loci.recall(query, { ...filter, ...limit });
  return ok({ query, hits, indexedAt });
}

async function addFact(loci: ServedLoci, fields: unknown): Promise<Reply> {
  const { person, protect, ...rest } = checkFields(factSchema, fields);
  const memory: NewMemory = {
    ...rest,
    scope: person === undefined ? { kind: "global" } : { kind: "person", id: person },
    ...(protect === true ? { protected: true } : {}),
  };
  const [saved] = await loci.remember([memory]);
  if (saved === undefined) throw new TypeError("remember() returned nothing for one memory");
  return { type: "json", status: saved.status === "saved" ? 201 : 200, body: saved };
}

async function answerTopics(loci: ServedLoci, query: URLSearchParams): Promise<Reply> {
  const { all } = checkFields(topicsSchema, queryFields(query));
  const topics = await loci.topics();
  return ok({ topics: all === true ? topics : topics.filter(({ kind }) => kind === "topic") });
}

async function answerRecent(loci: ServedLoci, query: URLSearchParams): Promise<Reply> {
  checkFields(emptySchema, queryFields(query));
  return ok({ recent: await loci.recent() });
}

async function answerChat(loci: ServedLoci, fields: unknown): Promise<Reply> {
  const { message, session, ...who } = checkFields(chatSchema, fields);
  const resume = session === undefined ? {} : { resume: session };
  const conversation = await loci.converse({ ...who, ...resume });
  return { type: "events", events: (signal) => conversation.turn(message, {}, signal) };
}
