import { z } from "zod";
import type { ExtractAnswer } from "../../models/task.ts";

const conclusionSchema = z.strictObject({
  text: z
    .string()
    .describe("One self-contained sentence on one line, in the language of the person"),
  key: z
    .string()
    .describe("For what can have only one value at a time: a slot such as home_city; else empty"),
  importance: z.number().describe("0 to 1; 1 for what must never be lost, such as an allergy"),
  bank: z.string(),
  kind: z.enum(["preference", "decision", "fact", "plan", "discovery"]),
  confirmed: z.boolean().describe("The person said it or agreed to it"),
  sources: z.array(z.number()).describe("Ids of the person's messages that it comes from"),
  sensitivity: z.enum(["normal", "personal", "health", "secret"]),
  relation: z.enum(["new", "known", "updates", "contradicts"]),
  of: z.string().nullable().describe("Label of the known line that the relation is to"),
  topic: z
    .string()
    .nullable()
    .optional()
    .describe("Name of the given topic that it belongs to, a short title for a new one, or null"),
});

/** An ExtractAnswer as a model is asked for it. */
export const extractAnswerSchema: z.ZodType<ExtractAnswer> = z.strictObject({
  summary: z.string().describe("What the conversation was about, in one line"),
  topic: z.string().describe("Name for a topic that this belongs to: one to three words"),
  sentiment: z.enum(["positive", "neutral", "negative"]),
  intents: z.array(z.string()).describe("What the person wanted, a few words each"),
  conclusions: z.array(conclusionSchema),
});

/** The schema that a model is given: it names a topic for each conclusion, or null, and strict servers want all fields. */
export function extractAnswerFormat(): Record<string, unknown> {
  const { $schema: _, ...schema } = z.toJSONSchema(extractAnswerSchema, {
    override({ zodSchema, jsonSchema }) {
      if (zodSchema === conclusionSchema) jsonSchema.required = Object.keys(conclusionSchema.shape);
    },
  });
  return schema;
}

const knownLabelSchema = z.strictObject({ label: z.string(), file: z.string(), id: z.string() });

/** What an extraction came to, as it is kept until it is applied. */
export const extractionSchema = z.strictObject({
  version: z.literal(1),
  answer: extractAnswerSchema,
  /** The known lines that the answer refers to. */
  known: z.array(knownLabelSchema),
});

/** As it is kept. */
export type Extraction = z.infer<typeof extractionSchema>;
/** A known line by the label that the answer has for it. */
export type KnownLabel = z.infer<typeof knownLabelSchema>;
