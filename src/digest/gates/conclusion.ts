import { z } from "zod";

/** Something worth keeping, as a model is asked for it: code decides. What each field is for stands in the instructions. */
export const conclusionSchema = z.object({
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

/** As it is judged; without a model it names no topic. */
export interface Conclusion extends Omit<z.infer<typeof conclusionSchema>, "topic"> {
  readonly topic?: string | null | undefined;
  /** The messages in which it was read without a model, which gives no quote. A model has nothing else to prove itself by. */
  readonly sources?: readonly number[];
}
