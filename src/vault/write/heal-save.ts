import { maxFileBytes } from "../list-files.ts";
import type { TopicPath } from "../paths.ts";
import { countLines, lineKey, toLines } from "./byte-lines.ts";

/** The bytes of a file; null where there is none. */
export type Bytes = Uint8Array | null;

/** Merges what somebody saved (`theirs`), who started from what all `bases` hold, with what stands there. Pure: `sync/merge/file` has it. */
export type MergeSave = (versions: {
  readonly path: TopicPath;
  readonly bases: readonly Bytes[];
  readonly ours: Bytes;
  readonly theirs: Uint8Array;
}) => Bytes;

/** A version of a file that Loci wrote or saw. */
export interface Version {
  readonly bytes: Bytes;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /**
   * - `was`: it stood there, and nothing was to be put right in it; `seen`: the same, another program's;
   * - `stale`: somebody saved it from an old version, or into the old file; `healed` is what became of it;
   * - `now`: Loci wrote it; `gone`: Loci removed the file.
   */
  readonly kind: "was" | "seen" | "stale" | "now" | "healed" | "gone";
}

/** A person needs longer than this to see a line come back, or go, and to undo that. */
const secondLookMs = 5_000;

/**
 * Pure: what a save is to become that may come from an editor's old buffer. It was made from the latest of our versions
 * (oldest first) of which it holds a line that was new there: with that one as base it is merged with the last. So what
 * a person removed with our line in view stays removed, and where no such line is left, ours return. Who undoes that
 * once more, some time later, means it.
 */
export function healSave(
  { path, saved }: { readonly path: TopicPath; readonly saved: Uint8Array },
  versions: readonly Version[],
  now: number,
  merge: MergeSave,
): Uint8Array | null {
  const isOurs = ({ kind }: Version): boolean => kind !== "stale"; // Its healing may have been killed.
  const ours = versions.slice(0, versions.findLastIndex(isOurs) + 1);
  const last = ours.at(-1);
  if (last === undefined || isSameBytes(last.bytes, saved) || saved.length > maxFileBytes)
    return saved;
  // Put back as it was, by a person who moved it: nobody saves a buffer without an edit.
  if (last.bytes === null && versions.some(({ bytes }) => isSameBytes(bytes, saved))) return saved;
  const base = latestSeen(ours, saved);
  if (base === last) return saved;
  // What a program's own last save lacked it may complete now.
  const own = last.kind === "seen" ? [last.bytes] : [];
  const bases = [base?.bytes ?? null, ...own];
  const merged = merge({ path, bases, ours: last.bytes, theirs: saved });
  const change = changeOf(toText(saved), toText(merged));
  if (change.added.length + change.removed.length === 0) return saved;
  const isUndone = versions.some(({ kind, at }, i) => {
    if (kind !== "healed" || now - at <= secondLookMs) return false;
    const healing = changeOf(toText(versions[i - 1]?.bytes), toText(versions[i]?.bytes));
    return isWithin(change.added, healing.added) && isWithin(change.removed, healing.removed);
  });
  return isUndone ? saved : merged;
}

/**
 * The latest version that a save was made with in view: it has a line that was never there before, or one that is this
 * line, edited. The first that there was, where none is known.
 */
export function latestSeen(versions: readonly Version[], bytes: Uint8Array): Version | undefined {
  const saved = toText(bytes);
  let seen = versions.find(({ bytes }) => bytes !== null);
  const most = new Map<string, number>();
  for (const [i, version] of versions.entries()) {
    if (i > 0 && isSameBytes(version.bytes, versions[i - 1]?.bytes ?? null)) continue;
    const text = toText(version.bytes);
    const fresh = [...text.counts].filter(([line, count]) => count > (most.get(line) ?? 0));
    const holds = ([line, count]: readonly [string, number]): boolean =>
      countOf(line, saved) >= count;
    // Versions before it may be forgotten: then its lines came one after another.
    const isHeld = version.kind === "was" ? fresh.every(holds) : fresh.some(holds);
    const isEdited = version.kind === "now" && holdsEdited(fresh, { text, most, saved });
    if (i > 0 && fresh.length > 0 && (isHeld || isEdited)) seen = version;
    for (const [line, count] of fresh) most.set(line, count);
  }
  return seen;
}

export const isSameBytes = (one: Bytes, other: Bytes): boolean =>
  one === other || (one !== null && other !== null && Buffer.compare(one, other) === 0);

interface Text {
  readonly lines: readonly string[];
  readonly counts: ReadonlyMap<string, number>;
}

function toText(bytes: Bytes | undefined): Text {
  const lines = toLines(bytes ?? new Uint8Array()).map(lineKey);
  return { lines, counts: countLines(lines) };
}

/** The lines that became more, and fewer, from one text to the next. */
function changeOf(before: Text, after: Text) {
  const moreIn = ({ counts }: Text, other: Text): string[] =>
    [...counts.keys()].filter((line) => countOf(line, other) < countOf(line, { counts }));
  return { added: moreIn(after, before), removed: moreIn(before, after) };
}

const countOf = (line: string, { counts }: Pick<Text, "counts">): number => counts.get(line) ?? 0;

const isWithin = (some: readonly string[], all: readonly string[]): boolean =>
  some.every((line) => all.includes(line));

/** Whether a save has a line of its own that is a fresh one of a version, edited in its place. */
function holdsEdited(
  fresh: readonly (readonly [line: string, count: number])[],
  { text, most, saved }: { text: Text; most: ReadonlyMap<string, number>; saved: Text },
): boolean {
  if (fresh.length > maxCompared) return false;
  const own = [...saved.counts.keys()].filter((line) => !most.has(line) && !text.counts.has(line));
  return fresh.some(([line]) =>
    own.some((one) => isAlike(line, one) && lineAbove(saved, one) === lineAbove(text, line)),
  );
}

/** More lines than a person edits before the next look. */
const maxCompared = 20;

const lineAbove = ({ lines }: Text, line: string): string | undefined =>
  lines.slice(0, lines.lastIndexOf(line)).findLast((other) => other.trim() !== "");

/**
 * True for two lines of which one may be the other, edited: they share half of their words, two at least, and all their
 * numbers in one order. Dates and fields at the end do not count: lines that were saved together share them.
 */
function isAlike(one: string, other: string): boolean {
  const [a, b] = [wordsOf(one), wordsOf(other)];
  const shared = [...a].filter((word) => b.has(word));
  if (shared.length < 2 || shared.length * 2 < a.size + b.size - shared.length) return false;
  return numbersOf(a) === numbersOf(b);
}

const numbersOf = (words: ReadonlySet<string>): string =>
  [...words].filter((word) => /\d/.test(word)).join(" ");

/** Lines are bytes as Latin-1 letters: a letter outside ASCII is some of these. */
const wordsOf = (line: string): ReadonlySet<string> =>
  new Set(
    line
      .slice(0, 1_000)
      .replace(/ (?:\(\d{4}-\d\d-\d\d\)|\[\w{1,40}::).*$/, "")
      .toLowerCase()
      .match(/[\w\x80-\xff]+/g),
  );
