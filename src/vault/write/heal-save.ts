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
   * - `was`: Loci found it at the path and replaced it; `heard`: found it in a replaced file;
   * - `seen`: another program's, with nothing to be put right;
   * - `healed`: what Loci made of the one before, before it changed it; `ours`: what Loci wrote.
   */
  readonly kind: "was" | "heard" | "seen" | "healed" | "ours";
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
  const bases = [base?.bytes ?? null, ...own];
  const merged = merge({ path, bases, ours: last.bytes, theirs: saved });
  const change = changeOf(toText(saved), toText(merged));
  if (change.added.length + change.removed.length === 0) return saved;
  const isUndone = versions.some(({ kind, at, bytes }, i) => {
    if (kind !== "healed" || now - at <= secondLookMs) return false;
    const found = versions.slice(0, i).findLast((one) => one.kind === "was");
    const healing = changeOf(toText(found?.bytes), toText(bytes));
    return isWithin(change.added, healing.added) && isWithin(change.removed, healing.removed);
  });
  return isUndone ? saved : merged;
}

/** False for what was found at the path or in a replaced file: it may have needed healing, and that was killed. */
export const isTrusted = ({ kind }: Pick<Version, "kind">): boolean =>
  kind !== "was" && kind !== "heard";

/**
 * The latest version that a save was made with in view: it has a line that was never there before, or one that is this
 * line, edited. The first that there was, where none is known.
 */
export function latestSeen(versions: readonly Version[], bytes: Uint8Array): Version | undefined {
  const saved = toText(bytes);
  for (let i = versions.length - 1; i > 0; i--) {
    const version = versions[i];
    if (version !== undefined && isInView(version, versions.slice(0, i), saved)) return version;
  }
  return versions.find((version) => version.bytes !== null);
}

function isInView({ bytes, kind }: Version, before: readonly Version[], saved: Text): boolean {
  if (isSameBytes(bytes, before.at(-1)?.bytes ?? null)) return false;
  const text = toText(bytes);
  const added = changeOf(toText(before.at(-1)?.bytes), text).added;
  const fresh = added.filter((line) => isFirst(line, countOf(line, text), before));
  const isHeld = (line: string): boolean => countOf(line, saved) >= countOf(line, text);
  if (fresh.length === 0) return false;
  // What others wrote came one after another, and so did what Loci wrote where versions before are forgotten.
  if (kind === "ours" ? fresh.some(isHeld) : fresh.every(isHeld)) return true;
  return kind === "ours" && holdsEdited(fresh, { text, before, saved });
}

/** Whether a line was never there so often before; most versions need no look at their lines for that. */
const isFirst = (line: string, count: number, before: readonly Version[]): boolean =>
  !before.some(({ bytes }) => {
    const isThere =
      bytes &&
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(line, 0, "latin1");
    return isThere && countOf(line, toText(bytes)) >= count;
  });

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

/** The lines that became more, and fewer, from one version to the next. */
function changeOf(before: Text, after: Text) {
  const moreIn = ({ counts }: Text, other: Text): string[] =>
    [...counts.keys()].filter((line) => countOf(line, other) < countOf(line, { counts }));
  return { added: moreIn(after, before), removed: moreIn(before, after) };
}

const countOf = (line: string, { counts }: Pick<Text, "counts">): number => counts.get(line) ?? 0;

const isWithin = (some: readonly string[], all: readonly string[]): boolean =>
  some.every((line) => all.includes(line));

/** Whether a save has, in the place of a fresh line, one of its own that may be it, edited. */
function holdsEdited(
  fresh: readonly string[],
  { text, before, saved }: { text: Text; before: readonly Version[]; saved: Text },
): boolean {
  if (fresh.length > maxCompared) return false;
  return fresh.some((line) =>
    saved.lines.some(
      (own) =>
        isAlike(line, own) &&
        lineAbove(saved, own) === lineAbove(text, line) &&
        countOf(own, text) === 0 &&
        isFirst(own, 1, before),
    ),
  );
}

/** More lines than a person edits before the next look. */
const maxCompared = 20;

const lineAbove = ({ lines }: Text, line: string): string | undefined =>
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
