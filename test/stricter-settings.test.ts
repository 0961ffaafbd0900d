import { expect, test } from "vitest";
import { deviceOnlyKeys } from "../src/settings.ts";
import { plainSettings } from "../src/settings-tree.ts";
import { type PrivacyOrder, privacyOrder, stricterOf } from "../src/stricter-settings.ts";

/** A setting that is new belongs into one of the two: does it say who may see more, or what is kept longer? */
const withDirection: Readonly<Record<string, PrivacyOrder>> = {
  banks: "protects a bank",
  defaultBank: "protects a bank",
  "commit.enabled": "weaker when true",
  "digest.enabled": "weaker when true",
  "digest.quotes": "weaker when true",
  "privacy.anonymize": "weaker when false",
  "privacy.crossSession": "weaker when true",
  "privacy.enabled": "weaker when true",
  "privacy.redactForCloud": "weaker when false",
  "privacy.retentionDays": "weaker when more",
  "privacy.saveRecalledContext": "weaker when true",
  "privacy.saveTranscripts": "weaker when true",
  "privacy.saveVoiceTranscripts": "weaker when true",
  "session.hours": "weaker when more",
  "session.resolvedDays": "weaker when more",
  "shortcut.enabled": "weaker when true",
  "site.include": "weaker when more",
  "site.properties": "weaker when more",
  "site.protectedBanks": "weaker when fewer",
};
const withNone = [
  ...["agent", "agents", "languages", "timezone"],
  ...["commit.quietMs", "digest.maxConclusions", "digest.newTopicFrom", "digest.split"],
  ...["digest.splitEntries", "recall.floor", "recall.limit", "recall.vectorWeight"],
  ...["recall.rerank", "recall.rerankCandidates", "recall.rerankMs", "recall.rerankThreshold"],
  ...["recall.skipAbove", "shortcut.maxLength", "shortcut.words", "digest.guardEnabled"],
  ...["bankDescriptions", "noteSection"],
  ...["consolidate.enabled", "consolidate.maxSize", "consolidate.minAgeDays"],
  ...["consolidate.minSize", "consolidate.similarity", "consolidate.strategy"],
  ...["prune.batch", "prune.enabled", "prune.except", "prune.max", "prune.strategy"],
  ...[
    "profile.enabled",
    "settle.enabled",
    "recall.importanceHalfLifeDays",
    "reminders.enabled",
    "digest.kinds",
  ],
  ...["upkeep.at", "upkeep.enabled", "upkeep.keeper", "upkeep.maxShare"],
  ...["dedup.embedding", "dedup.enabled", "dedup.shortExempt", "dedup.text"],
  ...["digest.guardErrors", "digest.guardRestMs", "digest.guardWithinMs"],
  ...["session.inactivityMs", "session.workingMinutes"],
  ...["site.enabled", "site.language", "site.lineBreaks", "site.title"],
];

test("every setting that travels with a vault says whether it has to do with privacy", () => {
  const shared = plainSettings().filter(({ path }) => !deviceOnlyKeys.includes(path[0] ?? ""));
  const orders = shared.map(({ path, type }) => [path.join("."), privacyOrder.get(type)?.order]);
  const none = withNone.map((key) => [key, undefined]);
  expect(Object.fromEntries(orders)).toStrictEqual({
    ...withDirection,
    ...Object.fromEntries(none),
  });
});

test.each([
  ["weaker when true", false, true, false],
  ["weaker when true", true, false, false],
  ["weaker when false", true, false, true],
  ["weaker when more", 7, 90, 7],
  ["weaker when more", 90, 7, 7],
  ["weaker when more", ["people/ana"], ["people/ana", "agents"], ["people/ana"]],
  ["weaker when fewer", ["Health"], ["Work"], ["Work", "Health"]],
  ["weaker when more", "no list", ["people"], ["people"]],
] as const)("stricterOf() where it is %s: %j and %j give %j", (order, before, after, expected) => {
  expect(stricterOf(order, before, after)).toEqual(expected);
});
