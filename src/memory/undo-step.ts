import type { FileVersions, UndoStep } from "../session/undo-journal.ts";
import { mergeFile } from "../sync/merge/file/merge-file.ts";
import { parseRemovals } from "../sync/merge/file/removals.ts";
import {
  type ChangeNote,
  changedMeanwhile,
  changeFile,
  unlessChanged,
  type WritableVault,
} from "../vault/change-file.ts";
import { markEntry } from "../vault/edits/entry-mark.ts";
import { pairMarks } from "../vault/edits/pair-marks.ts";
import { unlocked } from "../vault/lock.ts";
import { addedLines, fromLines, lineKey, toLines } from "../vault/merge-lines.ts";
import { parseTopic } from "../vault/parse-topic.ts";
import {
  isLogPath,
  placeOf,
  resolveInVault,
  type TopicPath,
  toWrittenPath,
} from "../vault/paths.ts";
import { readSettled } from "../vault/read-settled.ts";
import { removeFile } from "../vault/remove-file.ts";

/** What taking back needs from the rest of Loci. */
export interface UndoPorts {
  readonly vault: WritableVault;
  /** Notes for the next commit what is about to be written; called under the lock. */
  readonly note: (records: readonly ChangeNote[]) => Promise<void>;
}

/** What became of one file. */
export interface UndoneFile {
  readonly path: string;
  /**
   * - `restored`: as it was before the step, removed where the step had made it.
   * - `merged`: it was changed since; what the step did is gone, and what others did is there.
   * - `gone`: it was removed since, and is left so.
   */
  readonly status: "restored" | "merged" | "gone";
  /** Lines of the step that were changed since, and stay. */
  readonly left: readonly string[];
}

/**
 * Puts the files of a step back, all under one lock; what was written into them since stays. Safe to run again
 * after a crash: what is back already is left alone. Files that come back come first, so that no line is ever nowhere.
 */
export async function undoStep(
  { vault, note }: UndoPorts,
  step: UndoStep,
): Promise<readonly UndoneFile[]> {
  const { files } = step;
  const order = [
    ...files.filter(({ after }) => after === null),
    ...files.filter(({ after }) => after !== null),
  ];
  return vault.lock(async () => {
    const held = { ...vault, lock: unlocked };
    const undone: UndoneFile[] = [];
    for (const versions of order) {
      const path = toWrittenPath(versions.path);
      await note([{ path, topic: placeOf(path).topic, op: "derived" }]);
      undone.push(await putBack(held, versions));
    }
    return undone;
  });
}

const maxTries = 20;

/** Puts one file back. Only under the vault's lock, with a vault whose own lock is `unlocked`. */
export async function putBack(held: WritableVault, versions: FileVersions): Promise<UndoneFile> {
  const path = toWrittenPath(versions.path);
  for (let tries = 0; tries < maxTries; tries++) {
    const current = await readSettled(resolveInVault(held.root, path), held.clock);
    if (current === null && versions.before !== null && versions.after !== null) {
      return { path, status: "gone", left: [] };
    }
    const wanted = toWanted(versions, current);
    if (wanted.bytes !== null) {
      const written = await unlessChanged(() => writeBack(held, path, versions));
      if (written !== false) return written;
      continue;
    }
    if (current === null) return { path, status: wanted.status, left: [] };
    const removal = await removeFile({ ...held, path }, current);
    if (removal !== "changed") return { path, status: wanted.status, left: [] };
  }
  throw changedMeanwhile(path);
}

async function writeBack(
  held: WritableVault,
  path: TopicPath,
  versions: FileVersions,
): Promise<UndoneFile> {
  return changeFile({ ...held, path }, (bytes) => {
    const { bytes: next, status, left } = toWanted(versions, bytes);
    if (next === null) throw changedMeanwhile(path); // It is to be removed now: another way.
    return { bytes: next, added: addedLines(bytes, next), result: { path, status, left } };
  });
}

interface Wanted {
  /** `null`: no file. */
  readonly bytes: Uint8Array | null;
  readonly status: "restored" | "merged";
  readonly left: readonly string[];
}

/** Pure: what should stand in place of what is there: the entry merge of it and of what was before the step. */
export function toWanted(
  { path, before, after }: FileVersions,
  current: Uint8Array | null,
): Wanted {
  const isRestored = current === null || isSame(current, before) || isSame(current, after);
  if (isRestored) return { bytes: before, status: "restored", left: [] };
  const base = after ?? new Uint8Array();
  const merge = (theirs: Uint8Array | null): Uint8Array | null => {
    const versions = { path, bases: [after], ours: current, theirs };
    return mergeFile({ ...versions, removals: parseRemovals() }).bytes;
  };
  const merged = merge(before);
  const topic = toWrittenPath(path);
  const isTopic = topic.endsWith(".md") && !isLogPath(topic);
  // Of a file that the step made, what others wrote into it stays under its title.
  const bytes =
    before === null && merged !== null && isTopic ? merge(withoutEntries(topic, base)) : merged;
  const left = bytes !== null && isTopic ? changedLines(topic, { before, base, current }) : [];
  return { bytes, status: "merged", left };
}

function withoutEntries(path: TopicPath, bytes: Uint8Array): Uint8Array {
  const lines = toLines(bytes);
  for (const { line, endLine } of parseTopic(path, bytes).entries.toReversed())
    lines.splice(line - 1, endLine - line + 1);
  while (lineKey(lines.at(-2) ?? "-") === "") lines.pop();
  return fromLines(lines);
}

/** The lines of the step that say something else now. */
function changedLines(
  path: TopicPath,
  {
    before,
    base,
    current,
  }: {
    readonly before: Uint8Array | null;
    readonly base: Uint8Array;
    readonly current: Uint8Array;
  },
): readonly string[] {
  const marksOf = (bytes: Uint8Array) =>
    new Map(parseTopic(path, bytes).entries.map((entry) => [markEntry(entry), entry]));
  const made = marksOf(base);
  const known = new Set(
    before === null ? [] : [...marksOf(before).keys()].map(({ whole }) => whole),
  );
  const marks = [[...made.keys()], [...marksOf(current).keys()]] as const;
  const lines = toLines(base);
  return pairMarks(...marks, { byPlace: true }).pairs.flatMap(([was, is]) => {
    const line = lines[(made.get(was)?.line ?? 0) - 1];
    const isChanged = was.whole !== is.whole && !known.has(was.whole) && line !== undefined;
    return isChanged ? [Buffer.from(lineKey(line), "latin1").toString("utf8")] : [];
  });
}

const isSame = (bytes: Uint8Array, other: Uint8Array | null): boolean =>
  other !== null && Buffer.compare(bytes, other) === 0;
