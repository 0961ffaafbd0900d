import { z } from "zod";
import { deviceSettings, personId } from "./device-settings.ts";
import { recallSettings } from "./recall-settings.ts";
import { shortcutSettings } from "./shortcut-settings.ts";
import {
  siteInclude,
  siteIncludeAdvice,
  siteLanguages,
  siteProperty,
  sitePropertyAdvice,
} from "./site-choices.ts";
import { privacyOrder } from "./stricter-settings.ts";
import { upkeepSettings } from "./upkeep-settings.ts";

/** Every setting of Loci: its meaning, its default, and where it may be set. The reference in docs/settings.md is made of this. */
export const settingsSchema = z.strictObject({
  banks: z
    .array(z.string().min(1).max(60))
    .min(1)
    .default(["Personal", "Work", "General", "Relationships", "Health", "Interests", "Events"])
    .describe("Names of the memory banks; an entry with another bank counts as the default one")
    .register(privacyOrder, { order: "protects a bank" }),
  defaultBank: z
    .string()
    .default("General")
    .describe("Bank of an entry that names none")
    .register(privacyOrder, { order: "protects a bank" }),
  noteSection: z
    .string()
    .max(80)
    .regex(/^[^\s#](?:[^\r\n#]*[^\s#])?$/, "use a heading's words without # or line ends")
    .default("Memories")
    .describe(
      "Heading at the end of a note outside `topics/` and `general/` under which Loci saves memories",
    ),
  languages: z
    .array(z.string().regex(/^[a-z]{2}$/, "use two-letter codes such as en, es, ca"))
    .default([])
    .describe(
      "Languages of the household, most used first: the first is taken where a text does not tell, and no other is gone over to unasked. None: any that Loci has sentences in, beginning in English",
    ),
  timezone: z
    .string()
    .optional()
    .refine(isTimeZone, "use a name such as Europe/Madrid")
    .describe("Time zone that decides what day it is; the system's own by default"),
  example: z.boolean().default(false).describe("The vault is an example, and nobody's own"),
  recall: recallSettings,
  commit: z
    .strictObject({
      enabled: z
        .boolean()
        .default(true)
        .describe("Commit what Loci writes to the vault's git")
        .register(privacyOrder, { order: "weaker when true" }),
      quietMs: z
        .int()
        .min(0)
        .max(3_600_000)
        .default(1_000)
        .describe("Quiet time before `loci up` commits what was written (milliseconds)"),
    })
    .prefault({})
    .describe("Commits of what Loci writes"),
  agents: z
    .record(
      personId,
      z.strictObject({
        persona: z.string().min(1).max(8_000).describe("Who the agent is, in its own words"),
        bank: z.string().min(1).optional().describe("Bank of what it learns that fits no other"),
        banks: z.array(z.string().min(1)).optional().describe("Banks it prefers"),
      }),
    )
    .default({})
    .describe("Further agents by their id; `loci` is there without being named"),
  agent: personId.default("loci").describe("The agent that answers first"),
  session: z
    .strictObject({
      inactivityMs: z
        .int()
        .min(1_000)
        .max(86_400_000)
        .default(420_000)
        .describe("Quiet time after which a conversation is digested (milliseconds)"),
      workingMinutes: z
        .int()
        .min(1)
        .max(1_440)
        .default(30)
        .describe(
          "How long a memory that was recalled stays at hand without being recalled again (minutes)",
        ),
      hours: z
        .number()
        .min(0.1)
        .max(8_760)
        .default(24)
        .register(privacyOrder, { order: "weaker when more" })
        .describe("Life of a conversation since its last message; then it is digested (hours)"),
      resolvedDays: z
        .int()
        .min(0)
        .max(3_650)
        .default(30)
        .register(privacyOrder, { order: "weaker when more" })
        .describe("How long the next conversations know what earlier ones came to (days)"),
    })
    .prefault({})
    .describe("Conversations"),
  digest: z
    .strictObject({
      enabled: z
        .boolean()
        .default(true)
        .describe("Turn conversations into memories; false: they wait on this device")
        .register(privacyOrder, { order: "weaker when true" }),
      maxConclusions: z
        .int()
        .min(1)
        .max(200)
        .default(20)
        .describe("Most memories that one conversation leaves"),
      newTopicFrom: z
        .int()
        .min(1)
        .max(100)
        .default(3)
        .describe("How many conclusions about one thing make a new topic"),
      kinds: z
        .boolean()
        .default(true)
        .describe(
          "What fits no topic goes into one for its kind (health, food, travel); false: into the month's file",
        ),
      splitEntries: z
        .int()
        .min(10)
        .max(10_000)
        .default(50)
        .describe("A topic with more entries is split into subtopics after a digestion"),
      split: z.boolean().default(true).describe("Split topics that have grown too long"),
      quotes: z
        .boolean()
        .default(true)
        .describe("Keep the person's own words behind a memory in the digest log; recall uses them")
        .register(privacyOrder, { order: "weaker when true" }),
      guardEnabled: z
        .boolean()
        .default(true)
        .describe(
          "Let a model that fails again and again rest for a while; false: it is asked each time",
        ),
      guardErrors: z
        .int()
        .min(1)
        .max(100)
        .default(5)
        .describe("Failures after which a model rests and its digestions wait"),
      guardWithinMs: z
        .int()
        .min(1_000)
        .max(86_400_000)
        .default(600_000)
        .describe("Only failures within this time of each other count (milliseconds)"),
      guardRestMs: z
        .int()
        .min(1_000)
        .max(86_400_000)
        .default(300_000)
        .describe("How long a model then rests (milliseconds); `loci digest` asks it all the same"),
    })
    .prefault({})
    .describe("What becomes of a conversation"),
  shortcut: shortcutSettings,
  privacy: z
    .strictObject({
      enabled: z
        .boolean()
        .default(true)
        .describe(
          "Use memory in conversations; false: they recall nothing and leave nothing anywhere",
        )
        .register(privacyOrder, { order: "weaker when true" }),
      crossSession: z
        .boolean()
        .default(true)
        .describe("false: a conversation knows only what was said in it; it still leaves memories")
        .register(privacyOrder, { order: "weaker when true" }),
      retentionDays: z
        .int()
        .min(0)
        .max(36_500)
        .default(30)
        .describe("Life of transcripts; older ones go while `loci chat` or `loci up` runs (days)")
        .register(privacyOrder, { order: "weaker when more" }),
      saveTranscripts: z
        .boolean()
        .default(false)
        .describe("Keep what was typed, in conversations/")
        .register(privacyOrder, { order: "weaker when true" }),
      saveVoiceTranscripts: z
        .boolean()
        .default(false)
        .describe("Keep what was said aloud, in conversations/")
        .register(privacyOrder, { order: "weaker when true" }),
      saveRecalledContext: z
        .boolean()
        .default(true)
        .describe(
          "Keep with each message which memories it was answered from, until it is digested",
        )
        .register(privacyOrder, { order: "weaker when true" }),
      anonymize: z
        .boolean()
        .default(false)
        .describe(
          "Take e-mail and postal addresses, birth dates, diagnoses, keys, numbers of phones, cards, accounts, records and the like out of memories, quotes and transcripts",
        )
        .register(privacyOrder, { order: "weaker when false" }),
      redactForCloud: z
        .boolean()
        .default(false)
        .describe("Take the same out of what is sent to a model that is not on this network")
        .register(privacyOrder, { order: "weaker when false" }),
    })
    .prefault({})
    .describe("What is kept of conversations"),
  ...upkeepSettings,
  site: z
    .strictObject({
      enabled: z
        .boolean()
        .default(true)
        .describe("`loci up` builds the site, serves it, and keeps it in step with the files"),
      title: z
        .string()
        .trim()
        .min(1)
        .max(200)
        .optional()
        .describe("Title of the site; the name of the vault's folder by default"),
      language: z
        .enum(siteLanguages)
        .optional()
        .describe(
          "Language of its interface; by default the first of `languages` that it speaks, else English",
        ),
      lineBreaks: z
        .boolean()
        .default(false)
        .describe("The end of a line in a note's text is a line break, as in Obsidian"),
      include: z
        .array(z.string().regex(siteInclude, siteIncludeAdvice))
        .default([])
        .describe(
          "Private parts that the site shows anyway: `people`, `people/ID`, `agents`, `agents/ID`, `bank:NAME`, `private`",
        )
        .register(privacyOrder, { order: "weaker when more" }),
      protectedBanks: z
        .array(z.string().min(1).max(60))
        .default([])
        .describe("Banks that the site leaves out")
        .register(privacyOrder, { order: "weaker when fewer" }),
      properties: z
        .array(z.string().regex(siteProperty, sitePropertyAdvice))
        .max(20)
        .default([])
        .describe(
          "Properties of notes that their pages show, such as `author` and `status`; none by default",
        )
        .register(privacyOrder, { order: "weaker when more" }),
    })
    .prefault({})
    .describe("The site that `loci up` serves and `loci site build` makes"),
  ...deviceSettings,
});

export type Settings = z.infer<typeof settingsSchema>;

/** Top-level keys that a synced file may not set: what travels with a vault must not steer another device. */
export const deviceOnlyKeys: readonly string[] = Object.keys(deviceSettings).sort();

function isTimeZone(zone: string | undefined): boolean {
  return zone === undefined || zone === "UTC" || Intl.supportedValuesOf("timeZone").includes(zone);
}
