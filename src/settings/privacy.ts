import { z } from "zod";
import { toggle, whole } from "./fields.ts";

/** What `privacy.anonymize` may be, the least private first. */
export const anonymizing = ["off", "cloud", "all"] as const;

/** Settings of what is kept of conversations. */
export const privacySettings = z
  .strictObject({
    enabled: toggle(true).describe(
      "Use memory in conversations; false: they recall nothing and leave nothing anywhere",
    ),
    crossSession: toggle(true).describe(
      "false: a conversation knows only what was said in it; it still leaves memories",
    ),
    retentionDays: whole(0, 36_500, 30).describe(
      "Life of transcripts; older ones go while `loci chat` or `loci up` runs (days)",
    ),
    saveTranscripts: toggle(false).describe("Keep what was typed, in conversations/"),
    saveVoiceTranscripts: toggle(false).describe("Keep what was said aloud, in conversations/"),
    saveRecalledContext: toggle(true).describe(
      "Keep with each message which memories it was answered from, until it is digested",
    ),
    anonymize: z
      .enum(anonymizing)
      .default("off")
      .describe(
        "Take e-mail and postal addresses, birth dates, diagnoses, keys, numbers of phones, cards, accounts and the like out of what is sent to a model that is not on this network (`cloud`), and out of memories, quotes and transcripts too (`all`)",
      ),
  })
  .prefault({})
  .describe("What is kept of conversations");
