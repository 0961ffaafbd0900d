import { disagreements, type StemText, withoutSigns } from "../digest/gates/same-fact.ts";
import { hasTag } from "../vault/entry.ts";
import { isSecret } from "../vault/secrets.ts";
import { setEntryField } from "../vault/set-entry-field.ts";
import { sha256Hex } from "../vault/sha256.ts";
import type { Entry } from "../vault/topic.ts";
import { findPairs } from "./alike-pairs.ts";
import { archiveSteps } from "./archive-step.ts";
import { companyOf, type DedupSettings, mergeAlone, type Place, placesIn } from "./dedupe.ts";
import type { ArchiveStep } from "./plan-schema.ts";
import { mayLeave } from "./prune.ts";
import type { VaultState } from "./vault-state.ts";

/** From when on two lines are proposed as one. */
interface ProposalSettings extends DedupSettings {
  /** Cosine of their vectors. */
  readonly embedding: number;
  /** Share of common words. */
  readonly text: number;
  /** Preferences of fewer characters are left alone. */
  readonly shortExempt: number;
}

/** Two lines that may be one, or that contradict each other; a person says which. */
export interface Proposal {
  /** Of both lines as they are: an edit of one makes it another proposal. */
  readonly id: string;
  readonly kind: "same" | "contradiction";
  readonly stays: Place;
  /** To the archive as the same; or struck, because the other is newer. */
  readonly goes: Place;
  /** How it goes to the archive; undefined where it is struck. */
  readonly step: ArchiveStep | undefined;
  /** 0 to 1. */
  readonly score: number;
  /** In a few words. */
  readonly why: string;
}

export interface ProposalPorts {
  readonly settings: ProposalSettings;
  readonly stem: StemText;
  /** Whether a text tells what happened, and not what is so in general. */
  readonly tellsEvent: (text: string) => boolean;
  /** The cosine of two entries by vectors that are there; undefined where one has none. */
  readonly cosine: (one: Place, other: Place) => number | undefined;
  /** Whether the person who asks may read a line; what they may not takes no place in a pair. */
  readonly isShown: (place: Place) => boolean;
}

/** Blocking: vectors are only compared of lines that share so much of their words (Dice). */
const shared = 0.6;
/** Of so few words in another order, neither is a part that moved ("Marta likes Pau"). */
const fewStems = 2;
const manyStems = 4;

/**
 * Pure: pairs that a person should decide on, the likeliest first; each line stands in one at most, so that an answer never
 * touches another proposal, and a hundred at once. What the sweep merges by itself is not among them, nor what was answered with no, nor what is
 * secret: its copy in the archive would not be.
 */
export function lookForProposals(state: VaultState, ports: ProposalPorts): readonly Proposal[] {
  const { settings, stem } = ports;
  if (!settings.enabled) return [];
  const open = placesIn(state).filter(
    (place) => ports.isShown(place) && !isSecret(place.entry, place.file.topic),
  );
  const found = [...Map.groupBy(open, companyOf).values()].flatMap((places) => {
    const worded = places.map((place) => ({
      place,
      stems: stem(withoutSigns(place.entry.text), "").content,
    }));
    return findPairs(worded, Math.min(shared, settings.text)).flatMap(
      (pair) => judge(pair, ports) ?? [],
    );
  });
  return choose(state, found);
}

/** So many wait at once: the next ones follow the answers. */
const most = 100;

function choose(state: VaultState, found: readonly Omit<Proposal, "step">[]): readonly Proposal[] {
  const taken = new Set<Place>();
  const chosen: Proposal[] = [];
  for (const one of found.toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))) {
    const { kind, stays, goes } = one;
    if (chosen.length === most) break;
    if (taken.has(stays) || taken.has(goes)) continue;
    const at = stays.file.path === goes.file.path ? "" : ` in ${stays.file.path}`;
    const leaving = { ...goes, task: "inbox", why: `same as ^${stays.entry.id}${at}` };
    const [step] = kind === "same" ? archiveSteps(state, [leaving]) : [];
    if (kind === "same" && step === undefined) continue;
    taken.add(stays).add(goes);
    chosen.push({ ...one, step });
  }
  return chosen;
}

type Pair = ReturnType<typeof findPairs<Place>>[number];

