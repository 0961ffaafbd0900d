import { z } from "zod";

const conclusionSchema = z.object({
  text: z.string(),
  quote: z.string(),
  key: z.string(),
  importance: z.number(),
  bank: z.string(),
  kind: z.enum(["preference", "decision", "fact", "plan", "discovery"]),
  sensitivity: z.enum(["normal", "personal", "health", "secret"]),
  relation: z.enum(["new", "known", "updates", "contradicts"]),
  of: z.string().nullable(),
  topic: z.string().nullable().default(null),
});

/** What a model is asked for, and what its answer is checked by; what each field is for stands in the instructions. */
export const extractAnswerSchema = z.object({
  summary: z.string(),
  sentiment: z.enum(["positive", "neutral", "negative"]),
  intents: z.array(z.string()),
  conclusions: z.array(conclusionSchema),
});
