import { choice, section, toggle, whole } from "./fields.ts";

/** What `privacy.anonymize` may be, the least private first. */
export const anonymizing = ["off", "cloud", "all"] as const;

/** Settings of what is kept of conversations. */
export const privacySettings = section({
  enabled: toggle(true, "Conversations use memory and leave some; false: they do neither"),
  crossSession: toggle(true, "false: a conversation knows only what was said in it"),
  retentionDays: whole(0, 36_500, 30, "Life of transcripts (days)"),
  saveTranscripts: toggle(false, "Keep what was typed, in conversations/"),
  saveVoiceTranscripts: toggle(false, "Keep what was said aloud, in conversations/"),
  saveRecalledContext: toggle(true, "Keep which memories a message used, until it is digested"),
  anonymize: choice(
    anonymizing,
    "off",
    "Take private data out of what leaves this network (`cloud`), and of what is kept too (`all`)",
  ),
});
