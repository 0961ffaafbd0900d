import { z } from "zod";
import { section, toggle, whole } from "./fields.ts";

/** Settings of conversations, and of what becomes of them. */
export const conversationSettings = {
  session: section({
    inactivityMs: whole(
      1_000,
      86_400_000,
      420_000,
      "Quiet time after which a conversation is digested (milliseconds)",
    ),
    workingMinutes: whole(1, 1_440, 30, "How long a recalled memory stays at hand (minutes)"),
    hours: z
      .number()
      .min(0.1)
      .max(8_760)
      .default(24)
      .describe("Life of a conversation since its last message (hours)"),
    resolvedDays: whole(
      0,
      3_650,
      30,
      "How long later conversations know what earlier ones came to (days)",
    ),
  }),
  digest: section({
    enabled: toggle(true, "Turn conversations into memories; false: they wait on this device"),
    newTopicFrom: whole(1, 100, 3, "How many memories about one thing make a new topic"),
    quotes: toggle(
      true,
      "Keep the words behind a memory in the digest log, where recall finds them",
    ),
    guardEnabled: toggle(true, "Let a model rest that fails again and again"),
    guardErrors: whole(1, 100, 5, "Failures after which a model rests"),
    guardWithinMs: whole(
      1_000,
      86_400_000,
      600_000,
      "Time within which failures count together (milliseconds)",
    ),
    guardRestMs: whole(1_000, 86_400_000, 300_000, "How long a model then rests (milliseconds)"),
  }),
  split: section({
    enabled: toggle(true, "Split topics that have grown too long"),
    entries: whole(10, 10_000, 50, "A topic with more entries is split into subtopics"),
  }),
  shortcut: section({
    enabled: toggle(true, 'Save a short plain preference ("I love jazz") at once, without a model'),
    maxLength: whole(1, 500, 60, "Characters of the longest message that counts as one"),
    words: z
      .array(z.string().trim().min(2).max(60))
      .max(50)
      .default([])
      .describe("Further beginnings of such a message, in any language (`I'm fond of`)"),
  }),
};
