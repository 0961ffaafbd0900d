import { placeOf, type TopicPath } from "../paths.ts";
import type { DigestBlock } from "./digest-log.ts";
import type { EntryMark } from "./entry-mark.ts";
import { pairMarks } from "./pair-marks.ts";

/** One version of a file. */
interface FileMarks {
  /** Of its bytes. */
  readonly hash: string;
  readonly entries: readonly EntryMark[];
}

/** A file before and after someone edited it; undefined where there was or is none. */
export interface EditedFile {
  readonly path: TopicPath;
  readonly before: FileMarks | undefined;
  readonly now: FileMarks | undefined;
}

/** What was done to one file, in numbers: the log is no place for words that may have to go. */
export interface Edits extends Counts {
  readonly path: TopicPath;
  /** Its earlier path, where it was renamed. */
  readonly renamedFrom?: TopicPath;
  readonly file: "kept" | "new" | "gone";
}

interface Counts {
  readonly added: number;
  readonly removed: number;
  /** Entries whose text, date or fields are others now. */
  readonly changed: number;
  readonly movedHere: number;
  readonly movedAway: number;
}

/**
 * Compares files before and after a batch of edits by hand. An entry that went from one file and came in another was
 * moved. What a digestion wrote on another device and git brought here is in the log already, and is not logged again.
 * `logged`: ids of the texts that the log says were learned.
 */
export function describeEdits(
  files: readonly EditedFile[],
  logged: ReadonlySet<string> = new Set(),
): Edits[] {
  const changed = files.filter(({ before, now }) => before?.hash !== now?.hash);
  const renamed = findRenamed(changed);
  const names = new Set(renamed.values());
  // What the log tells, and was not reworded.
  const now = changed.flatMap((file) => file.now?.entries ?? []);
  const standing = new Set(now.map(({ textId }) => textId).filter((text) => logged.has(text)));
  const compared = changed
    .filter(({ path }) => !renamed.has(path) && !names.has(path))
    .map((file) => compare(file, standing));
  const byPath = new Map(compared.map((one) => [one.path, one]));
  const moves = findMoves(compared);
  return changed.flatMap(({ path }) => {
    const from = renamed.get(path);
    if (from !== undefined) return { path, renamedFrom: from, file: "kept" as const, ...nothing };
    const one = byPath.get(path);
    return one === undefined ? [] : (count(one, moves) ?? []);
  });
}

const nothing = { added: 0, removed: 0, changed: 0, movedHere: 0, movedAway: 0 };

/** Most files that a block names. */
export const maxNamed = 20;

/** The block of the digest log for a batch of edits by hand; its session is "". */
export function editsToBlock(time: string, edits: readonly Edits[]): DigestBlock {
  const places = edits.map(({ path }) => placeOf(path));
  const topics = new Set(places.map(({ kind, topic }) => (kind === "topic" ? topic : "")));
  const [topic = ""] = topics.size === 1 ? topics : [];
  const summary = edits.length > maxNamed ? `${byHand}: ${sumInWords(edits)}` : byHand;
  return {
    time,
    topic,
    summary,
    session: "",
    agent: "",
    person: null,
    modes: [],
    languages: [],
    lines: edits
      .slice(0, maxNamed)
      .map((one) => ({ type: "changed", file: one.path, what: inWords(one) })),
  };
}

const byHand = "edited by hand";

/** Whether a block of the log is one of edits by hand. */
export const isOfEdits = ({ session, summary }: DigestBlock): boolean =>
  session === "" && summary.startsWith(byHand);

/** New name → old name, for files that are what another one of their scope was: a name of another person's is not shown. */
function findRenamed(files: readonly EditedFile[]): ReadonlyMap<TopicPath, TopicPath> {
  const gone = Map.groupBy(
    files.filter(({ now }) => now === undefined),
    ({ path, before }) => sameIn(path, before),
  );
  const come = files.filter(({ before }) => before === undefined);
  return new Map(
    come.flatMap(({ path, now }) => {
      const old = gone.get(sameIn(path, now))?.shift();
      return old === undefined ? [] : [[path, old.path] as const];
    }),
  );
}

