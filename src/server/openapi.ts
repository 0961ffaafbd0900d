import { z } from "zod";
import type { Needs } from "./caller.ts";
import type { Operation } from "./operation.ts";

/** The document in the form of OpenAPI 3.1 that describes operations: what each takes, answers and needs. */
export function describeApi(operations: readonly Operation[], version: string): object {
  const paths = new Map<string, Record<string, object>>();
  for (const one of operations) {
    const { path, method } = one;
    paths.set(path, { ...paths.get(path), [method.toLowerCase()]: describe(one) });
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Loci",
      version,
      description: "The memory of a vault over HTTP; docs/http.md tells it in words.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/" }],
    security: [{ token: [] }],
    tags: tagsOf(operations).map((name) => ({ name })),
    paths: Object.fromEntries(paths),
    components: {
      securitySchemes: {
        token: {
          type: "http",
          scheme: "bearer",
          description: "Of ~/.config/loci/token, or of `loci token`",
        },
      },
      schemas: { Failure: toJsonSchema(failureSchema, "output") },
      responses: {
        Failure: {
          description: "What was wrong, in one sentence",
          content: { "application/json": { schema: { $ref: "#/components/schemas/Failure" } } },
        },
      },
    },
  };
}

const failureSchema = z.looseObject({
  error: z.looseObject({
    code: z.string(),
    message: z.string(),
    data: z.looseObject({}),
  }),
});

const tokenFor: Readonly<Record<Needs, string>> = {
  read: "Any token opens it.",
  write: "Any token opens it that does not only read.",
  owner: "Only the vault's own token opens it.",
};

/** `/api/facts/{id}` is about `facts`. */
const tagOf = ({ path }: Operation): string => path.split("/")[2] ?? "api";

const tagsOf = (operations: readonly Operation[]): readonly string[] => [
  ...new Set(operations.map(tagOf)),
];

function describe(one: Operation): object {
  const { method, path, summary, needs, answer } = one;
  const name = path.replace(/^\/api\//, "").replaceAll(/[{}]/g, "");
  const parameters = [...pathParameters(path), ...queryParameters(one)];
  const failure = { $ref: "#/components/responses/Failure" };
  const content =
    answer === "events"
      ? { "text/event-stream": { schema: { type: "string" } } }
      : { "application/json": { schema: toJsonSchema(answer, "output") } };
  const body = requestBody(one);
  return {
    operationId: `${method.toLowerCase()}-${name}`.replaceAll(/[/-](\w)/g, (_, letter: string) =>
      letter.toUpperCase(),
    ),
    ...{ summary, description: tokenFor[needs], tags: [tagOf(one)] },
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: body }),
    responses: { "2XX": { description: "Done", content }, "4XX": failure, "5XX": failure },
  };
}

function requestBody({ body, bodyType }: Operation): object | undefined {
  if (bodyType !== undefined) {
    return {
      required: true,
      content: { [bodyType]: { schema: { type: "string", format: "binary" } } },
    };
  }
  if (body === undefined) return undefined;
  const schema = toJsonSchema(body, "input");
  const required = Array.isArray(schema.required) && schema.required.length > 0;
  return { required, content: { "application/json": { schema } } };
}

const pathParameters = (path: string): readonly object[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    ...{ name, in: "path", required: true, schema: { type: "string", minLength: 1 } },
  }));

function queryParameters({ query }: Operation): readonly object[] {
  if (query === undefined) return [];
  const { properties = {}, required = [] } = toJsonSchema(query, "input");
  return Object.entries(properties).map(([field, schema]) => ({
    // As people write it; `query` is understood too.
    name: field === "query" ? "q" : field,
    ...{ in: "query", required: required.includes(field), schema },
  }));
}

function toJsonSchema(schema: z.ZodType, io: "input" | "output"): z.core.JSONSchema.BaseSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, target: "draft-2020-12" });
  return rest;
}
