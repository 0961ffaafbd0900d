import { hasTag, isSuperseded, readImportance } from "../vault/topic/entry.ts";
import { reminderDay } from "../vault/topic/reminders.ts";
import { markedOwner } from "../vault/topic/secret-marks.ts";
import { isSecret } from "../vault/topic/secrets.ts";
import type { Entry } from "../vault/topic/topic.ts";
import { type ArchiveStep, archiveSteps } from "./steps.ts";
import type { KeptFile, VaultState } from "./vault-state.ts";

/**
 * Pure: the entries that leave each scope that holds more than it should, no more than `maxShare` of them at once; all
 * that are too many where it holds more than twice as many, which is for a person to look at.
 */
export function lookForPruning(state: VaultState): readonly ArchiveStep[] {
  const { enabled, max } = state.settings.prune;
  if (!enabled || max === 0) return [];
  const scopes = Map.groupBy(state.files, ({ scope }) => scope);
  return [...scopes.values()].flatMap((files) => pruneScope(state, files));
}

/** What a file has from conversations, and counts in recall: what people wrote or asked for is theirs to keep. */
export const learnedIn = ({ topic, learned }: KeptFile): readonly Entry[] =>
  topic.entries.filter((entry) => learned.has(entry) && !isSuperseded(entry));

function pruneScope(state: VaultState, files: readonly KeptFile[]): readonly ArchiveStep[] {
  const { max, strategy } = state.settings.prune;
  const all = files.reduce((sum, file) => sum + learnedIn(file).length, 0);
  const over = all - max;
  if (over <= 0) return [];
  const rank = rankBy(state);
  const why = `pruned by ${strategy}`;
  const candidates = files
    .flatMap((file) =>
      learnedIn(file)
        .filter((entry) => mayLeave(file, entry) && !isKeptBack(state, entry))
        .map((entry) => ({ file, entry, rank: rank(file, entry) })),
    )
    .sort((a, b) => a.rank - b.rank);
  const together = batchOf(state);
  const most = over > max ? Number.POSITIVE_INFINITY : Math.max(together, all * state.maxShare);
  const wanted = Math.min(Math.ceil(over / together) * together, Math.floor(most));
  const steps: ArchiveStep[] = [];
  for (let at = 0; at < candidates.length && steps.length < wanted; ) {
    // No more than are needed: to see whether one can go takes a while.
    const next = candidates.slice(at, at + wanted - steps.length);
    at += next.length;
    const leaving = next.map(({ file, entry }) => ({ file, entry, task: "prune", why }));
    steps.push(...archiveSteps(state, leaving));
  }
  return steps;
}

/** A scope that keeps few is not emptied by a large batch. */
export function batchOf({ settings }: VaultState): number {
  const { max, batch } = settings.prune;
  return max === 0 ? batch : Math.max(1, Math.min(batch, Math.floor(max / 10)));
}

/**
 * What is protected, asked to be reminded of or still to be done stays, and what people put under a heading of their
 * own. What is secret or somebody's own by its file would not be so in the archive.
 */
export function mayLeave({ topic, lines }: KeptFile, entry: Entry): boolean {
  const isProtected = hasTag(entry.tags, "protected");
  const isAwaited = entry.task === "open" || reminderDay(entry.fields) !== undefined;
  if (isProtected || isAwaited || importanceOf(entry) >= 1 || entry.headings.length > 0)
    return false;
  return !isSecret(entry, topic) && entry.owner === markedOwner([lines[entry.line - 1] ?? ""]);
}

/** Brought back from the archive by this device's person, not long ago. */
export function isKeptBack({ uses, today }: VaultState, { id }: Entry): boolean {
  const use = uses.get(id);
  return use?.isRestored === true && dayNumber(today) - dayNumber(use.day) < keptBackDays;
}

const keptBackDays = 365;

/** Lowest first leaves; what was brought back from the archive came in on that day. */
function rankBy({ settings, uses, today }: VaultState): (file: KeptFile, entry: Entry) => number {
  const learned = ({ topic: { frontmatter } }: KeptFile, { date, id }: Entry): number => {
    const use = uses.get(id);
    const day = date ?? frontmatter.updated ?? frontmatter.created ?? today;
    return Math.max(dayNumber(day), use?.isRestored === true ? dayNumber(use.day) : 0);
  };
  const used = (file: KeptFile, entry: Entry): number =>
    Math.max(learned(file, entry), dayNumber(uses.get(entry.id)?.day ?? ""));
  switch (settings.prune.strategy) {
    case "fifo":
      return learned;
    case "oldest_accessed":
      return used;
    case "least_relevant":
      return (file, entry) =>
        importanceOf(entry) * 2 ** ((used(file, entry) - dayNumber(today)) / halfLifeDays);
  }
}

/** Importance that was not used for a year counts half. */
const halfLifeDays = 365;
const usualImportance = 0.5;

const importanceOf = ({ fields }: Entry): number =>
  readImportance(fields.importance) ?? usualImportance;

/** Days since the epoch; what is not a day is older than all others. */
function dayNumber(day: string): number {
  const time = Date.parse(`${day.slice(0, 10)}T00:00:00Z`);
  return Number.isNaN(time) ? 0 : time / 86_400_000;
}
