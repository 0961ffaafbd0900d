import { z } from "zod";
import { anonymizing } from "./privacy.ts";
import type { Settings } from "./schema.ts";
import { isSection, settingAt, type Values, valueAt } from "./tree.ts";

const off = (a: unknown, b: unknown): unknown => (b === false ? b : a);
const less = (a: unknown, b: unknown): unknown => Math.min(Number(a), Number(b));

/** The more private of two values of a setting. */
const stricterByKey: Readonly<Record<string, (a: unknown, b: unknown) => unknown>> = {
  "privacy.enabled": off,
  "privacy.crossSession": off,
  "privacy.saveTranscripts": off,
  "privacy.saveVoiceTranscripts": off,
  "privacy.saveRecalledContext": off,
  "privacy.retentionDays": less,
  "privacy.anonymize": (a, b) => (anonymizing.find((one) => one === a || one === b) === a ? b : a),
  "session.hours": less,
  "session.resolvedDays": less,
  "digest.enabled": off,
  "digest.quotes": off,
  "shortcut.enabled": off,
  "commit.enabled": off,
  "site.protectedBanks": (a, b) => [...new Set([a, b].flat())],
};

/** What earlier settings of a vault, the values of each file, kept more private than these do: value by key. */
export function stricterThan(
  settings: Settings,
  earlier: readonly Values[],
): ReadonlyMap<string, unknown> {
  const found = new Map<string, unknown>();
  for (const [key, stricter] of Object.entries(stricterByKey)) {
    const path = key.split(".");
    const now = valueAt(settings, path);
    const given = earlier
      .map((values) => valueAt(withOneAnonymize(values), path))
      .filter((value) => value !== undefined && fits(path, value));
    const value = given.reduce(stricter, now);
    if (JSON.stringify(value) !== JSON.stringify(now)) found.set(key, value);
  }
  return found;
}

function fits(path: readonly string[], value: unknown): boolean {
  const type = settingAt(path);
  return type !== undefined && z.safeParse(type, value).success;
}

/** Earlier versions had a switch for what is kept, `anonymize`, and one for what is sent, `redactForCloud`. */
function withOneAnonymize(values: Values): Values {
  const { privacy } = values;
  if (!isSection(privacy)) return values;
  const { anonymize, redactForCloud } = privacy;
  const sent = redactForCloud === true ? "cloud" : "off";
  const kept = anonymize === true ? "all" : sent;
  const isNew = typeof anonymize === "string";
  return isNew ? values : { ...values, privacy: { ...privacy, anonymize: kept } };
}
