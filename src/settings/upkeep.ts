import { z } from "zod";
import { section, share, toggle, whole, words } from "./fields.ts";

/** Settings of what keeps the memory healthy over the years. */
export const upkeepSettings = {
  upkeep: section({
    enabled: toggle(true, "`loci up` tidies the vault each night"),
    at: z
      .string()
      .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "write a time such as 03:30")
      .default("03:30")
      .describe("When; a night that was slept through is caught up"),
    keeper: words("Name of the one device that does it; a vault that is not synced needs none"),
  }),
  dedup: section({
    enabled: toggle(true, "Move what was learned twice to the archive, but for the newest"),
    embedding: share(
      0.97,
      "Cosine of two lines' vectors, of a server, from which they are the same",
    ),
    text: share(0.95, "Share of common words from which two lines are the same"),
    shortExempt: z
      .int()
      .min(0)
      .default(100)
      .describe("Preferences of fewer characters are the same only in the same words"),
  }),
  settle: section({
    enabled: toggle(
      true,
      "Strike what was learned of a slot (`[key:: home_city]`) before a newer line",
    ),
  }),
  consolidate: section({
    enabled: toggle(
      true,
      "Put one summary in the place of related memories, which go to the archive",
    ),
    strategy: z
      .enum(["semantic", "keyed", "hybrid"])
      .default("hybrid")
      .describe("Related by meaning; by key or tag; or by meaning unless the tags tell them apart"),
    minAgeDays: whole(0, 3_650, 7, "Younger memories stay as they are"),
    minSize: whole(2, 20, 3, "Fewest lines that become one"),
    maxSize: whole(2, 20, 8, "Most lines that become one"),
    similarity: share(0.7, "Least similarity of each pair, by the embedding in use"),
  }),
  prune: section({
    enabled: toggle(true, "Move memories beyond `max` from the topics to the archive"),
    max: whole(
      0,
      1_000_000,
      0,
      "Memories learned in conversations that a scope (everyone's, a person's, an agent's) keeps in recall; 0: all; what people wrote or asked for stays",
    ),
    strategy: z
      .enum(["fifo", "oldest_accessed", "least_relevant"])
      .default("least_relevant")
      .describe("Which leave first: the oldest, the longest unused, or those that matter least"),
    batch: whole(1, 10_000, 10, "How many leave at once; at most a tenth of `max`"),
  }),
  profile: section({
    enabled: toggle(true, "Repeat the most telling memories of a person in people/ID/profile.md"),
  }),
  reminders: section({
    enabled: toggle(
      true,
      "Bring up once what `[remind:: 2026-12-01]` or `[remind-when:: garden]` asks for",
    ),
  }),
};
