import { isOtherOccasion } from "../language/read/tells-event.ts";
import { withBefore, withoutBefore } from "../language/text/before-part.ts";
import { placeOf } from "../vault/paths.ts";
import { hasTag, isSuperseded, readImportance } from "../vault/topic/entry.ts";
import type { Entry } from "../vault/topic/topic.ts";
import { personOf } from "../vault/topic/viewer.ts";
import type { NearMemory } from "./digest-ports.ts";
import { agree, contentOf, entails, hasWord, isSameFact, sharedContent } from "./gates/compare.ts";
import { isWritable, type Judged } from "./gates/gates.ts";

/** What is to be done with what was said. */
export interface Decided extends Judged {
  /** `conflict`: it stands beside an entry that it contradicts, which may not be struck; `left`: it is not stored. */
  readonly type: "new" | "known" | "update" | "conflict" | "left";
  /** The entry that is known already, or that it contradicts. */
  readonly of?: NearMemory;
}

/** What was said, with what may be the same or the contrary of it. */
export interface Candidate extends Judged {
  /** The entry that the model says it relates to, where it is still there. */
  readonly referred: NearMemory | undefined;
  readonly near: readonly NearMemory[];
  /** Entries with its key. */
  readonly withKey: readonly NearMemory[];
}

/** Decides on each of what was said, oldest first. A model proposes; nothing it says deletes anything. Pure. */
export function reconcile(candidates: readonly Candidate[], person: string | null) {
  const struck = new Set<string>();
  // The last of several that would strike one entry is the one that does.
  const all = candidates.toReversed().map((candidate): Decided => {
    const decided = { ...candidate, ...decide(candidate, person) };
    const { type, of } = decided;
    if (type !== "update" || of === undefined) return decided;
    if (struck.has(placeKey(of))) return { ...candidate, type: "new" };
    struck.add(placeKey(of));
    return completeUpdate(decided, of.entry);
  });
  return all.reverse();
}

const placeKey = ({ file, entry }: NearMemory): string => `${file}#${entry.id}`;

type Decision = Pick<Decided, "type" | "of" | "reason">;

function decide(candidate: Candidate, person: string | null): Decision {
  const { conclusion, language, sources, reason } = candidate;
  if (reason !== undefined) return { type: "left", reason };
  const { text } = conclusion;
  const day = sources.at(-1)?.date;
  const isMine = (memory: NearMemory): boolean => isOpenTo(memory, person);
  const referred = [candidate.referred ?? []].flat().filter(isMine);
  const near = candidate.near.filter(isMine);
  const withKey = candidate.withKey.filter(isMine);
  // A model is believed where the line has all words of it.
  const isEntailed = ({ entry }: NearMemory): boolean =>
    conclusion.relation === "known" &&
    entails(entry.text, text, language) &&
    agree(text, entry.text);
  const isSame = ({ entry }: NearMemory): boolean =>
    isSameFact(text, withoutBefore(entry.text), language);
  const isOfDay = ({ entry }: NearMemory): boolean => !isOtherOccasion(text, day, entry.date);
  const all = [...referred, ...near, ...withKey];
  const same = all.find((memory) => isSame(memory) && isOfDay(memory));
  if (same !== undefined) return { type: "known", of: same };
  const old =
    referred.find((memory) => replaces(candidate, memory, near)) ??
    withKey.find((memory) => isOldValue(memory, candidate, person));
  if (old !== undefined) return strike(old, day ?? "");
  const known = referred.find((memory) => isEntailed(memory) && isOfDay(memory));
  return known ? { type: "known", of: known } : { type: "new" };
}

/**
 * Of what must never be lost; of anything else one word in common will do, be it in another language, for an
 * update says what was before.
 */
const enoughShared = 1 / 3;

/** Whether the line that a model means is no longer true: it says so, and both are about one thing. */
function replaces(said: Judged, { file, entry }: NearMemory, near: readonly NearMemory[]): boolean {
  const { key, relation, text } = said.conclusion;
  if (relation !== "updates" && relation !== "contradicts") return false;
  const shared = sharedContent(text, entry.text, said.language);
  const isMeant = near.some(
    (one) => one.file === file && one.entry.id === entry.id && (one.meant ?? []).length > 0,
  );
  return (
    (key !== "" && entry.fields.key === key) ||
    (readImportance(entry.fields.importance) === 1 ? shared >= enoughShared : shared > 0 || isMeant)
  );
}

/** A key alone strikes nothing that matters for health: two allergies may have been given one key. */
const isOldValue = (
  { file, entry }: NearMemory,
  { conclusion: { key, sensitivity, importance } }: Judged,
  person: string | null,
): boolean =>
  key !== "" &&
  entry.fields.key === key &&
  sensitivity !== "health" &&
  ![importance, readImportance(entry.fields.importance)].includes(1) &&
  personOf(file, entry) === person;

function strike(of: NearMemory, day: string): Decision {
  const { tags, fields, date } = of.entry;
  // A summary says more than what is no longer true of it.
  if (hasTag(tags, "protected") || Object.hasOwn(fields, "summarizes"))
    return { type: "conflict", of };
  const isNewer = date !== undefined && date > day;
  return isNewer ? { type: "left", reason: "what is known is newer" } : { type: "update", of };
}

/**
 * What takes the place of an entry says no less: where words of the old line are in neither the new one nor what was
 * said, and no key says that only the value changed, that line follows as what was before. Its key, importance and
 * secrecy stay.
 */
function completeUpdate(said: Decided, { text, fields }: Entry): Decided {
  const { conclusion, language } = said;
  const { key = "", importance, sensitivity } = fields;
  const older = withoutBefore(text);
  const has = hasWord([conclusion.text, ...said.said].join("\n"), language);
  const isWhole = key !== "" || contentOf(older, { language, speaker: null }).every(has);
  const whole = isWhole ? conclusion.text : withBefore(conclusion.text, older, language);
  return {
    ...said,
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
