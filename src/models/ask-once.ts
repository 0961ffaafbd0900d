import { z } from "zod";
import { LociError } from "../errors.ts";
import type { Model, ModelMessage, ModelRequest } from "./respond.ts";

/** The whole answer of a model, for work in the background. Throws LociError MODEL_FAILED. */
export async function askOnce(
  model: Model,
  request: ModelRequest,
  signal?: AbortSignal,
): Promise<string> {
  const unusable = (state: string) =>
    new LociError(
      "MODEL_FAILED",
      `Cannot use the answer of ${model.id}: it ${state}; it is asked again later, or set model.name to another one`,
    );
  let text = "";
  for await (const event of model.respond(request, signal)) {
    if (event.type === "failure") throw event.error;
    if (event.type === "text") text += event.text;
    // No schema of ours has room for so much.
    if (text.length > 200_000) throw unusable("does not end");
    if (event.type !== "end") continue;
    if (event.reason === "filtered") throw unusable("was filtered");
    if (event.reason === "length" && request.format !== undefined) throw unusable("was cut off");
    return text;
  }
  throw unusable("did not end");
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
  /** An answer that does not fit is sent back once, with what is wrong with it. */
  readonly isRepaired?: boolean;
}

/** The answer of a model in a form of ours. Throws LociError MODEL_FAILED. */
export async function askForJson<T>(
  model: Model,
  { instructions, quoted, schema, name, maxTokens, misfit, isRepaired = false }: Question<T>,
  signal?: AbortSignal,
): Promise<T> {
  const format = { name, schema: toJsonSchema(schema, "output") };
  let messages: readonly ModelMessage[] = [
    { role: "system", content: instructions },
    { role: "user", content: quoted },
  ];
  for (let mayRepair = isRepaired; ; mayRepair = false) {
    const answer = await askOnce(model, { messages, format, maxTokens }, signal);
    try {
      return schema.parse(JSON.parse(jsonIn(answer)));
    } catch (error) {
      if (!mayRepair) throw new LociError("MODEL_FAILED", misfit);
      const fault = error instanceof z.ZodError ? z.prettifyError(error) : "It is not JSON";
      const again = `That is not the JSON that was asked for:\n${fault.slice(0, 1_000)}\nAnswer again, with the corrected JSON only.`;
      const content = answer.slice(0, 20_000);
      messages = [...messages, { role: "assistant", content }, { role: "user", content: again }];
    }
  }
}

/** The JSON object in an answer, without what is around it: thoughts, code fences, a sentence before it. */
function jsonIn(answer: string): string {
  const words = answer.slice(answer.lastIndexOf("</think>") + 1);
  return words.slice(words.indexOf("{"), words.lastIndexOf("}") + 1);
}

/** A schema as a model is told it: without its limits, which would cost tokens in each request. */
export function toJsonSchema(
  schema: z.ZodType,
  io: "input" | "output" = "input",
): z.core.JSONSchema.JSONSchema {
  const { $schema: _, ...plain } = z.toJSONSchema(schema, {
    io,
    override({ jsonSchema }) {
      for (const word of Object.keys(jsonSchema)) {
        if (/^(m(in|ax)|pattern|default)/.test(word)) Reflect.deleteProperty(jsonSchema, word);
      }
      if (jsonSchema.type === "object") jsonSchema.additionalProperties = false;
    },
  });
  return plain;
}
