import { maxFileBytes } from "../list-files.ts";
import type { TopicPath } from "../paths.ts";
import { countLines, lineKey, toLines } from "./byte-lines.ts";

/** The bytes of a file; null where there is none. */
export type Bytes = Uint8Array | null;

/** Merges what somebody saved (`theirs`), who started from `base`, with what stands there. Pure: `sync/merge/file` has it. */
export type MergeSave = (versions: {
  readonly path: TopicPath;
  readonly base: Bytes;
  readonly ours: Bytes;
  readonly theirs: Uint8Array;
}) => Bytes;

/** A version of a file that Loci wrote or saw. */
export interface Version {
  readonly bytes: Bytes;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** It came of the version before it by healing. */
  readonly isHealed: boolean;
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
  const last = versions.at(-1);
  if (last === undefined || isSameBytes(last.bytes, saved) || saved.length > maxFileBytes)
    return saved;
  // Put back as it was, by a person who moved it: nobody saves a buffer without an edit.
  if (last.bytes === null && versions.some(({ bytes }) => isSameBytes(bytes, saved))) return saved;
  const mine = toText(saved);
  const seen = latestSeen(versions, mine);
  if (seen === versions.length - 1) return saved;
  const base = versions[seen]?.bytes ?? null;
  const merged = merge({ path, base, ours: last.bytes, theirs: saved });
  const change = changeOf(mine, toText(merged));
  if (change.added.length + change.removed.length === 0) return saved;
  const isUndone = versions.some(({ isHealed, at }, i) => {
    if (!isHealed || now - at <= secondLookMs) return false;
    const healing = changeOf(toText(versions[i - 1]?.bytes), toText(versions[i]?.bytes));
    return isWithin(change.added, healing.added) && isWithin(change.removed, healing.removed);
  });
  return isUndone ? saved : merged;
}

/** Index of the latest version that a save was made with in view; the first that there was, where none is known. */
function latestSeen(versions: readonly Version[], saved: Text): number {
  let text = toText(versions.at(-1)?.bytes);
  for (let i = versions.length - 1; i > 0; i--) {
    const before = toText(versions[i - 1]?.bytes);
    if (wasInView(before, text, saved)) return i;
    text = before;
  }
  return versions.findIndex(({ bytes }) => bytes !== null);
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

/** Whether a save was made with a version in view: it has a line that was new in it, or one that is this line, edited. */
function wasInView(before: Text, version: Text, saved: Text): boolean {
  const { added } = changeOf(before, version);
  if (added.some((line) => countOf(line, saved) >= countOf(line, version))) return true;
  if (added.length > maxCompared) return false;
  const fresh = [...saved.counts.keys()].filter(
    (line) => !before.counts.has(line) && !version.counts.has(line),
  );
  return added.some((line) =>
    fresh.some((one) => isAlike(line, one) && lineAbove(saved, one) === lineAbove(version, line)),
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
