import { LociError } from "../../errors.ts";
import {
  type ChangeNote,
  changedMeanwhile,
  changeFile,
  unlessChanged,
  type WritableVault,
} from "../../vault/change-file.ts";
import { addedLines, countLines, toLines } from "../../vault/merge-lines.ts";
import {
  placeOf,
  recentIndexPath,
  resolveInVault,
  type TopicPath,
  toScope,
} from "../../vault/paths.ts";
import { readSettled } from "../../vault/read-settled.ts";
import { renameRecent } from "../../vault/recent-index.ts";
import { removeFile } from "../../vault/remove-file.ts";
import { sha256Hex } from "../../vault/sha256.ts";
import type { PlannedFile, SplitPlan } from "./split-plan.ts";

/** A file as it was before, and as it is; null: it was not there. */
interface SplitVersions {
  readonly before: Uint8Array | null;
  readonly after: Uint8Array | null;
}

/** What is noted for the next commit: that a file is about to be written, and then what it was and is. */
interface SplitNote extends ChangeNote {
  readonly versions?: SplitVersions;
}

/** What carrying out needs; the vault's lock is held already, and `vault.lock` is `unlocked`. */
export interface ApplyPorts {
  readonly vault: WritableVault;
  /** All notes of one step are one commit. */
  readonly note: (step: string, records: readonly SplitNote[]) => Promise<void>;
  readonly dropPlan: () => Promise<void>;
  /** Makes a file as it was before; what others wrote into it since stays. */
  readonly putBack: (
    vault: WritableVault,
    versions: SplitVersions & { readonly path: TopicPath },
  ) => Promise<void>;
}

export type SplitApplied =
  | {
      readonly status: "split";
      readonly files: readonly TopicPath[];
      /** The file that keeps everything that did not move. */
      readonly general: TopicPath;
    }
  /** A file of it was changed meanwhile: everything was rolled back. */
  | { readonly status: "calledOff"; readonly path: TopicPath };

/**
 * Carries out a plan that is kept on disk. First the new files, then the old one gives its entries up: a crash in
 * between leaves an entry in two files and never in none, and the next start comes here again, where each step that
 * is done already is found done. Where the old file has changed, the new ones go again.
 */
export async function applySplit(
  ports: ApplyPorts,
  plan: SplitPlan,
  { isResumed }: { readonly isResumed: boolean },
): Promise<SplitApplied> {
  const step = `split-${sha256Hex(Buffer.concat([Buffer.from(plan.path), plan.before])).slice(0, 16)}`;
  const rest = plan.files.at(-1);
  if (rest === undefined) throw new TypeError("Cannot apply a split without files");
  const isInPlace = rest.path === plan.path;
  const made = isInPlace ? plan.files.slice(0, -1) : plan.files;
  await ports.note(step, [
    ...made.map(({ path }) => toNote(path, "created")),
    toNote(plan.path, "derived"),
  ]);
  const work = { plan, made, rest: isInPlace ? rest : undefined, isResumed };
  const isDone = await carryOut(ports, work);
  if (isDone) {
    const after = isInPlace ? rest.bytes : null;
    const versions = { before: plan.before, after };
    await ports.note(step, [
      ...made.map(({ path, bytes }) => toNote(path, "derived", { before: null, after: bytes })),
      toNote(plan.path, "derived", versions),
    ]);
    await listGeneral(ports, step, plan.path, rest.path);
  } else {
    await callOff(ports, made);
  }
  await ports.dropPlan();
  return isDone
    ? { status: "split", files: plan.files.map(({ path }) => path), general: rest.path }
    : { status: "calledOff", path: plan.path };
}

const toNote = (path: TopicPath, op: ChangeNote["op"], versions?: SplitVersions): SplitNote => ({
  path,
  topic: placeOf(path).topic,
  op,
  ...(versions && { versions }),
});

