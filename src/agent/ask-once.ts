import { z } from "zod";
import { LociError } from "../errors.ts";
import { jsonIn } from "../models/json-in.ts";
import type { Model, ModelRequest } from "../models/respond.ts";

/** The whole answer of a model, for work in the background. Throws LociError MODEL_FAILED. */
export async function askOnce(
  model: Model,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<string> {
  let text = "";
  for await (const event of model.respond(request, signal)) {
    if (event.type === "text") text += event.text;
    else if (event.type === "failure") throw event.error;
    else if (event.type === "end" && event.reason === "filtered") {
      throw new LociError("MODEL_FAILED", `Cannot use the answer of ${model.id}: it was filtered`);
    }
  }
  return text;
}

interface Question<T> {
  readonly instructions: string;
  /** What it is about: quoted data. */
  readonly quoted: string;
  /** Of the answer: the model is told it, and the answer is checked by it. */
  readonly schema: z.ZodType<T>;
  readonly name: string;
  readonly maxTokens: number;
  /** Said of an answer that does not fit, without its words, which may be the person's: this goes into reports. */
  readonly misfit: string;
}

/** The answer of a model in a form of ours. Throws LociError MODEL_FAILED. */
export async function askForJson<T>(
  model: Model,
  { instructions, quoted, schema, name, maxTokens, misfit }: Question<T>,
  signal: AbortSignal,
): Promise<T> {
  const messages = [
    { role: "system", content: instructions },
    { role: "user", content: quoted },
  ] as const;
  const format = { name, schema: toJsonSchema(schema) };
  const answer = await askOnce(model, { messages, format, maxTokens }, signal);
  try {
    return schema.parse(JSON.parse(jsonIn(answer)));
  } catch {
    throw new LociError("MODEL_FAILED", misfit);
  }
}

/** A schema as a model is told it: without its limits, which would cost tokens in each request. */
export function toJsonSchema(schema: z.ZodType): z.core.JSONSchema.JSONSchema {
  const { $schema: _, ...plain } = z.toJSONSchema(schema, {
    io: "input",
    override({ jsonSchema }) {
      for (const limit of limits) delete jsonSchema[limit];
      if (jsonSchema.type === "object") jsonSchema.additionalProperties = false;
    },
  });
  return plain;
}

const limits = [
  "minimum",
  "maximum",
  "minLength",
  "maxLength",
  "maxItems",
  "pattern",
  "default",
] as const;
