import type { HttpBindings } from "@hono/node-server";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { adviceOn, LociError } from "../errors.ts";
import { type Caller, checkPerson, type Needs, opensTo } from "./caller.ts";
import { anything } from "./fields.ts";

export interface Env {
  Bindings: HttpBindings;
  Variables: {
    readonly caller: Caller;
    /** Aborted when the server closes. */
    readonly closing: AbortSignal;
    /** Takes a sentence for the terminal. */
    readonly report: (sentence: string) => void;
  };
}

type Shape = z.ZodRawShape;
type None = Record<never, never>;
/** As checked: an optional field is there or not, and never undefined. */
type Fields<S extends Shape> = {
  [K in keyof z.output<z.ZodObject<S>>]: Exclude<z.output<z.ZodObject<S>>[K], undefined>;
};

/** What an operation takes, who may, and what it answers. One schema validates, types and documents. */
interface Contract<Query extends Shape, Body extends Shape> {
  /** Method and path; `{id}` stands for one part of it. */
  readonly at: `${"GET" | "POST" | "PUT" | "DELETE"} /${string}`;
  /** Default: `read` for GET, else `write`. */
  readonly needs?: Needs;
  /** One sentence. */
  readonly summary: string;
  readonly query?: Query;
  /** Of a JSON body; without a field that is needed it may be left out. */
  readonly body?: Body;
  /** Fields that are not named are let through, for clients that send what means nothing here. */
  readonly isLoose?: true;
  /** Another body than JSON. */
  readonly bodyType?: "audio/wav";
  /** What a successful answer holds; default: as docs/http.md describes it. `events`: server-sent ones. */
  readonly answer?: z.ZodType | "events";
}

/** A request with its fields checked. */
interface Asked<Query extends Shape, Body extends Shape> {
  readonly query: Fields<Query>;
  readonly body: Fields<Body>;
  /** The part of the path that `{id}` stands for; else "". */
  readonly id: string;
  readonly caller: Caller;
  readonly c: Context<Env>;
}

export interface Operation extends Contract<Shape, Shape> {
  /** Gets what was sent, unchecked but for its shape. */
  readonly reply: (asked: Asked<Shape, Shape>) => Promise<object>;
}

/** Creates an operation; `reply` gives a Response, or an object to send as JSON. */
export const operation = <Query extends Shape = None, Body extends Shape = None>(
  one: Contract<Query, Body> & {
    readonly reply: (asked: Asked<Query, Body>) => Promise<object>;
  },
): Operation => one as unknown as Operation; // Its schemas have checked what its reply gets.

/** Adds operations to an app and to its OpenAPI document. */
export function addOperations(app: OpenAPIHono<Env>, operations: readonly Operation[]): void {
  for (const one of operations) {
    app.openapi(
      toRoute(one),
      async (c: Context<Env>) => {
        const valid = (target: "json" | "query"): Fields<Shape> =>
          c.req.valid(target as never) ?? {};
        const [query, body] = [valid("query"), one.body === undefined ? {} : valid("json")];
        const { caller } = c.var;
        checkPerson(caller, query);
        checkPerson(caller, body);
        const id = c.req.param("id") ?? "";
        const reply = await one.reply({ query, body, id, caller, c });
        return reply instanceof Response ? reply : c.json(reply);
      },
      (result) => {
        if (!result.success) throw wrongField(result.error, { ...one.query, ...one.body });
      },
    );
  }
}

const failure = {
  description: "What was wrong, in one sentence",
  content: {
    "application/json": {
      schema: z
        .looseObject({
          error: z.looseObject({ code: z.string(), message: z.string(), data: anything }),
        })
        .openapi("Failure"),
    },
  },
};

const idOf = z.object({ id: z.string().min(1).describe("Its id, as lists give it") });

/** Who may ask for it. */
export const needsOf = ({ at, needs }: Pick<Operation, "at" | "needs">): Needs =>
  needs ?? (at.startsWith("GET ") ? "read" : "write");

const methods = z.enum(["get", "post", "put", "delete"]);

function toRoute({ at, summary, query, answer = anything, ...one }: Operation) {
  const [verb = "", path = ""] = at.split(" ");
  const method = methods.parse(verb.toLowerCase());
  const needs = needsOf({ at, ...one });
  const name = path.replace(/^\/api\//, "").replaceAll(/[{}]/g, "");
  const content =
    answer === "events"
      ? { "text/event-stream": { schema: z.string() } }
      : { "application/json": { schema: answer } };
  const body = bodyOf(one);
  return createRoute({
    method,
    path,
    summary,
    middleware: opensTo(needs),
    operationId: `${method}-${name}`.replaceAll(/[/.-]+(\w)/g, (_, letter: string) =>
      letter.toUpperCase(),
    ),
    description: needs === "owner" ? "Needs the vault's own token." : `Needs a token to ${needs}.`,
    tags: [path.split("/")[2] ?? "api"],
    request: {
      query: z.strictObject(query ?? {}),
      ...(path.includes("{id}") && { params: idOf }),
      ...(body && { body }),
    },
    responses: { "2XX": { description: "Done", content }, "4XX": failure, "5XX": failure },
  });
}

function bodyOf({ body, bodyType, isLoose }: Pick<Operation, "body" | "bodyType" | "isLoose">) {
  if (bodyType !== undefined) {
    const schema = { type: "string", format: "binary" } as const;
    return { required: true, content: { [bodyType]: { schema } } };
  }
  if (body === undefined) return undefined;
  const schema = isLoose ? z.looseObject(body) : z.strictObject(body);
  return {
    required: !schema.safeParse({}).success,
    content: { "application/json": { schema } },
  };
}

/** Checks the fields of a query by themselves. Throws LociError BAD_INPUT that names the first wrong one. */
export function checkFields<S extends Shape>(shape: S, given: unknown): Fields<S> {
  const checked = z.strictObject(shape).safeParse(given);
  if (checked.success) return checked.data as Fields<S>;
  throw wrongField(checked.error, shape);
}

function wrongField({ issues: [issue] }: z.ZodError, shape: Shape): LociError {
  const fields = Object.keys(shape);
  const [unknown] = issue?.code === "unrecognized_keys" ? issue.keys : [];
  const field = (unknown ?? issue?.path.join(".") ?? "").slice(0, 80);
  const none = fields.length === 0 ? "this address takes none" : `there are ${fields.join(", ")}`;
  const state =
    unknown === undefined
      ? (issue?.message ?? "it is not valid")
      : `there is no such field; ${adviceOn(field, fields, none)}`;
  const message =
    field === "" && unknown === undefined
      ? "Cannot read the body: it is JSON, but not an object"
      : `Cannot use the field "${field}": ${state}`;
  return new LociError("BAD_INPUT", message, { data: { field, fields } });
}
