import { hostname } from "node:os";
import { z } from "zod";
import { bankName, list, personId, section, text, toggle, whole, words } from "./fields.ts";

const deviceName = text.max(60).default(hostname() || "device");
const language = z.string().regex(/^[a-z]{2}$/, "use two-letter codes such as en, es, ca");

/** What a vault is, and who uses it where. */
export const vaultSettings = {
  banks: z
    .array(bankName)
    .min(1)
    .default(["Personal", "Work", "General", "Relationships", "Health", "Interests", "Events"])
    .describe("Names of the memory banks; an entry with another bank counts as the default one"),
  defaultBank: z.string().default("General").describe("Bank of an entry that names none"),
  bankDescriptions: z
    .record(bankName, z.string().trim().min(1).max(200))
    .default({
      Personal: "who somebody is and how they live: home, family facts, habits, tastes, belongings",
      Work: "jobs, colleagues, projects, studies",
      General: "what fits no other",
      Relationships: "friends, relatives, partners, what is between people",
      Health: "illness, allergies, medicine, sleep, sport for health's sake",
      Interests: "hobbies, books, films, music, food and cooking as a pastime, travel",
      Events: "appointments, plans, what happens on a day",
    })
    .describe("One line for each bank, for the model that sorts what was learned"),
  languages: list(language, "Languages of the household, most used first; none: any of Loci's"),
  timezone: z
    .string()
    .refine(isTimeZone, "use a name such as Europe/Madrid")
    .optional()
    .describe("Time zone that decides what day it is; the system's own by default"),
  example: toggle(false, "The vault is an example, and nobody's own"),
  agents: z
    .record(
      personId,
      z.strictObject({
        persona: text.max(8_000).describe("Who the agent is, in its own words"),
        bank: words("Bank of what it learns that fits no other"),
        banks: z.array(text).optional().describe("Banks it prefers"),
      }),
    )
    .default({})
    .describe("Further agents by their id; `loci` is there without being named"),
  agent: personId.default("loci").describe("The agent that answers first"),
  recent: section({ max: whole(1, 1_000, 20, "Topics in the list of recent ones") }),
  device: deviceName.describe("Name of this device in commits"),
  person: personId.optional().describe("Who talks to this device where nothing else says it"),
};

function isTimeZone(zone: string): boolean {
  return zone === "UTC" || Intl.supportedValuesOf("timeZone").includes(zone);
}
