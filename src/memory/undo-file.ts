import { type FileVersions, isDerived } from "../sync/history/own-steps.ts";
import { mergeFile } from "../sync/merge/file/merge-file.ts";
import { unlocked } from "../vault/lock.ts";
import { pairEntries, wholeOf } from "../vault/log/pair-entries.ts";
import { placeOf, toFilePath } from "../vault/paths.ts";
import { parseTopic } from "../vault/topic/parse-topic.ts";
import { addedLines, fromLines, lineKey, toLines } from "../vault/write/heal-save.ts";
import { changeVaultFile } from "./change-and-note-file.ts";

type Bytes = Uint8Array | null;

/** Pure: the file without the step: the entry merge of its present bytes with those from before. */
export function toWanted({ path, before, after }: FileVersions, current: Bytes): Bytes {
  if (current === null) return after === null ? before : null; // What was removed since stays so.
  const merge = (theirs: Bytes): Bytes =>
    mergeFile({ path, bases: [after], ours: current, theirs }).bytes;
  const merged = merge(before);
  const isMade = before === null && after !== null && merged !== null && !isDerived(path);
  // In a file that the step made, later additions keep the title above them.
  return isMade ? merge(withoutEntries(path, after)) : merged;
}

function withoutEntries(path: string, bytes: Uint8Array): Uint8Array {
  const lines = toLines(bytes);
  for (const { line, endLine } of parseTopic(toFilePath(path), bytes).entries.toReversed())
    lines.splice(line - 1, endLine - line + 1);
  while (lines.at(-2)?.trim() === "") lines.pop();
  return fromLines(lines);
}

/** What taking a step back does to a file. */
export interface UndoableFile {
  readonly path: string;
  /** Lines that will go, and those that will come back. */
  readonly removes: readonly string[];
  readonly restores: readonly string[];
  /** Lines that were changed since, and stay. */
  readonly left: readonly string[];
  /** It has been deleted since, and stays so. */
  readonly isGone: boolean;
}

/** Pure: `wanted` is what `toWanted` makes of what is there. */
export function describeFile(
  { path, before, after }: FileVersions,
  current: Bytes,
  wanted: Bytes,
): UndoableFile {
  const isLeft = current !== null && wanted !== null && !isDerived(path);
  return {
    path,
    removes: linesOnlyIn(current, wanted),
    restores: linesOnlyIn(wanted, current),
    left: isLeft ? changedLines(path, before, after, current) : [],
    isGone: current === null && before !== null && after !== null,
  };
}

/** The lines of the step that say something else now. */
function changedLines(path: string, before: Bytes, after: Bytes, current: Bytes): string[] {
  const entriesOf = (bytes: Bytes) =>
    parseTopic(toFilePath(path), bytes ?? new Uint8Array()).entries;
  const known = new Set(entriesOf(before).map(wholeOf));
  const lines = toLines(after ?? new Uint8Array());
  return pairEntries(entriesOf(after), entriesOf(current), { byPlace: true })
    .pairs.filter(([was, is]) => wholeOf(was) !== wholeOf(is) && !known.has(wholeOf(was)))
    .map(([{ line }]) => Buffer.from(lineKey(lines[line - 1] ?? ""), "latin1").toString("utf8"));
}

/** Without blank lines, the frontmatter of a whole file, and the dates in it that Loci keeps. */
function linesOnlyIn(bytes: Bytes, other: Bytes): readonly string[] {
  const lines = toLines(bytes ?? new Uint8Array());
  const isWhole = other === null && lines[0] === "---";
  const shown = lines.slice(isWhole ? lines.indexOf("---", 1) + 1 : 0);
  return addedLines(other, fromLines(shown)).filter(
    (line) => !/^(?:created|updated): \d{4}-\d\d-\d\d$/.test(line),
  );
}

/**
 * Puts files back; what others wrote into them since stays. Under one lock, and files that come back come first, so
 * that no line is ever nowhere. Safe to run again after a crash.
 */
export async function putBack(
  context: Parameters<typeof changeVaultFile>[0],
  files: readonly FileVersions[],
): Promise<void> {
  const isMade = ({ after }: FileVersions): number => Number(after !== null);
  const change = changeVaultFile({ ...context, lock: unlocked });
  await context.lock(async () => {
    for (const versions of files.toSorted((a, b) => isMade(a) - isMade(b))) {
      const path = toFilePath(versions.path);
      const op = isDerived(path) ? "derived" : "taken back";
      await change(
        path,
        (now) => ({ bytes: toWanted(versions, now), result: undefined }),
        () => [{ path, topic: placeOf(path).topic, op }],
      );
    }
  });
}
