import { agree, isSameFact, statementWords } from "../digest/gates/compare.ts";
import { isOtherOccasion } from "../language/read/tells-event.ts";
import { isSuperseded, readImportance } from "../vault/topic/entry.ts";
import { isSecret } from "../vault/topic/secrets.ts";
import type { Entry } from "../vault/topic/topic.ts";
import { type AlikePair, findPairs } from "./alike-pairs.ts";
import { dotProduct } from "./cluster.ts";
import { isKeptBack, mayLeave } from "./prune.ts";
import { type ArchiveStep, archiveSteps, type Leaving } from "./steps.ts";
import type { KeptFile, VaultState } from "./vault-state.ts";

/** An entry and its file. */
export interface Place {
  readonly file: KeptFile;
  readonly entry: Entry;
}

/** Vectors are only compared of lines that share so much of their words (Dice): most pairs are not alike. */
const shared = 0.6;

/**
 * What was learned although the like of it is there, within one scope and bank and of one
 * person. The newest stays, and what may not leave. Two lines are one only where their numbers, names and negations
 * agree and their common words stand in one order: a contradiction is as similar as a repetition, and what happened
 * twice is told alike.
 */
export function lookForDuplicates(state: VaultState): readonly ArchiveStep[] {
  if (!state.settings.dedup.enabled) return [];
  const companies = Map.groupBy(placesIn(state), companyOf);
  const leaving = [...companies.values()].flatMap((places) =>
    duplicatesIn(state, places, partnersOf(state, places)),
  );
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

type Partners = ReadonlyMap<Place, ReadonlySet<Place>>;

/** For each place, those that say the same. */
function partnersOf(state: VaultState, places: readonly Place[]): Partners {
  const worded = places.map((place) => ({
    place,
    stems: statementWords(place.entry.text, "", state.settings.languages[0]),
  }));
  const partners = new Map<Place, Set<Place>>();
  for (const pair of findPairs(worded, Math.min(shared, state.settings.dedup.text))) {
    if (!isSame(pair, state)) continue;
    const [one, other] = [pair.one.place, pair.other.place];
    partners.set(one, (partners.get(one) ?? new Set()).add(other));
    partners.set(other, (partners.get(other) ?? new Set()).add(one));
  }
  return partners;
}

/** Those that go of some that may be the same. */
function duplicatesIn(
  state: VaultState,
  places: readonly Place[],
  partners: Partners,
): readonly Leaving[] {
  const staying = new Set<Place>();
  return places
    .filter((place) => partners.has(place))
    .sort(bestFirst)
    .flatMap((place) => {
      const same = [...(partners.get(place) ?? [])].find((one) => staying.has(one));
      if (same !== undefined && mayLeaveFor(same, place) && !isKeptBack(state, place.entry))
        return toLeaving(place, same);
      staying.add(place);
      return [];
    });
}

/** The cheap questions come first. */
function isSame(pair: AlikePair<Place>, state: VaultState): boolean {
  const { text: share, embedding, shortExempt } = state.settings.dedup;
  const [one, other] = [pair.one.place.entry, pair.other.place.entry];
  if (!pair.isInOrder || !agree(one.text, other.text)) return false;
  if ([one, other].some(({ text }) => isOtherOccasion(text, one.date, other.date))) return false;
  const isShort = ({ tags, text }: Entry): boolean =>
    tags.includes("preference") && text.length < shortExempt;
  if (isShort(one) && isShort(other))
    return isSameFact(one.text, other.text, "", state.settings.languages[0]);
  return (
    (pair.dice >= share && !pair.haveOwn) ||
    cosineOf(pair.one.place, pair.other.place, state) >= embedding
  );
}

/** 0 where one has no vector, or where no model made it: hashed words are no evidence of their own. */
function cosineOf(one: Place, other: Place, { settings, embeddings }: VaultState): number {
  if (settings.embedding.provider === "offline") return 0;
  const [a, b] = [one, other].map(
    ({ file, entry }) => embeddings.vectorsOf(file.topic.title, [entry.text])[0],
  );
  return a === undefined || b === undefined ? 0 : dotProduct(a, b);
}

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

/** What may not leave, then the newest. */
function bestFirst(a: Place, b: Place): number {
  const stays = ({ file, entry }: Place): number =>
    Number(!file.learned.has(entry) || !mayLeave(file, entry));
  return stays(b) - stays(a) || (b.entry.date ?? "").localeCompare(a.entry.date ?? "");
}
