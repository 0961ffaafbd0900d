import { z } from "zod";
import { share, text, toggle, whole } from "./fields.ts";

/** Settings of what keeps the memory healthy over the years. */
export const upkeepSettings = {
  upkeep: z
    .strictObject({
      enabled: toggle(true).describe("`loci up` tidies the vault each night"),
      at: z
        .string()
        .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "write a time such as 03:30")
        .default("03:30")
        .describe("When; a night that was slept through is caught up"),
      keeper: text
        .optional()
        .describe("Name of the one device that does it; a vault that is not synced needs none"),
      maxShare: share(0.1).describe(
        "Most that one run takes out of recall, as a share of what a scope has learned (a batch always may); a task that wants more does nothing",
      ),
    })
    .prefault({})
    .describe("What keeps the memory healthy over the years"),
  dedup: z
    .strictObject({
      enabled: toggle(true).describe(
        "Move what was learned twice to the archive, but for the newest, where numbers, names and negation agree; false: nothing is moved",
      ),
      embedding: share(0.97).describe(
        "Cosine of two lines' vectors, by an embedding server, from which they are the same",
      ),
      text: share(0.95).describe("Share of common words from which two lines are the same"),
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
      enabled: toggle(true).describe(
        "Strike what was learned of a slot (`[key:: home_city]`) before a newer line that fills it; false: both stay in recall",
      ),
    })
    .prefault({})
    .describe("What is no longer true"),
  consolidate: z
    .strictObject({
      enabled: toggle(true).describe(
        "Summarize related memories in one line and move the originals to the archive; false: nothing is moved",
      ),
      strategy: z
        .enum(["semantic", "keyed", "hybrid"])
        .default("hybrid")
        .describe(
          "What counts as related: similar meaning; a shared key or tag; or similar meaning unless the tags tell them apart",
        ),
      minAgeDays: whole(0, 3_650, 7).describe("Younger memories stay as they are"),
      minSize: whole(2, 20, 3).describe("Fewest lines that become one"),
      maxSize: whole(2, 20, 8).describe("Most lines that become one"),
      similarity: share(0.7).describe("Least similarity of each pair, by the embedding in use"),
    })
    .prefault({})
    .describe("What belongs together becomes one line, by the model for summaries"),
  prune: z
    .strictObject({
      enabled: toggle(true).describe(
        "Move memories beyond `max` from the topics to the archive; false: nothing is moved",
      ),
      max: whole(0, 1_000_000, 0).describe(
        "Memories learned in conversations that a scope (everyone's, a person's, an agent's) keeps in recall; 0: all of them; what people wrote or asked to have remembered does not count, and stays",
      ),
      strategy: z
        .enum(["fifo", "oldest_accessed", "least_relevant"])
        .default("least_relevant")
        .describe(
          "Which leave first: the oldest; those that no conversation has recalled for longest; or those that matter least, where half counts what was not used for a year",
        ),
      batch: whole(1, 10_000, 10).describe("How many leave at once; at most a tenth of `max`"),
      except: z
        .array(z.string().min(1).max(60))
        .default([])
        .describe("Ids of people and agents of whom nothing is pruned"),
    })
    .prefault({})
    .describe("How much of what was learned stays in recall"),
  profile: z
    .strictObject({
      enabled: toggle(true).describe(
        "Upkeep repeats the most telling memories of a person in people/ID/profile.md; false: it changes no profile",
      ),
    })
    .prefault({})
    .describe("What is known of a person, on one page"),
  reminders: z
    .strictObject({
      enabled: toggle(true).describe(
        "Bring up in a conversation what a line asks to be reminded of (`[remind:: 2026-12-01]`, `[remind-when:: garden]`), once; false: nothing is brought up or marked, and what is due waits",
      ),
    })
    .prefault({})
    .describe("What is brought up by itself"),
};
