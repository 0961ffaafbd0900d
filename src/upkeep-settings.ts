import { z } from "zod";

/** Settings of what keeps the memory healthy over the years. */
export const upkeepSettings = {
  bankDescriptions: z
    .record(z.string().min(1).max(60), z.string().trim().min(1).max(200))
    .default({
      Personal: "who somebody is and how they live: home, family facts, habits, tastes, belongings",
      Work: "jobs, colleagues, projects, studies",
      General: "what fits no other",
      Relationships: "friends, relatives, partners, what is between people",
      Health: "illness, allergies, medicine, sleep, sport for health's sake",
      Interests: "hobbies, books, films, music, food and cooking as a pastime, travel",
      Events: "appointments, plans, what happens on a day",
    })
    .describe(
      "One line for each bank, for the model that sorts what was learned; those that are named here stand instead of the usual ones",
    ),
  upkeep: z
    .strictObject({
      enabled: z.boolean().default(true).describe("`loci up` tidies the vault each night"),
      at: z
        .string()
        .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "write a time such as 03:30")
        .default("03:30")
        .describe("When; a night that was slept through is caught up"),
      keeper: z
        .string()
        .min(1)
        .optional()
        .describe("Name of the one device that does it; a vault that is not synced needs none"),
      maxShare: z
        .number()
        .min(0)
        .max(1)
        .default(0.1)
        .describe(
          "Most that one run takes out of recall, as a share of what a scope has learned (a batch always may); a task that wants more does nothing",
        ),
    })
    .prefault({})
    .describe("What keeps the memory healthy over the years"),
  dedup: z
    .strictObject({
      enabled: z
        .boolean()
        .default(true)
        .describe(
          "Move what was learned twice to the archive, but for the newest, where numbers, names and negation agree; false: nothing is moved",
        ),
      embedding: z
        .number()
        .min(0)
        .max(1)
        .default(0.97)
        .describe(
          "Cosine of two lines' vectors, by an embedding server, from which they are the same",
        ),
      text: z
        .number()
        .min(0)
        .max(1)
        .default(0.95)
        .describe("Share of common words from which two lines are the same"),
      shortExempt: z
        .int()
        .min(0)
        .default(100)
        .describe(
          "A preference of fewer characters is the same as another only in the same words: one word makes the difference",
        ),
    })
    .prefault({})
    .describe("What was learned twice"),
  settle: z
    .strictObject({
      enabled: z
        .boolean()
        .default(true)
        .describe(
          "Strike what was learned of a slot (`[key:: home_city]`) before a newer line that fills it; false: both stay in recall",
        ),
    })
    .prefault({})
    .describe("What is no longer true"),
  consolidate: z
    .strictObject({
      enabled: z
        .boolean()
        .default(true)
        .describe(
          "Summarize related memories in one line and move the originals to the archive; false: nothing is moved",
        ),
      strategy: z
        .enum(["semantic", "keyed", "hybrid"])
        .default("hybrid")
        .describe(
          "What counts as related: similar meaning; a shared key or tag; or similar meaning unless the tags tell them apart",
        ),
      minAgeDays: z
        .int()
        .min(0)
        .max(3_650)
        .default(7)
        .describe("Younger memories stay as they are"),
      minSize: z.int().min(2).max(20).default(3).describe("Fewest lines that become one"),
      maxSize: z.int().min(2).max(20).default(8).describe("Most lines that become one"),
      similarity: z
        .number()
        .min(0)
        .max(1)
        .default(0.7)
        .describe("Least similarity of each pair, by the embedding in use"),
    })
    .prefault({})
    .describe("What belongs together becomes one line, by the model for summaries"),
  prune: z
    .strictObject({
      enabled: z
        .boolean()
        .default(true)
        .describe(
          "Move memories beyond `max` from the topics to the archive; false: nothing is moved",
        ),
      max: z
        .int()
        .min(1)
        .max(1_000_000)
        .default(200)
        .describe(
          "Memories learned in conversations that a scope (everyone's, a person's, an agent's) keeps in recall; what people wrote or asked to have remembered does not count, and stays",
        ),
      strategy: z
        .enum(["fifo", "oldest_accessed", "least_relevant"])
        .default("least_relevant")
        .describe(
          "Which leave first: the oldest; those that no conversation has recalled for longest; or those that matter least, where half counts what was not used for a year",
        ),
      batch: z
        .int()
        .min(1)
        .max(10_000)
        .default(10)
        .describe("How many leave at once; at most a tenth of `max`"),
      except: z
        .array(z.string().min(1).max(60))
        .default([])
        .describe("Ids of people and agents of whom nothing is pruned"),
    })
    .prefault({})
    .describe("How much of what was learned stays in recall"),
  profile: z
    .strictObject({
      enabled: z
        .boolean()
        .default(true)
        .describe(
          "Upkeep repeats the most telling memories of a person in people/ID/profile.md; false: it changes no profile",
        ),
    })
    .prefault({})
    .describe("What is known of a person, on one page"),
  reminders: z
    .strictObject({
      enabled: z
        .boolean()
        .default(true)
        .describe(
          "Bring up in a conversation what a line asks to be reminded of (`[remind:: 2026-12-01]`, `[remind-when:: garden]`), once; false: nothing is brought up or marked, and what is due waits",
        ),
    })
    .prefault({})
    .describe("What is brought up by itself"),
};
