import { z } from "zod";
import { toggle, whole } from "./fields.ts";

/** Settings of conversations, and of what becomes of them. */
export const conversationSettings = {
  session: z
    .strictObject({
      inactivityMs: whole(1_000, 86_400_000, 420_000).describe(
        "Quiet time after which a conversation is digested (milliseconds)",
      ),
      workingMinutes: whole(1, 1_440, 30).describe(
        "How long a memory that was recalled stays at hand without being recalled again (minutes)",
      ),
      hours: z
        .number()
        .min(0.1)
        .max(8_760)
        .default(24)
        .describe("Life of a conversation since its last message; then it is digested (hours)"),
      resolvedDays: whole(0, 3_650, 30).describe(
        "How long the next conversations know what earlier ones came to (days)",
      ),
    })
    .prefault({})
    .describe("Conversations"),
  digest: z
    .strictObject({
      enabled: toggle(true).describe(
        "Turn conversations into memories; false: they wait on this device",
      ),
      maxConclusions: whole(1, 200, 20).describe("Most memories that one conversation leaves"),
      newTopicFrom: whole(1, 100, 3).describe(
        "How many conclusions about one thing make a new topic",
      ),
      kinds: toggle(true).describe(
        "What fits no topic goes into one for its kind (health, food, travel); false: into the month's file",
      ),
      quotes: toggle(true).describe(
        "Keep the person's own words behind a memory in the digest log; recall uses them",
      ),
      guardEnabled: toggle(true).describe(
        "Let a model that fails again and again rest for a while; false: it is asked each time",
      ),
      guardErrors: whole(1, 100, 5).describe(
        "Failures after which a model rests and its digestions wait",
      ),
      guardWithinMs: whole(1_000, 86_400_000, 600_000).describe(
        "Only failures within this time of each other count (milliseconds)",
      ),
      guardRestMs: whole(1_000, 86_400_000, 300_000).describe(
        "How long a model then rests (milliseconds); `loci digest` asks it all the same",
      ),
    })
    .prefault({})
    .describe("What becomes of a conversation"),
  split: z
    .strictObject({
      enabled: toggle(true).describe("Split topics that have grown too long"),
      entries: whole(10, 10_000, 50).describe(
        "A topic with more entries is split into subtopics after a digestion",
      ),
    })
    .prefault({})
    .describe("Topics that grow"),
  shortcut: z
    .strictObject({
      enabled: toggle(true).describe(
        'Save a short plain preference ("I love jazz") at once, without a model; false: it is found when the conversation ends',
      ),
      maxLength: whole(1, 500, 60).describe("Characters of the longest message that counts as one"),
      words: z
        .array(z.string().trim().min(2).max(60))
        .max(50)
        .default([])
        .describe("Further beginnings of such a message, in any language (`I'm fond of`)"),
    })
    .prefault({})
    .describe("What is kept without asking a model"),
};
