import { ownEntries } from "../index/entries.ts";
import { isOfSpeaker } from "../language/reply/turned.ts";
import { rankFacts, saysMuch } from "../recall/rank-facts.ts";
import type { Viewer } from "../vault/topic/viewer.ts";
import type { MemoryContext } from "./context.ts";
import { redactMemories } from "./hide-secrets.ts";

/** Most of them in a prompt. */
const maxFacts = 12;
const maxCandidates = 200;

/**
 * Preferences, lines with a key and important ones of a viewer and of the vault's own scope, best first; no secrets,
 * and for a model elsewhere (`leavesHome`) none of their words. Without the profile, which is known as a whole.
 */
export async function ownFactsFor(
  context: MemoryContext,
  viewer: Viewer,
  leavesHome: boolean,
): Promise<ReturnType<typeof ownEntries>> {
  const { index, freshness, time } = context;
  await freshness.ensureFresh();
  const today = time().slice(0, 10);
  const marked = index
    .run((db) => ownEntries(db, viewer, { today, limit: maxCandidates, only: "marked" }))
    .filter((entry) => saysMuch(entry) && !entry.isSecret && !entry.file.endsWith("/profile.md"));
  return rankFacts(leavesHome ? redactMemories(context, viewer, marked) : marked, maxFacts);
}

/** Lines of an overview of a person. */
const maxOwn = 6;
/** Entries that are looked through: the person's own come first. */
const maxLookedAt = 400;

/**
 * The lines that say most about the one who speaks, without what is secret; where nobody is named, those that say so
 * themselves: all else may be about anybody.
 */
export async function ownLines(
  { index, time, freshness }: MemoryContext,
  viewer: Viewer,
): Promise<ReturnType<typeof ownEntries>> {
  await freshness.ensureFresh();
  const range = { today: time().slice(0, 10), limit: maxLookedAt };
  const entries = index.run((db) => ownEntries(db, viewer, range));
  return rankFacts(
    entries.filter(
      ({ text, isSecret, isOwn, isPreference }) =>
        isOwn && !isSecret && (viewer.person != null || isPreference || isOfSpeaker(text)),
    ),
    maxOwn,
  );
}
