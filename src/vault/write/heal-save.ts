import { maxFileBytes } from "../list-files.ts";
import type { TopicPath } from "../paths.ts";

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
  const merged = merge({
    path,
    bases: [base?.bytes ?? null, ...own],
    ours: last.bytes,
    theirs: saved,
  });
  const change = changeOf(saved, merged);
  const isLater = last.kind === "healed" && now - last.at > secondLookMs;
  const isUndone = isLater && change.isSubsetOf(changeOf(versions.at(-2)?.bytes, last.bytes));
  return change.size === 0 || isUndone ? saved : merged;
}

/** The lines that became more (`+`) and fewer (`-`). */
function changeOf(before: Bytes | undefined, after: Bytes): Set<string> {
  const [was, is] = [countLines(before), countLines(after)];
  const more = moreLines(was, is).map((line) => `+${line}`);
  return new Set([...more, ...moreLines(is, was).map((line) => `-${line}`)]);
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
  const counts = versions.map(({ bytes }) => countLines(bytes));
  const own = moreLines(counts.at(-1) ?? new Map(), held);
  const news = own.filter((line) => !counts.some((one) => one.has(line)));
  const found = versions.findLast(({ kind, bytes }, i) => {
    const [before, here = new Map()] = [counts.slice(0, i), counts[i]];
    const numberOf = (line: string): number => here.get(line) ?? 0;
    const fresh = moreLines(before.at(-1) ?? new Map(), here).filter(
      (line) => !before.some((one) => (one.get(line) ?? 0) >= numberOf(line)),
    );
    if (i === 0 || fresh.length === 0) return false;
    const isHeld = (line: string): boolean => (held.get(line) ?? 0) >= numberOf(line);
    // What others wrote came one after another, and so did what Loci wrote where versions before are forgotten.
    if (kind !== "ours") return fresh.every(isHeld);
    return fresh.some(isHeld) || holdsEdited(fresh, { bytes, saved, news });
  });
  return found ?? versions.find(({ bytes }) => bytes !== null);
}

/** More lines than a person edits before the next look. */
const maxCompared = 20;

/** Whether a save has, in the place of a fresh line, one that is new and may be it, edited. */
function holdsEdited(
  fresh: readonly string[],
  { bytes, saved, news }: { bytes: Bytes; saved: Uint8Array; news: readonly string[] },
): boolean {
  if (Math.max(fresh.length, news.length) > maxCompared) return false;
  const [all, own] = [toLines(bytes ?? new Uint8Array()), toLines(saved)];
  return fresh.some((line) =>
    news.some((one) => isAlike(line, one) && lineAbove(own, one) === lineAbove(all, line)),
  );
}

function lineAbove(lines: readonly string[], line: string): string | undefined {
  const keys = lines.map(lineKey);
  return keys.slice(0, keys.lastIndexOf(line)).findLast((other) => other.trim() !== "");
}

/** Two lines begin with the same marker and a word. */
const leastShared = 8;

/** True for lines that begin and end alike for half of their length, with the same numbers, but for date and fields. */
function isAlike(one: string, other: string): boolean {
  const tail = / (?:\(\d{4}-\d\d-\d\d\)|\[\w{1,40}::).*$/;
  const [a = "", b = ""] = [one, other].map((line) => line.slice(0, 1_000).replace(tail, ""));
  if (a.replace(/\D+/g, " ") !== b.replace(/\D+/g, " ")) return false;
  const least = Math.min(a.length, b.length);
  let start = 0;
  while (start < least && a[start] === b[start]) start++;
  let end = 0;
  while (end < least - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  return start + end >= Math.max(leastShared, a.length / 2, b.length / 2);
}

/** Lines of a file as Latin-1 text, one character a byte: whatever the encoding, joining yields the same bytes. */
export function toLines(bytes: Uint8Array): string[] {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString("latin1")
    .split("\n");
}

/** The bytes of lines that `toLines` made. */
export const fromLines = (lines: readonly string[]): Uint8Array =>
  Buffer.from(lines.join("\n"), "latin1");

/** What makes two lines the same line: everything but the carriage return. */
export const lineKey = (line: string): string => line.replace(/\r$/, "");

/** How often each line that is not blank occurs. */
function countLines(bytes: Uint8Array | null | undefined): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of toLines(bytes ?? new Uint8Array())) {
    const key = lineKey(line);
    if (key.trim() !== "") counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** The lines that occur more often than before. */
const moreLines = (
  before: ReadonlyMap<string, number>,
  now: ReadonlyMap<string, number>,
): string[] =>
  [...now].filter(([line, count]) => count > (before.get(line) ?? 0)).map(([line]) => line);

/** The lines of the next version that the one before has not, or not so often, as text. */
export const addedLines = (before: Uint8Array | null, next: Uint8Array): string[] =>
  moreLines(countLines(before), countLines(next)).map((line) =>
    Buffer.from(line, "latin1").toString("utf8"),
  );
