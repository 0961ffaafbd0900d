import { type OwnEntry, ownEntries } from "../index/own-entries.ts";
import type { QuotedMemory } from "../models/task.ts";
import { ownFacts } from "../recall/own-facts.ts";
import type { Viewer } from "../vault/viewer.ts";
import { openMemories } from "./hide-secrets.ts";
import { lookAtFiles } from "./keep-fresh.ts";
import type { Parts } from "./parts.ts";

/** Most of them in a prompt. */
const mostFacts = 12;
const mostCandidates = 200;
const leastImportance = 0.8;

/**
 * Preferences, lines with a key and important ones of a viewer and of the vault's own scope, best first; no secrets, and
 * for a model elsewhere (`leavesHome`) none of their words. The profile is none of them: it is known as a whole.
 */
export async function ownFactsFor(
  parts: Parts,
  viewer: Viewer,
  leavesHome: boolean,
): Promise<readonly QuotedMemory[]> {
  await lookAtFiles(parts);
  const today = parts.time().slice(0, 10);
  const marked = parts.index
    .run((db) => ownEntries(db, viewer, { today, limit: mostCandidates, only: "marked" }))
    .filter((entry) => isMarked(entry) && !entry.isSecret && !entry.file.endsWith("/profile.md"));
  return ownFacts(leavesHome ? openMemories(parts, marked) : marked, mostFacts);
}

const isMarked = ({ key, importance = 0, isPreference, isProtected }: OwnEntry): boolean =>
  key !== "" || importance >= leastImportance || isPreference || isProtected;
