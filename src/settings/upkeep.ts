import { z } from "zod";
import { choice, section, share, toggle, whole, words } from "./fields.ts";

const timeOfDay = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "write a time such as 03:30");

/** Settings of what keeps the memory healthy over the years. */
export const upkeepSettings = {
  upkeep: section({
    enabled: toggle(true, "`loci up` tidies the vault each night"),
    at: timeOfDay.default("03:30").describe("When; a night slept through is caught up"),
    keeper: words("The one device that does it; a vault that is not synced needs none"),
  }),
  dedup: section({
    enabled: toggle(true, "Move what was learned twice to the archive, but for the newest"),
    embedding: share(0.97, "Cosine of vectors of a server from which lines are the same"),
    text: share(0.95, "Share of common words from which lines are the same"),
    shortExempt: whole(0, 10_000, 100, "Shorter preferences must have the same words (characters)"),
  }),
  settle: section({ enabled: toggle(true, "Strike what a newer line with its key replaces") }),
  consolidate: section({
    enabled: toggle(true, "Summarize related memories in one line, and archive the originals"),
    strategy: choice(["semantic", "keyed", "hybrid"], "hybrid", "Related by meaning, or by tags"),
    minAgeDays: whole(0, 3_650, 7, "Younger memories stay as they are"),
    minSize: whole(2, 20, 3, "Fewest lines that become one"),
    maxSize: whole(2, 20, 8, "Most lines that become one"),
    similarity: share(
      0.4,
      "Least similarity of each pair, above that of any two, by the embedding in use",
    ),
  }),
  prune: section({
    enabled: toggle(true, "Move memories beyond `max` from the topics to the archive"),
    max: whole(0, 1_000_000, 0, "Memories from conversations that a scope keeps in recall; 0: all"),
    strategy: choice(
      ["fifo", "oldest_accessed", "least_relevant"],
      "least_relevant",
      "Which leave first: the oldest, the longest unused, or those that matter least",
    ),
    batch: whole(1, 10_000, 10, "How many leave at once; at most a tenth of `max`"),
  }),
  profile: section({ enabled: toggle(true, "Keep the most telling of a person in profile.md") }),
  reminders: section({ enabled: toggle(true, "Bring up what `[remind:: …]` asks for, once") }),
};
