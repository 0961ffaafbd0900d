import { isOtherOccasion } from "../language/read/tells-event.ts";
import { withBefore, withoutBefore } from "../language/text/before-part.ts";
import { placeOf } from "../vault/paths.ts";
import { hasTag, isSuperseded, readImportance } from "../vault/topic/entry.ts";
import type { Entry } from "../vault/topic/topic.ts";
import { personOf } from "../vault/topic/viewer.ts";
import type { NearMemory } from "./digest-ports.ts";
import { entails } from "./entails.ts";
import { isWritable, type Passed } from "./gates/gates.ts";
import { agree, isSameFact, type StemText, sharedContent } from "./gates/same-fact.ts";
import { contentOf, hasWord } from "./gates/words.ts";

/** What is to be done with what was said. */
type Decision =
  | { readonly type: "new" }
  | { readonly type: "known"; readonly of: NearMemory }
  | { readonly type: "update"; readonly of: NearMemory }
  /** It stands beside an entry that it contradicts, which may not be struck. */
  | { readonly type: "conflict"; readonly of: NearMemory }
  /** What is known is of a later day. */
  | { readonly type: "outdated"; readonly of: NearMemory };

export interface Decided {
  readonly passed: Passed;
  readonly decision: Decision;
}

/** What was said, with what may be the same or the contrary of it. */
export interface Candidate {
  readonly passed: Passed;
  /** The entry that the model says it relates to, where it is still there. */
  readonly referred: NearMemory | undefined;
  readonly near: readonly NearMemory[];
  /** Entries with its key. */
  readonly withKey: readonly NearMemory[];
}

export interface ReconcileContext {
  readonly person: string | null;
  readonly stem: StemText;
}

/** Decides on each of what was said, oldest first. A model proposes; nothing it says deletes anything. Pure. */
export function reconcile(
  candidates: readonly Candidate[],
  context: ReconcileContext,
): readonly Decided[] {
  const struck = new Set<string>();
  // The last of several that would strike one entry is the one that does.
  const decided = candidates.toReversed().map((candidate): Decided => {
    const decision = decide(candidate, context);
    const { passed } = candidate;
    if (decision.type !== "update") return { passed, decision };
    const place = placeKey(decision.of);
    if (struck.has(place)) return { passed, decision: { type: "new" } };
    struck.add(place);
    return { passed: completeUpdate(passed, decision.of.entry, context.stem), decision };
  });
  return decided.reverse();
}

const placeKey = ({ file, entry }: NearMemory): string => `${file}#${entry.id}`;

function decide(candidate: Candidate, context: ReconcileContext): Decision {
  const { passed, referred, near, withKey } = candidate;
  const { stem, person } = context;
  const { conclusion, language } = passed;
  const said = { text: conclusion.text, language };
  const mine = (memory: NearMemory): boolean => isOpenTo(memory, person);
  const all = [...(referred === undefined ? [] : [referred]), ...near, ...withKey].filter(mine);
  const day = passed.sources.at(-1)?.date;
  const same = all.find(
    ({ entry }) =>
      isSameFact(said, { text: withoutBefore(entry.text), language }, stem) &&
      !isOtherOccasion(said.text, day, entry.date),
  );
  if (same !== undefined) return { type: "known", of: same };
  const old = olderOne(candidate, context, mine);
  if (old !== undefined) return strike(old, passed);
  const isKnown =
    referred !== undefined &&
    conclusion.relation === "known" &&
    mine(referred) &&
    !isOtherOccasion(said.text, day, referred.entry.date) &&
    entails({ text: referred.entry.text, language }, said.text, stem) &&
    agree(said.text, referred.entry.text); // A model is believed where the line has all words of it.
  return isKnown ? { type: "known", of: referred } : { type: "new" };
}

/**
 * Of what must never be lost; of anything else one word in common will do, be it in another language, for an
 * update says what was before.
 */
const enoughShared = 1 / 3;

/** The entry that is no longer true, if one may be taken for it. */
function olderOne(
  { passed, referred, near, withKey }: Candidate,
  { person, stem }: ReconcileContext,
  mine: (memory: NearMemory) => boolean,
): NearMemory | undefined {
  const { key, relation, text } = passed.conclusion;
  if (referred !== undefined && mine(referred)) {
    const { entry } = referred;
    const isSameSlot = key !== "" && entry.fields.key === key;
    const said = { text, language: passed.language };
    const shared = sharedContent(said, { ...said, text: entry.text }, stem);
    const isMeant = near.some(
      (one) => placeKey(one) === placeKey(referred) && (one.meant ?? []).length > 0,
    );
    const isAboutIt =
      readImportance(entry.fields.importance) === 1
        ? shared >= enoughShared
        : shared > 0 || isMeant;
    const replaces = relation === "updates" || relation === "contradicts";
    if (replaces && (isSameSlot || isAboutIt)) return referred;
  }
  if (key === "" || isVital(passed)) return undefined;
  return withKey.find(
    (memory) =>
      mine(memory) &&
      memory.entry.fields.key === key &&
      readImportance(memory.entry.fields.importance) !== 1 &&
      personOf(memory.file, memory.entry) === person,
  );
}

/** A key alone strikes nothing that matters for health: two allergies may have been given one key. */
function isVital({ conclusion: { sensitivity, importance } }: Passed): boolean {
  return sensitivity === "health" || importance === 1;
}

function strike(of: NearMemory, { sources }: Passed): Decision {
  const day = sources.at(-1)?.date ?? "";
  const isProtected = hasTag(of.entry.tags, "protected");
  // A summary says more than what is no longer true of it.
  if (isProtected || Object.hasOwn(of.entry.fields, "summarizes")) return { type: "conflict", of };
  return { type: of.entry.date !== undefined && of.entry.date > day ? "outdated" : "update", of };
}

/**
 * What takes the place of an entry says no less: where words of the old line are in neither the new one nor what was
 * said, and no key says that only the value changed, that line follows as what was before. Its key, importance and
 * secrecy stay.
 */
function completeUpdate(passed: Passed, { text, fields }: Entry, stem: StemText): Passed {
  const { conclusion, language, said } = passed;
  const { key = "", importance, sensitivity } = fields;
  const older = withoutBefore(text);
  const wording = { stem, language, speaker: null };
  const has = hasWord([conclusion.text, ...said].join("\n"), wording);
  const isWhole = key !== "" || contentOf(older, wording).every(has);
  const whole = isWhole ? conclusion.text : withBefore(conclusion.text, older, language);
  return {
    ...passed,
    conclusion: {
      ...conclusion,
      text: isWritable(whole) ? whole : conclusion.text, // The struck line has it still.
      key: conclusion.key || key,
      importance: Math.max(conclusion.importance, readImportance(importance) ?? 0),
      sensitivity: sensitivity === "secret" ? sensitivity : conclusion.sensitivity,
    },
  };
}

/** True for entries in force that a session of this person may write to: everyone's, and their own. */
function isOpenTo(memory: NearMemory, person: string | null): boolean {
  const { scope, archived } = placeOf(memory.file);
  if (archived || isSuperseded(memory.entry)) return false;
  if (scope !== "" && (person === null || scope !== `people/${person}`)) return false;
  const whose = personOf(memory.file, memory.entry);
  return whose === null || whose === person;
}
