import type { IncomingMessage } from "node:http";
import { objectAnswer, recallAnswer } from "./answer-schemas.ts";
import { loginSchema, recallSchema, syncSchema } from "./api-schemas.ts";
import { type Caller, hiding, type Needs, viewerOf } from "./caller.ts";
import { chatOperations } from "./chat-routes.ts";
import type { Credentials } from "./check-caller.ts";
import { checkFields } from "./check-fields.ts";
import { factOperations } from "./fact-routes.ts";
import { Refusal } from "./failure.ts";
import { listOperations } from "./list-routes.ts";
import { type Operation, operation } from "./operation.ts";
import type { PageFile } from "./page-files.ts";
import { pageOperations } from "./page-operations.ts";
import { readJson } from "./read-body.ts";
import { ok, type Reply } from "./reply.ts";
import { proofFor } from "./server-address.ts";
import type { ServedLoci, ServedVoice } from "./server-ports.ts";
import { sessionOperations } from "./session-routes.ts";
import { voiceOperations } from "./voice-routes.ts";

export interface RouteRequest {
  readonly request: IncomingMessage;
  /** Undecoded, without the query. */
  readonly path: string;
  /** What stands in the path for the `{name}`s of the route, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly caller: Caller;
  /** Aborted when the server closes. */
  readonly closing: AbortSignal;
}

/** Methods that routes may support, besides HEAD. */
export const methods = ["GET", "POST", "PUT", "DELETE"] as const;

type RouteHandler = (asked: RouteRequest) => Promise<Reply>;

/** A route: a handler per method. HEAD works wherever GET does. */
export interface Route extends Readonly<Partial<Record<(typeof methods)[number], RouteHandler>>> {
  /** `page` and `open` need no token and reveal nothing of the vault; other sites may link to a `page`. */
  readonly access: "token" | "open" | "page";
  /** Who may besides the vault's owner; an operation looks for itself. */
  readonly needs?: Needs;
}

/** The operations of the API. */
export function apiOperations(loci: ServedLoci, voice?: ServedVoice): readonly Operation[] {
  return [
    ...recallOperations(loci),
    ...factOperations(loci),
    ...listOperations(loci),
    ...chatOperations(loci),
    ...sessionOperations(loci.sessions),
    ...syncOperations(loci),
    ...voiceOperations(loci, voice),
    ...pageOperations(loci),
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

/** Leads to the page to talk on. */
export const toTalk: Route = {
  access: "page",
  GET: async () => ({ type: "redirect", location: "/talk/" }),
};

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
  const secret = credentials.sessions.keyOf(request) ?? credentials.proofSecret;
  const proof = proofFor(query.get("nonce") ?? "", credentials.port, secret);
  return { ok: true, ...(proof === undefined ? {} : { proof }) };
}

const recallOperations = ({ memory }: ServedLoci): readonly Operation[] => {
  const about = {
    path: "/api/recall",
    needs: "read",
    answer: recallAnswer,
    summary: "Finds the memories that answer a question.",
  } as const;
  const recall = async (
    { query, k, person, agent, ...filter }: ReturnType<typeof recallSchema.parse>,
    caller: Caller,
  ): Promise<Reply> => {
    const request = {
      ...filter,
      ...(k === undefined ? {} : { limit: k }),
      ...hiding(caller),
      viewer: viewerOf(caller, { person, agent }),
    };
    const { hits, indexedAt } = await memory.recall(query, request);
    return ok({ query, hits, indexedAt });
  };
  return [
    operation({
      ...about,
      ...{ method: "GET", query: recallSchema },
      reply: ({ query, caller }) => recall(query, caller),
    }),
    operation({
      ...about,
      ...{ method: "POST", body: recallSchema },
      reply: ({ body, caller }) => recall(body, caller),
    }),
  ];
};

/** `/api/sync`: the state of sync, and a round on demand. */
const syncOperations = ({ sync }: Pick<ServedLoci, "sync">): readonly Operation[] => [
  operation({
    ...{ method: "GET", path: "/api/sync", needs: "owner" },
    summary: "Says how the vault compares with its remote, without asking it.",
    answer: objectAnswer,
    reply: async () => ok(await sync.state()),
  }),
  operation({
    ...{ method: "POST", path: "/api/sync", needs: "owner" },
    summary: "Runs a round of sync now: commit, fetch, merge, push.",
    body: syncSchema,
    answer: objectAnswer,
    async reply({ body: { acceptDeletions = false, acceptPurge }, closing }) {
      const purge = acceptPurge === undefined ? {} : { purge: acceptPurge };
      const accept = { deletions: acceptDeletions, ...purge };
      return ok(await sync.round({ accept, signal: closing }));
    },
  }),
];
