import type { IncomingMessage } from "node:http";
import type { z } from "zod";
import { emptySchema } from "./api-schemas.ts";
import { type Caller, checkMay, checkNamed, type Needs } from "./caller.ts";
import { checkFields, queryFields } from "./check-fields.ts";
import { Refusal } from "./failure.ts";
import { readJson } from "./read-body.ts";
import type { Reply } from "./reply.ts";
import type { methods, Route, RouteRequest } from "./routes.ts";

type Shape = z.ZodRawShape;
/** Of what takes no field. */
type None = Record<never, never>;
type Fields<S extends Shape> = z.output<z.ZodObject<S>>;

/** One method of one address: what it takes, who may, and what answers it. The OpenAPI document is made of these. */
export interface Operation {
  readonly needs: Needs;
  readonly method: (typeof methods)[number];
  /** `{name}` stands for one part of a path. */
  readonly path: string;
  /** One sentence. */
  readonly summary: string;
  readonly query?: z.ZodObject | undefined;
  /** Of a JSON body; one that is optional takes no field that is needed. */
  readonly body?: z.ZodObject | undefined;
  /** What a successful answer holds: a schema, or `events` for server-sent events. */
  readonly answer: z.ZodType | "events";
  /** Another body than JSON. */
  readonly bodyType?: "audio/wav";
  readonly handle: (asked: RouteRequest) => Promise<Reply>;
}

/** A request with its fields checked. */
export interface Asked<Query extends Shape = None, Body extends Shape = None> {
  readonly query: Fields<Query>;
  readonly body: Fields<Body>;
  /** The decoded parts of the path. */
  readonly params: Readonly<Record<string, string>>;
  readonly caller: Caller;
  readonly closing: AbortSignal;
  readonly request: IncomingMessage;
}

/** Creates an operation whose `reply` gets its fields checked by the schemas. */
export function operation<Query extends Shape = None, Body extends Shape = None>({
  reply,
  ...about
}: Omit<Operation, "handle" | "query" | "body"> & {
  readonly query?: z.ZodObject<Query>;
  readonly body?: z.ZodObject<Body>;
  readonly reply: (asked: Asked<Query, Body>) => Promise<Reply>;
}): Operation {
  const { query: querySchema, body: bodySchema, bodyType } = about;
  const handle = async ({ request, query, ...asked }: RouteRequest): Promise<Reply> => {
    checkMay(asked.caller, about.needs);
    const fields = checkFields(querySchema ?? emptySchema, queryFields(query, querySchema));
    checkNamed(asked.caller, fields);
    const sent = bodySchema && bodyType === undefined ? await bodyOf(request) : {};
    const body = checkFields(bodySchema ?? emptySchema, sent);
    checkNamed(asked.caller, body);
    return reply({
      ...asked,
      ...{ request, query: fields as Fields<Query>, body: body as Fields<Body> },
    });
  };
  return { ...about, handle };
}

/** A body that was not sent is an empty object. */
async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const { headers } = request;
  const isSent =
    headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
  return isSent || headers["content-type"] !== undefined ? readJson(request) : {};
}

/** The routes of operations, by path. */
export function toRoutes(operations: readonly Operation[]): Map<string, Route> {
  const routes = new Map<string, Route>();
  for (const { path, method, handle } of operations) {
    routes.set(path, { ...routes.get(path), access: "token", needs: "read", [method]: handle });
  }
  return routes;
}

interface FoundRoute {
  readonly pattern: string;
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

/** The route of a path, and what stands in the path for its `{name}`s. */
export function findRoute(
  routes: ReadonlyMap<string, Route>,
  path: string,
): FoundRoute | undefined {
  const exact = routes.get(path);
  if (exact !== undefined) return { pattern: path, route: exact, params: {} };
  const parts = path.split("/");
  for (const [pattern, route] of routes) {
    const params = pattern.includes("{") ? matchParts(pattern.split("/"), parts) : undefined;
    if (params !== undefined) return { pattern, route, params };
  }
  return undefined;
}

function matchParts(
  pattern: readonly string[],
  parts: readonly string[],
): Readonly<Record<string, string>> | undefined {
  if (pattern.length !== parts.length) return undefined;
  const params = new Map<string, string>();
  for (const [at, wanted] of pattern.entries()) {
    const part = parts[at] ?? "";
    const [, name] = /^\{(\w+)\}$/.exec(wanted) ?? [];
    if (name === undefined ? part !== wanted : part === "") return undefined;
    if (name !== undefined) params.set(name, decode(part));
  }
  return Object.fromEntries(params);
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new Refusal("NOT_FOUND", `Cannot open "${part.slice(0, 80)}": it is not an address`);
  }
}
