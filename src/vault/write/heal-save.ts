import { maxFileBytes } from "../list-files.ts";
import type { TopicPath } from "../paths.ts";
import { countLines, lineKey, moreLines, toLines } from "./byte-lines.ts";

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
   * - `was`: Loci found it, at the path or in a replaced file, and it may have needed healing;
   * - `seen`: another program's, with nothing to be put right;
   * - `healed`: what Loci made of the one before, before it changed it; `ours`: what Loci wrote.
   */
  readonly kind: "was" | "seen" | "healed" | "ours";
}

/** A person needs longer than this to see a line come back, or go, and to undo that. */
const secondLookMs = 5_000;

/**
 * Pure: what a save is to become that may come from an editor's old buffer. It was made from the latest of our versions
 * (oldest first) of which it holds a line that was new there: with that one as base it is merged with the last. So what
 * a person removed with our line in view stays removed, and where no such line is left, ours return. Who saves the same
 * once more, some time later, means it.
 */
export function healSave(
  { path, saved }: { readonly path: TopicPath; readonly saved: Uint8Array },
  known: readonly Version[],
  now: number,
  merge: MergeSave,
): Bytes {
  const versions = known.slice(0, known.findLastIndex(isTrusted) + 1);
  const last = versions.at(-1);
  if (last === undefined || isSameBytes(last.bytes, saved)) return saved;
  if (saved.length > maxFileBytes) return saved; // Too much of it to look at line by line.
  // Put back as it was, by a person who moved it: nobody saves a buffer without an edit.
  if (last.bytes === null && known.some(({ bytes }) => isSameBytes(bytes, saved))) return saved;
  const base = latestSeen(versions, saved);
  if (base === last) return saved;
  // What a program's own last save lacked it may complete now.
  const own = last.kind === "seen" ? [last.bytes] : [];
  const merged = merge({
    path,
    bases: [base?.bytes ?? null, ...own],
    ours: last.bytes,
    theirs: saved,
  });
  const [was, is] = [countLines(saved), countLines(merged)];
  const isSame = moreLines(was, is).length + moreLines(is, was).length === 0;
  const isHealed = last.kind === "healed" && isSameBytes(versions.at(-2)?.bytes ?? null, saved);
  return isSame || (isHealed && now - last.at > secondLookMs) ? saved : merged;
}

export const isTrusted = ({ kind }: Pick<Version, "kind">): boolean => kind !== "was";

export const isSameBytes = (one: Bytes, other: Bytes): boolean =>
  one === other || (one !== null && other !== null && Buffer.compare(one, other) === 0);

/**
 * The latest version that a save was made with in view: it has a line that was never there before, or one that is this
 * line, edited. The first that there was, where none is known.
 */
export function latestSeen(versions: readonly Version[], saved: Uint8Array): Version | undefined {
  const held = countLines(saved);
  const most = new Map<string, number>();
  const freshLines = versions.map(({ bytes }) => {
    const counts = countLines(bytes);
    const fresh = moreLines(most, counts);
    for (const line of fresh) most.set(line, counts.get(line) ?? 0);
    return fresh.map((line) => ({ line, count: counts.get(line) ?? 0 }));
  });
  const isHeld = ({ line, count }: { readonly line: string; readonly count: number }): boolean =>
    (held.get(line) ?? 0) >= count;
  const found = versions.findLast(({ kind, bytes }, i) => {
    const fresh = freshLines[i] ?? [];
    if (i === 0 || fresh.length === 0) return false;
    // What others wrote came one after another, and so did what Loci wrote where versions before are forgotten.
    if (kind !== "ours") return fresh.every(isHeld);
    return fresh.some(isHeld) || holdsEdited(fresh, { bytes, saved, known: most });
  });
  return found ?? versions.find(({ bytes }) => bytes !== null);
}

/** More lines than a person edits before the next look. */
const maxCompared = 20;

/** Whether a save has, in the place of a fresh line, one of its own that may be it, edited. */
function holdsEdited(
  fresh: readonly { readonly line: string }[],
  { bytes, saved, known }: { bytes: Bytes; saved: Uint8Array; known: ReadonlyMap<string, number> },
): boolean {
  if (fresh.length > maxCompared) return false;
  const all = toLines(bytes ?? new Uint8Array()).map(lineKey);
  const own = toLines(saved).map(lineKey);
  return fresh.some(({ line }) =>
    own.some(
      (other) =>
        !known.has(other) && isAlike(line, other) && lineAbove(own, other) === lineAbove(all, line),
    ),
  );
}

const lineAbove = (lines: readonly string[], line: string): string | undefined =>
  lines.slice(0, lines.lastIndexOf(line)).findLast((other) => other.trim() !== "");

/** True for lines that share half of their words, two at least, and all their numbers. */
function isAlike(one: string, other: string): boolean {
  const [a, b] = [wordsOf(one), wordsOf(other)];
  const shared = a.intersection(b).size;
  if (shared < 2 || shared * 2 < a.union(b).size) return false;
  return ![...a.symmetricDifference(b)].some((word) => /\d/.test(word));
}

/**
 * But for the date and fields at the end: lines that were saved together share them. Lines are bytes as Latin-1
 * letters: a letter outside ASCII is some of these.
 */
const wordsOf = (line: string): Set<string> =>
  new Set(
    line
      .slice(0, 1_000)
      .replace(/ (?:\(\d{4}-\d\d-\d\d\)|\[\w{1,40}::).*$/, "")
      .toLowerCase()
      .match(/[\w\x80-\xff]+/g),
  );