/** False where a file is not what the plan goes by. */
async function carryOut(
  { vault }: ApplyPorts,
  { plan, made, rest, isResumed }: Work,
): Promise<boolean> {
  const old = await read(vault, plan.path);
  if (!isSame(old, plan.before)) return isResumed && isCut(plan, old);
  for (const file of made) {
    if (!(await replace(vault, file, null))) return false;
  }
  if (rest !== undefined) return replace(vault, rest, plan.before);
  return (await removeFile({ ...vault, path: plan.path }, plan.before)) !== "changed";
}

/** Gives the line among the recent topics to the general part. */
async function listGeneral(
  ports: ApplyPorts,
  step: string,
  from: TopicPath,
  general: TopicPath,
): Promise<void> {
  const { topic, scope } = placeOf(from);
  const path = recentIndexPath(toScope(scope));
  const rename = (bytes: Uint8Array | null): Uint8Array | undefined => {
    const text = new TextDecoder().decode(bytes ?? new Uint8Array());
    const renamed = renameRecent(text, topic, placeOf(general).topic);
    return renamed === undefined ? undefined : new TextEncoder().encode(renamed);
  };
  try {
    const before = await read(ports.vault, path);
    const after = rename(before);
    if (after === undefined) return;
    await ports.note(step, [toNote(path, "derived")]);
    await changeFile({ ...ports.vault, path }, (bytes) => ({
      bytes: rename(bytes) ?? bytes ?? new Uint8Array(),
      result: undefined,
    }));
    await ports.note(step, [toNote(path, "derived", { before, after })]);
  } catch (error) {
    // The list is derived: a reader finds the general part by the old name, which is its alias.
    if (!(error instanceof LociError)) throw error;
  }
}

interface Work {
  readonly plan: SplitPlan;
  /** The files that are new. */
  readonly made: readonly PlannedFile[];
  /** The old file without what moved, where it keeps its name. */
  readonly rest: PlannedFile | undefined;
  readonly isResumed: boolean;
}

/**
 * True when the old file has given its entries up: it did so last of all, so everything else was done before the
 * crash, and what is there now was written since. Else it was changed before its turn came.
 */
function isCut({ files, before }: SplitPlan, old: Uint8Array | null): boolean {
  if (old === null) return true;
  const had = countLines(toLines(before));
  const moved = files
    .slice(0, -1)
    .flatMap(({ bytes }) => linesOf(bytes).filter((line) => had.has(line)));
  return shareIn(old, moved) < 0.5;
}

/** True when the file now holds the planned bytes. */
async function replace(
  vault: WritableVault,
  { path, bytes }: PlannedFile,
  expected: Uint8Array | null,
): Promise<boolean> {
  const now = await read(vault, path);
  if (isSame(now, bytes)) return true;
  if (!isExpected(now, expected)) return false;
  return unlessChanged(() =>
    changeFile({ ...vault, path }, (found) => {
      if (!isExpected(found, expected)) throw changedMeanwhile(path);
      return { bytes, added: addedLines(expected, bytes), result: true };
    }),
  );
}

const isExpected = (bytes: Uint8Array | null, expected: Uint8Array | null): boolean =>
  expected === null ? bytes === null : isSame(bytes, expected);

/** Takes the new files away again; the old one has all that is in them. */
async function callOff(
  { vault, putBack }: ApplyPorts,
  made: readonly PlannedFile[],
): Promise<void> {
  for (const { path, bytes } of made) {
    const now = await read(vault, path);
    // A file that has little of what was planned is another file that only has the name.
    if (now === null || shareIn(now, linesOf(bytes)) < 0.5) continue;
    await putBack(vault, { path, before: null, after: bytes });
  }
}

const read = (vault: WritableVault, path: TopicPath): Promise<Uint8Array | null> =>
  readSettled(resolveInVault(vault.root, path), vault.clock);

const isSame = (bytes: Uint8Array | null, other: Uint8Array): boolean =>
  bytes !== null && Buffer.compare(bytes, other) === 0;

const linesOf = (bytes: Uint8Array): string[] => [...countLines(toLines(bytes)).keys()];

/** Of some lines, how many a file has. */
function shareIn(bytes: Uint8Array, lines: readonly string[]): number {
  const there = countLines(toLines(bytes));
  return lines.filter((line) => there.has(line)).length / Math.max(1, lines.length);
}
