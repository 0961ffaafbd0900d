import { z } from "zod";

const write = z.strictObject({
  type: z.literal("write"),
  text: z.string(),
  file: z.string(),
  /** `YYYY-MM-DD`: the day it was said. */
  date: z.string(),
  fields: z.record(z.string(), z.string()),
  tags: z.array(z.string()),
  replaces: z.strictObject({ id: z.string(), text: z.string() }).nullable(),
  /** The person's own words, or ''. */
  said: z.string(),
});

const known = z.strictObject({ type: z.literal("known"), text: z.string(), file: z.string() });

/** What a digestion is going to do, decided once: however often it is begun, it does the same. */
const planSchema = z.strictObject({
  version: z.literal(2),
  /** As the log names the conversation: its session, with `#` and a number where it is not the first of it. */
  conversation: z.string(),
  /** Local time with offset. */
  time: z.string(),
  agent: z.string(),
  person: z.string().nullable(),
  modes: z.array(z.string()),
  languages: z.array(z.string()),
  steps: z.array(
    z.discriminatedUnion("type", [
      write,
      known,
      /** Saved while the conversation went on; what names its conversation itself needs no log. */
      known.extend({ type: z.literal("saved"), isInLog: z.boolean() }),
      z.strictObject({ type: z.literal("kept"), text: z.string(), reason: z.string() }),
    ]),
  ),
  /** Title and summary of the topics that are to be made. */
  newTopics: z.array(z.strictObject({ path: z.string(), title: z.string(), summary: z.string() })),
  resolved: z.strictObject({
    summary: z.string(),
    topic: z.string(),
    sentiment: z.enum(["positive", "neutral", "negative"]),
    intents: z.array(z.string()),
  }),
});

export type Plan = z.infer<typeof planSchema>;
export type PlanStep = Plan["steps"][number];
export type PlannedWrite = z.infer<typeof write>;

/** The plan that was kept; one of another form, or damaged, is made again from the conversation, which is still there. */
export function readPlan(kept: string | null): Plan | undefined {
  try {
    return kept === null ? undefined : planSchema.safeParse(JSON.parse(kept)).data;
  } catch {
    return undefined;
  }
}

/** Whether a memory that an event names was saved in this session. What is in no log yet says so by its event, else by its line. */
export const isSavedIn = (
  session: string,
  { isNew }: { readonly isNew?: boolean | undefined },
  source: string | undefined,
): boolean => (source === undefined ? isNew === true : source === session);

/** The mark of a text that a person forgot: what another person said in the same words stays. Without a person, the text alone. */
export const markOf = (text: string, person: string | null): string =>
  person === null ? text : `@${person} ${text}`;