/** The cheap questions come first: most pairs are not alike. */
function judge(pair: Pair, ports: ProposalPorts): Omit<Proposal, "step"> | undefined {
  const [one, other] = [pair.one.place, pair.other.place];
  const { dice, isMoved } = pair;
  if (!hasLikeOrder(pair) || saysNo(one, other)) return undefined;
  const isAlike = isAlikeInWords(pair, ports.settings.text);
  const score = isAlike ? dice : (ports.cosine(one, other) ?? 0);
  if (!isAlike && score < ports.settings.embedding) return undefined;
  const [a, b] = [one.entry, other.entry];
  const differ = disagreements(a.text, b.text);
  if (differ.includes("names") || tellsOccasions(a, b, { differ, ...ports })) return undefined;
  if (differ.length > 0) {
    const isOne = isAlike && isMoved === false && numberCount(a) === numberCount(b);
    return isOne ? contradiction(one, other, { score, differ: differ.join(" and ") }) : undefined;
  }
  return mayBeOne(one, other, ports)
    ? sameness(one, other, {
        score,
        why: isAlike ? "nearly the same words" : "nearly the same by vectors",
      })
    : undefined;
}

/** One part moved at most; or the very same words, and enough of them that another order rarely means something else. */
const hasLikeOrder = ({ one, dice, isMoved }: Pair): boolean =>
  isMoved !== undefined || (dice === 1 && one.stems.length > manyStems);

/** Not two short preferences, nor what the sweep makes one by itself. */
const mayBeOne = (one: Place, other: Place, ports: ProposalPorts): boolean =>
  !(isShort(one, ports) && isShort(other, ports)) && !mergeAlone(one, other, ports.stem);

/** What happened on two days, or happened otherwise, happened twice. */
function tellsOccasions(
  a: Entry,
  b: Entry,
  {
    differ,
    tellsEvent,
  }: Pick<ProposalPorts, "tellsEvent"> & { readonly differ: readonly string[] },
): boolean {
  const isAnotherDay = a.date !== undefined && b.date !== undefined && a.date !== b.date;
  return (isAnotherDay || differ.length > 0) && tellsEvent(a.text);
}

/** Two that have a word each that the other has not ("Tuesday", "Thursday") are not repetition. */
function isAlikeInWords({ one, other, dice, isMoved }: Pair, least: number): boolean {
  const haveOwn =
    one.stems.some((word) => !other.stems.includes(word)) &&
    other.stems.some((word) => !one.stems.includes(word));
  const few = Math.max(one.stems.length, other.stems.length) <= fewStems;
  return dice >= least && !haveOwn && !(isMoved === true && few);
}

const isShort = ({ entry: { tags, text } }: Place, { settings }: ProposalPorts): boolean =>
  tags.includes("preference") && text.length < settings.shortExempt;

const numberCount = ({ text }: Entry): number => text.match(/\p{N}+/gu)?.length ?? 0;

/** An entry says of which others it is known not to be the same. */
function saysNo(one: Place, other: Place): boolean {
  const named = ({ entry }: Place): readonly string[] =>
    (entry.fields[notSame] ?? "").split(/[\s,]+/).map((id) => id.replace(/^\^/, ""));
  return named(one).includes(other.entry.id) || named(other).includes(one.entry.id);
}

/** The field that keeps a no: in the file, so that people read it and every device has it. */
const notSame = "not-same";

/** Pure: the file in which an entry says that it is not the same as another, nor contradicts it. */
export function keepBoth(bytes: Uint8Array, { id, fields }: Entry, other: Entry): Uint8Array {
  const before = fields[notSame];
  const value = before === undefined ? `^${other.id}` : `${before} ^${other.id}`;
  return setEntryField(bytes, id, { key: notSame, values: [value] });
}

function sameness(
  one: Place,
  other: Place,
  { score, why }: Pick<Proposal, "score" | "why">,
): Omit<Proposal, "step"> | undefined {
  // The older stays, because that is how long it has been so; what may not leave stays in any case.
  const [older, newer] = inOrder(one, other);
  const goes = [newer, older].find(({ file, entry }) => mayLeave(file, entry));
  if (goes === undefined) return undefined;
  const stays = goes === newer ? older : newer;
  return { id: idOf(stays, goes), kind: "same", stays, goes, score, why };
}

function contradiction(
  one: Place,
  other: Place,
  { score, differ }: { readonly score: number; readonly differ: string },
): Omit<Proposal, "step"> | undefined {
  const [goes, stays] = inOrder(one, other);
  if (hasTag(goes.entry.tags, "protected")) return undefined;
  const why = `the same but for ${differ}; the newer stays`;
  return { id: idOf(stays, goes), kind: "contradiction", stays, goes, score, why };
}

/** By day, else as they stand. */
function inOrder(one: Place, other: Place): readonly [older: Place, newer: Place] {
  const [a, b] = [one.entry.date ?? "", other.entry.date ?? ""];
  return a <= b ? [one, other] : [other, one];
}

const idOf = (...places: readonly Place[]): string =>
  sha256Hex(
    JSON.stringify(places.map(({ file, entry }) => [file.path, entry.id, entry.text])),
  ).slice(0, 8);
