import { isSameFact, type StemText } from "../digest/gates/same-fact.ts";
import { isSuperseded, readImportance } from "../vault/entry.ts";
import { isSecret } from "../vault/secrets.ts";
import type { Entry } from "../vault/topic.ts";
import { archiveSteps, type Leaving } from "./archive-step.ts";
import type { ArchiveStep } from "./plan-schema.ts";
import { isKeptBack, mayLeave } from "./prune.ts";
import type { KeptFile, VaultState } from "./vault-state.ts";

/** Whether what says the same twice is put together. */
export interface DedupSettings {
  readonly enabled: boolean;
}

/** An entry and its file. */
export interface Place {
  readonly file: KeptFile;
  readonly entry: Entry;
}

/**
 * Pure: what was learned although it stood there already, in the same words by stems, numbers, names and negation, within
 * one scope and bank, of one person and of one day. Nothing less: a contradiction is as similar as a repetition, and what
 * happened twice is told alike.
 */
export function lookForDuplicates(
  state: VaultState,
  { enabled }: DedupSettings,
  stem: StemText,
): readonly ArchiveStep[] {
  if (!enabled) return [];
  const alike = Map.groupBy(placesIn(state), (place) => {
    const stems = stem(place.entry.text, "").content.join(" ");
    return `${companyOf(place)} ${stems}`;
  });
  const leaving = [...alike.values()].flatMap((group) => duplicatesIn(state, group, stem));
  return archiveSteps(state, leaving);
}

/** What counts in recall. */
export const placesIn = ({ files }: VaultState): readonly Place[] =>
  files.flatMap((file) =>
    file.topic.entries.flatMap((entry) => (isSuperseded(entry) ? [] : { file, entry })),
  );

/** Only entries of one scope, person, bank and secrecy are compared. */
export function companyOf({ file, entry }: Place): string {
  const { bank = file.topic.frontmatter.bank ?? "", person = "" } = entry.fields;
  const isHidden = isSecret(entry, file.topic);
  return JSON.stringify([file.scope, entry.owner, person, bank.toLowerCase(), isHidden]);
}

/** Those that go of some that may be the same. */
function duplicatesIn(state: VaultState, group: readonly Place[], stem: StemText): Leaving[] {
  const staying: Place[] = [];
  return group.toSorted(bestFirst).flatMap((place) => {
    const same = staying.find((one) => isSame(one, place, stem));
    if (same !== undefined && mayLeaveFor(same, place) && !isKeptBack(state, place.entry))
      return toLeaving(place, same);
    staying.push(place);
    return [];
  });
}

/** Whether a sweep makes one of two. */
export const mergeAlone = (one: Place, other: Place, stem: StemText): boolean =>
  isSame(one, other, stem) && (mayLeaveFor(one, other) || mayLeaveFor(other, one));

const isSame = (one: Place, other: Place, stem: StemText): boolean =>
  (one.entry.date ?? other.entry.date) === (other.entry.date ?? one.entry.date) &&
  isSameFact(
    { text: one.entry.text, language: "" },
    { text: other.entry.text, language: "" },
    stem,
  );

/** What people wrote themselves stays, and what says more: tags, or a field that the other has not or that says otherwise. */
function mayLeaveFor({ entry: stays }: Place, { file, entry }: Place): boolean {
  const isMore =
    entry.tags.some((tag) => !stays.tags.includes(tag)) ||
    Object.entries(entry.fields).some(
      ([key, value]) => !mayDiffer.has(key) && stays.fields[key] !== value,
    ) ||
    (readImportance(entry.fields.importance) ?? 0) > (readImportance(stays.fields.importance) ?? 0);
  return file.learned.has(entry) && !isMore && mayLeave(file, entry);
}

/** Where it was learned is in the archive's copy, and importance is compared. */
export const mayDiffer: ReadonlySet<string> = new Set(["source", "importance"]);

function toLeaving({ file, entry }: Place, same: Place): Leaving {
  const at = same.file.path === file.path ? "" : ` in ${same.file.path}`;
  return { file, entry, task: "dedupe", why: `same as ^${same.entry.id}${at}` };
}

/** What may not leave, then the oldest: that is how long it has been so. */
function bestFirst(a: Place, b: Place): number {
  const stays = ({ file, entry }: Place): number =>
    Number(!file.learned.has(entry) || !mayLeave(file, entry));
  return stays(b) - stays(a) || (a.entry.date ?? "9").localeCompare(b.entry.date ?? "9");
}
