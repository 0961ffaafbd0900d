import { z } from "zod";
import { anonymizing } from "./privacy.ts";
import type { Settings } from "./schema.ts";
import { isSection, settingAt, type Values, valueAt } from "./tree.ts";

/** Settings that keep something to the person; of two values the more private holds. */
const privateKeys = [
  "privacy.enabled",
  "privacy.crossSession",
  "privacy.saveTranscripts",
  "privacy.saveVoiceTranscripts",
  "privacy.saveRecalledContext",
  "privacy.retentionDays",
  "privacy.anonymize",
  "session.hours",
  "session.resolvedDays",
  "digest.enabled",
  "digest.quotes",
  "shortcut.enabled",
  "commit.enabled",
  "site.protectedBanks",
];

/** What earlier settings of a vault, the values of each file, kept more private than these do: value by key. */
export function stricterThan(
  settings: Settings,
  earlier: readonly Values[],
): ReadonlyMap<string, unknown> {
  const found = new Map<string, unknown>();
  for (const key of privateKeys) {
    const path = key.split(".");
    const type = settingAt(path);
    const now = valueAt(settings, path);
    const given = earlier
      .map((values) => valueAt(withOneAnonymize(values), path))
      .filter(
        (value) => value !== undefined && type !== undefined && z.safeParse(type, value).success,
      );
    const value = given.reduce(stricter, now);
    if (JSON.stringify(value) !== JSON.stringify(now)) found.set(key, value);
  }
  return found;
}

/** Off is stricter than on, and a shorter time than a longer one; of lists, both hold. */
function stricter(a: unknown, b: unknown): unknown {
  if (typeof a === "boolean") return a && b;
  if (typeof a === "number") return Math.min(a, Number(b));
  if (Array.isArray(a)) return [...new Set([a, b].flat())];
  return anonymizing.findLast((word) => word === a || word === b);
}

/** Earlier versions had a switch for what is kept, `anonymize`, and one for what is sent, `redactForCloud`. */
function withOneAnonymize(values: Values): Values {
  const { privacy } = values;
  if (!isSection(privacy) || typeof privacy.anonymize === "string") return values;
  const sent = privacy.redactForCloud === true ? "cloud" : "off";
  const anonymize = privacy.anonymize === true ? "all" : sent;
  return { ...values, privacy: { ...privacy, anonymize } };
}
