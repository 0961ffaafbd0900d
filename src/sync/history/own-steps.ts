import { join } from "node:path";
import { readIfThere } from "../../git/disk.ts";
import { Objects } from "../../git/objects/objects.ts";
import { emptyTree, isPlain, type Version } from "../../git/objects/tree.ts";
import { isLogPath, pathOrNone, toTopicPath } from "../../vault/paths.ts";
import { type KeptStep, readKeptSteps, type Versions } from "../commit/pending.ts";
import { forgottenPath } from "../merge/file/removals.ts";
import { listChanges } from "../merge/merge-trees.ts";
import { readCommit } from "./open-history.ts";

/** One file that a step changed. */
export interface FileVersions extends Versions {
  readonly path: string;
}

/**
 * Something that was done on this device, and can be taken back: the name of its commit, what it was in words
 * ("cooking: learned 2"), when (ms since the epoch), and `others`: files that are not Markdown, and are not taken back.
 */
export type OwnStep = NonNullable<Awaited<ReturnType<typeof readStep>>>;

/**
 * What was done on this device, newest first: each is a commit that was made in this clone, with its files that are
 * held back, which stand in `.loci/undo`. What is taken back is left out; with `withUndos` the undoing of it is there.
 */
export async function* ownSteps(
  vault: Readonly<{ root: string; lociDir: string; settings: { readonly device: string } }>,
  { withUndos = false }: { readonly withUndos?: boolean } = {},
): AsyncGenerator<OwnStep> {
  const kept = await readKeptSteps(vault.lociDir);
  const uncommitted = kept.filter((one) => one.kept.commit === undefined);
  const byStep = Map.groupBy(uncommitted, ({ step, path }) => step ?? path);
  const alone = Array.from(byStep, ([id, steps]): OwnStep => {
    const { what = "", at = 0 } = steps[0]?.kept ?? {};
    const files = steps.map(({ path, versions }) => ({ path, ...versions }));
    return { id, kind: "step", what, at: at * 1_000, files, others: [], undoes: undefined };
  });
  const undone = new Set<string>();
  const gitDir = join(vault.root, ".git");
  const objects = new Objects(gitDir);
  const log = await readIfThere(join(gitDir, "logs", "HEAD"), { maxBytes: 64 * 2 ** 20 });
  const lines = log?.toString("latin1").matchAll(madeHere) ?? [];
  const commits = new Map(Array.from(lines, ([, oid = "", at]) => [oid, Number(at)]));
  for (const [oid, time] of [...commits].reverse()) {
    yield* alone.splice(0, alone.filter(({ at }) => at >= time * 1_000).length);
    if (undone.has(oid)) continue;
    // One that is gone or damaged cannot be taken back.
    const step = await readStep(objects, oid, vault.settings.device, kept).catch(() => undefined);
    if (step?.undoes !== undefined) undone.add(step.undoes);
    if (step !== undefined && (step.undoes === undefined || withUndos)) yield step;
  }
  yield* alone;
}

/** The commits that were made in this clone, and when (in seconds): by HEAD's reflog, which no one else writes. */
const madeHere = /^[0-9a-f]{40} ([0-9a-f]{40}) [^\t\n]*> (\d+) [^\t\n]*\tcommit\b/gm;

/** Undefined for a merge, for what another device made, and for what only follows from steps ("update the vault"). */
async function readStep(objects: Objects, id: string, device: string, kept: readonly KeptStep[]) {
  const { tree, parents, subject, authoredAt, trailers } = await readCommit(objects, id);
  const [parent] = parents;
  const byHand = subject.startsWith("edited by hand") ? "edit" : "step";
  const made = trailers.agent === "upkeep" ? "upkeep" : byHand;
  const kind = trailers.undoes === undefined ? made : "undo";
  // A first commit of edits is of all that was there before Loci came; a sync's has one parent behind a purge.
  const isNamed = subject.includes(": ") && !subject.startsWith("sync: merge ");
  const isStep = isNamed && (parent !== undefined || kind === "step");
  if (!isStep || parents.length > 1 || trailers.device !== device) return undefined;
  const held = kept.filter((one) => one.kept.commit === id);
  const before = parent === undefined ? emptyTree : (await objects.readCommit(parent)).tree;
  const changed = await listChanges(objects, before, tree);
  const committed = changed.filter(({ path }) => held.every((one) => one.path !== path));
  const read = async (one: Version | undefined) => (isPlain(one) ? objects.read(one.oid) : null);
  const files: FileVersions[] = held.map(({ path, versions }) => ({ path, ...versions }));
  const left: string[] = [];
  for (const { path, before, after } of committed) {
    if (!isWritten(path)) left.push(path);
    else files.push({ path, before: await read(before), after: await read(after) });
  }
  const others = left.filter((path) => !isDerived(path));
  return { id, kind, what: subject, at: authoredAt, files, others, undoes: trailers.undoes };
}

/** A file that Loci could have written. What is marked as forgotten follows from the rest. */
const isWritten = (path: string): boolean =>
  path !== forgottenPath && (isDerived(path) || pathOrNone(toTopicPath, path) !== undefined);

/** What Loci writes about the topics beside them. */
export const isDerived = (path: string): boolean =>
  isLogPath(path) || path === forgottenPath || /(?:^|\/)topics\/index\.txt$/.test(path);
