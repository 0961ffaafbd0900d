import { z } from "zod";

const writeSchema = z.strictObject({
  type: z.literal("write"),
  path: z.string(),
  text: z.string(),
  /** `YYYY-MM-DD`: the day it was said. */
  date: z.string(),
  fields: z.record(z.string(), z.string()),
  tags: z.array(z.string()),
  replaces: z.strictObject({ id: z.string(), text: z.string() }).nullable(),
  /** The person's own words, or ''. */
  said: z.string(),
});

const knownSchema = z.strictObject({
  type: z.literal("known"),
  text: z.string(),
  file: z.string(),
});

const keptSchema = z.strictObject({
  type: z.literal("kept"),
  text: z.string(),
  reason: z.string(),
});

/** What a digestion is going to do, decided once: however often it is begun, it does the same. */
export const planSchema = z.strictObject({
  version: z.literal(1),
  /** As the log names the conversation: its session, with `#` and a number where it is not the first of it. */
  conversation: z.string(),
  /** Local time with offset. */
  time: z.string(),
  agent: z.string(),
  person: z.string().nullable(),
  modes: z.array(z.string()),
  languages: z.array(z.string()),
  steps: z.array(z.discriminatedUnion("type", [writeSchema, knownSchema, keptSchema])),
  /** Title and summary of the topics that are to be made. */
  newTopics: z.array(z.strictObject({ path: z.string(), title: z.string(), summary: z.string() })),
  dropped: z.record(z.string(), z.number()),
  resolved: z.strictObject({
    summary: z.string(),
    topic: z.string(),
    sentiment: z.enum(["positive", "neutral", "negative"]),
    intents: z.array(z.string()),
  }),
});

export type Plan = z.infer<typeof planSchema>;
export type PlanStep = Plan["steps"][number];
export type PlannedWrite = z.infer<typeof writeSchema>;