const sameIn = (path: TopicPath, marks: FileMarks | undefined): string =>
  `${marks?.hash} ${placeOf(path).scope}`;

interface Compared {
  readonly path: TopicPath;
  readonly file: Edits["file"];
  readonly come: readonly EntryMark[];
  readonly gone: readonly EntryMark[];
  readonly changed: number;
  /** Entries that Loci struck. */
  readonly struck: number;
}

function compare({ path, before, now }: EditedFile, logged: ReadonlySet<string>): Compared {
  const [old = [], next = []] = [before, now].map((version) =>
    version?.entries.map((entry): EntryMark => {
      const isDigested = entry.origin === "" && logged.has(entry.textId);
      return isDigested ? { ...entry, origin: "digested" } : entry;
    }),
  );
  const { pairs, gone, come } = pairMarks(old, next, { byPlace: true });
  const changed = pairs.filter(([old, next]) => old.whole !== next.whole);
  const struck = changed.filter(
    ([old, next]) => next.origin === "struck" && old.origin !== "struck",
  );
  return {
    path,
    file: before === undefined ? "new" : now === undefined ? "gone" : "kept",
    come,
    gone,
    changed: changed.length - struck.length,
    struck: struck.length,
  };
}

/** How many entries of a text went from one file and came in another, without where they came from and went to. */
interface Moves {
  readonly here: Map<string, number>;
  readonly away: Map<string, number>;
}

function findMoves(files: readonly Compared[]): Moves {
  const came = countTexts(files.flatMap(({ come }) => come));
  const went = countTexts(files.flatMap(({ gone }) => gone));
  const moved = [...came].flatMap(([text, count]) => {
    const both = Math.min(count, went.get(text) ?? 0);
    return both === 0 ? [] : [[text, both] as const];
  });
  return { here: new Map(moved), away: new Map(moved) };
}

function countTexts(entries: readonly EntryMark[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { textId } of entries) counts.set(textId, (counts.get(textId) ?? 0) + 1);
  return counts;
}

/** Undefined where all that is new is Loci's own. */
function count({ path, file, come, gone, changed, struck }: Compared, moves: Moves) {
  const [here, others] = partition(come, (entry) => take(moves.here, entry.textId));
  const [away, removed] = partition(gone, (entry) => take(moves.away, entry.textId));
  const added = others.filter(({ origin }) => origin === "");
  const ours = struck + others.length - added.length;
  const edits: Edits = {
    path,
    file,
    added: added.length,
    removed: removed.length,
    changed,
    movedHere: here.length,
    movedAway: away.length,
  };
  return ours > 0 && file !== "gone" && countsOf(edits).length === 0 ? undefined : edits;
}

function partition<T>(all: readonly T[], isFirst: (one: T) => boolean): [T[], T[]] {
  const groups = Map.groupBy(all, isFirst);
  return [groups.get(true) ?? [], groups.get(false) ?? []];
}

function take(counts: Map<string, number>, key: string): boolean {
  const count = counts.get(key) ?? 0;
  if (count > 0) counts.set(key, count - 1);
  return count > 0;
}

function inWords(edits: Edits): string {
  if (edits.renamedFrom !== undefined) return `renamed from ${edits.renamedFrom}`;
  const what = { kept: [], new: ["new file"], gone: ["file removed"] }[edits.file];
  const words = [...what, ...countsOf(edits)];
  return words.length === 0 ? "edited" : words.join(", ");
}

function countsOf({ added, removed, changed, movedHere, movedAway }: Counts): string[] {
  const counts = [
    [added, "added"],
    [removed, "removed"],
    [changed, "changed"],
    [movedHere, "moved here"],
    [movedAway, "moved away"],
  ] as const;
  return counts.filter(([count]) => count > 0).map(([count, verb]) => `${count} ${verb}`);
}

function sumInWords(edits: readonly Edits[]): string {
  const sum = { ...nothing };
  for (const one of edits) {
    sum.added += one.added;
    sum.removed += one.removed;
    sum.changed += one.changed;
  }
  const counts = countsOf(sum);
  const of = counts.length === 0 ? "" : ` (${counts.join(", ")})`;
  return `${edits.length} files${of}, of which these are the first ${maxNamed}`;
}
