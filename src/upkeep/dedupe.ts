import { agree, isSameFact, type StemText, statementWords } from "../digest/gates/same-fact.ts";
import { isSuperseded, readImportance } from "../vault/topic/entry.ts";
import { isSecret } from "../vault/topic/secrets.ts";
import type { Entry } from "../vault/topic/topic.ts";
import { type AlikePair, findPairs } from "./alike-pairs.ts";
import { archiveSteps, type Leaving } from "./archive-step.ts";
import { dotProduct } from "./cluster.ts";
import { isKeptBack, mayLeave } from "./prune.ts";
import type { ArchiveStep } from "./steps.ts";
import type { KeptFile, VaultState } from "./vault-state.ts";

/** From when on two lines are one. */
export interface DedupSettings {
  readonly enabled: boolean;
  /** Cosine of their vectors. */
  readonly embedding: number;
  /** Share of common words. */
  readonly text: number;
  /** Of preferences of fewer characters, only those in the same words are one. */
  readonly shortExempt: number;
}

export interface DedupePorts {
  readonly stem: StemText;
  /** Whether the same words of two days (`YYYY-MM-DD`) tell of two occasions. */
  readonly isOtherOccasion: (text: string, one?: string, other?: string) => boolean;
  /**
   * A real model's unit vectors of texts of a file with this title; undefined for those that have none yet, and as a
   * whole where no such model is in use: hashed words are no evidence of their own.
   */
  readonly modelVectorsOf:
    | ((title: string, texts: readonly string[]) => readonly (Float32Array | undefined)[])
    | undefined;
}

/** An entry and its file. */
export interface Place {
  readonly file: KeptFile;
  readonly entry: Entry;
}

/** Vectors are only compared of lines that share so much of their words (Dice): most pairs are not alike. */
const shared = 0.6;

/**
 * Pure but for the ports: what was learned although the like of it is there, within one scope and bank and of one
 * person. The newest stays, and what may not leave. Two lines are one only where their numbers, names and negations
 * agree and their common words stand in one order: a contradiction is as similar as a repetition, and what happened
 * twice is told alike.
 */
export function lookForDuplicates(
  state: VaultState,
  settings: DedupSettings,
  ports: DedupePorts,
): readonly ArchiveStep[] {
  if (!settings.enabled) return [];
  const companies = Map.groupBy(placesIn(state), companyOf);
  const leaving = [...companies.values()].flatMap((places) =>
    duplicatesIn(state, places, partnersOf(places, settings, ports)),
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
function partnersOf(
  places: readonly Place[],
  settings: DedupSettings,
  ports: DedupePorts,
): Partners {
  const worded = places.map((place) => ({
    place,
    stems: statementWords({ text: place.entry.text, language: "" }, ports.stem),
  }));
  const partners = new Map<Place, Set<Place>>();
  for (const pair of findPairs(worded, Math.min(shared, settings.text))) {
    if (!isSame(pair, settings, ports)) continue;
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
function isSame(pair: AlikePair<Place>, settings: DedupSettings, ports: DedupePorts): boolean {
  const [one, other] = [pair.one.place.entry, pair.other.place.entry];
  if (!pair.isInOrder || !agree(one.text, other.text)) return false;
  if ([one, other].some(({ text }) => ports.isOtherOccasion(text, one.date, other.date)))
    return false;
  if (isShort(one, settings) && isShort(other, settings)) return isInSameWords(one, other, ports);
  return (
    (pair.dice >= settings.text && !pair.haveOwn) ||
    cosineOf(pair.one.place, pair.other.place, ports) >= settings.embedding
  );
}

const isShort = ({ tags, text }: Entry, { shortExempt }: DedupSettings): boolean =>
  tags.includes("preference") && text.length < shortExempt;

const isInSameWords = (one: Entry, other: Entry, { stem }: DedupePorts): boolean =>
  isSameFact({ text: one.text, language: "" }, { text: other.text, language: "" }, stem);

/** 0 where one has no vector. */
function cosineOf(one: Place, other: Place, { modelVectorsOf }: DedupePorts): number {
  const [a, b] = [one, other].map(
    ({ file, entry }) => modelVectorsOf?.(file.topic.title, [entry.text])[0],
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
