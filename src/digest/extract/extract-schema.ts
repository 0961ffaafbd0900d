import { z } from "zod";

const conclusionSchema = z.object({
  text: z
    .string()
    .describe("One self-contained sentence on one line, in the language of the person"),
  quote: z
    .string()
    .describe("The words of the person that say it, or of the proposal they agreed to, unchanged"),
  key: z
    .string()
    .describe("For what can have only one value at a time: a slot such as home_city; else empty"),
  importance: z.number().describe("0 to 1; 1 for what must never be lost, such as an allergy"),
  bank: z.string(),
  kind: z.enum(["preference", "decision", "fact", "plan", "discovery"]),
  sensitivity: z.enum(["normal", "personal", "health", "secret"]),
  relation: z.enum(["new", "known", "updates", "contradicts"]),
  of: z.string().nullable().describe("Label of the known line that the relation is to"),
  topic: z
    .string()
    .nullable()
    .default(null)
    .describe("Name of the given topic that it belongs to, a short title for a new one, or null"),
});

/** What a model is asked for, and what its answer is checked by. */
export const extractAnswerSchema = z.object({
  summary: z.string().describe("What the person talked about, in one line and in their words"),
  sentiment: z.enum(["positive", "neutral", "negative"]),
  intents: z.array(z.string()).describe("What the person wanted, a few words each"),
  conclusions: z.array(conclusionSchema),
});

/** The schema as a server takes it: strict ones want all fields. */
export function extractAnswerFormat(): Record<string, unknown> {
  const { $schema: _, ...schema } = z.toJSONSchema(extractAnswerSchema, {
    override({ jsonSchema }) {
      jsonSchema.default = undefined; // They know no such word.
    },
  });
  return schema;
}
