import { z } from "zod";
import { amount, list, section, time, toggle, whole } from "./fields.ts";

const beginning = z.string().trim().min(2).max(60);

/** Settings of conversations, and of what becomes of them. */
export const conversationSettings = {
  session: section({
    inactivityMs: time(420_000, "Quiet time after which a conversation is digested"),
    workingMinutes: whole(1, 1_440, 30, "How long a recalled memory stays at hand (minutes)"),
    hours: amount(0.1, 8_760, 24, "Life of a conversation since its last message (hours)"),
    resolvedDays: whole(0, 3_650, 30, "How long later ones know what it came to (days)"),
  }),
  digest: section({
    enabled: toggle(true, "Turn conversations into memories; false: they wait on this device"),
    newTopicFrom: whole(1, 100, 3, "How many memories about one thing make a new topic"),
    quotes: toggle(true, "Keep the words behind a memory in the digest log, for recall"),
    guardEnabled: toggle(true, "Let a model rest that fails again and again"),
    guardErrors: whole(1, 100, 5, "Failures after which a model rests"),
    guardWithinMs: time(600_000, "Time within which failures count together"),
    guardRestMs: time(300_000, "How long a model then rests"),
  }),
  split: section({
    enabled: toggle(true, "Split topics that have grown too long"),
    entries: whole(10, 10_000, 50, "A topic with more entries is split into subtopics"),
  }),
  shortcut: section({
    enabled: toggle(true, 'Save a short preference ("I love jazz") at once, without a model'),
    maxLength: whole(1, 500, 60, "Characters of the longest message that counts as one"),
    words: list(beginning, "Further beginnings of one, in any language (`I'm fond of`)"),
  }),
};
