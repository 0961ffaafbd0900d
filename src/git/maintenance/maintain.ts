import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { DeviceClock } from "../../device-clock.ts";
import { errnoOf, messageOf } from "../../errors.ts";
import { createDraft, type Disk, isMissing, openDrafts, readIfThere } from "../disk.ts";
import { findProgram } from "../find-program.ts";
import { currentOwner, isDead, type Owner } from "../process-owner.ts";
import type { Repository } from "../repository/repository.ts";
import { countPacks, estimateLoose } from "./loose-objects.ts";
import { packLoose } from "./pack-loose.ts";
import { packWithGit } from "./pack-with-git.ts";

export interface MaintainOptions {
  readonly repository: Pick<Repository, "gitDir">;
  readonly disk: Disk;
  readonly clock: DeviceClock;
  /** Runs work while no other process commits. It is held for an instant only: commits go on meanwhile. */
  readonly commitLock: (work: () => Promise<boolean>, signal?: AbortSignal) => Promise<boolean>;
  /** Whose PATH says where git is. */
  readonly env: NodeJS.ProcessEnv;
  readonly signal?: AbortSignal;
}

export interface MaintainReport {
  /** What packed: the system's git, Loci itself, or neither, since another process is packing. */
  readonly by: "git" | "loci" | "none";
  /** Why git, or all of it, failed; the repository is as it was, or better. */
  readonly failure?: string;
}

/** More than so many new loose objects, or packs, since the last time make reading slow. */
const defaultLimits: Counts = { loose: 5_000, packs: 50 };
const dayMs = 86_400_000;

/** Whether it is time to pack; cheap, because it lists two folders. */
export async function isMaintenanceDue(
  gitDir: string,
  clock: DeviceClock,
  limits: Counts = defaultLimits,
): Promise<boolean> {
  const { left, failedAt } = await readState(gitDir);
  const sinceFailure = clock.now() - (failedAt ?? 0);
  if (sinceFailure >= 0 && sinceFailure < dayMs) return false;
  if ((await estimateLoose(gitDir)) - left.loose > limits.loose) return true;
  return (await countPacks(gitDir)) - left.packs > limits.packs;
}

/**
 * Packs the history, by the system's git where there is one. Removes no object, reachable or not; may be killed at any
 * moment. Rejects with the signal's reason only: a failure is in the report, and retried a day later at the earliest.
 */
export async function maintain(options: MaintainOptions): Promise<MaintainReport> {
  const { repository, commitLock, disk, clock, signal } = options;
  const { gitDir } = repository;
  if (!(await commitLock(() => claim(disk, gitDir, clock), signal))) return { by: "none" };
  let outcome: MaintainReport | undefined;
  try {
    outcome = await pack(options);
    return outcome;
  } finally {
    // Called off or done: the next one may begin.
    const failedAt = outcome?.failure === undefined ? {} : { failedAt: clock.now() };
    await writeState(disk, gitDir, { left: await measure(gitDir), ...failedAt });
  }
}

/** Where git cannot (a damaged repository, a git too old), Loci still can. */
async function pack(options: MaintainOptions): Promise<MaintainReport> {
  const { repository, disk, clock, env, signal } = options;
  const { gitDir } = repository;
  const git = await findProgram("git", env);
  let failure: string | undefined;
  if (git !== undefined) {
    try {
      await packWithGit({ git, gitDir, disk, clock, env, signal });
      return { by: "git" };
    } catch (error) {
      signal?.throwIfAborted();
      failure = messageOf(error);
    }
  }
  try {
    const left = await packLoose({ gitDir, disk, signal });
    if (left > 0) failure ??= `${left} objects are damaged or too large to be packed`;
  } catch (error) {
    signal?.throwIfAborted();
    failure = messageOf(error);
  }
  return { by: "loci", ...(failure === undefined ? {} : { failure }) };
}

interface Counts {
  readonly loose: number;
  readonly packs: number;
}

async function measure(gitDir: string): Promise<Counts> {
  return { loose: await estimateLoose(gitDir), packs: await countPacks(gitDir) };
}

interface State {
  /** What there was after the last time: it could not be packed, or need not be. */
  readonly left: Counts;
  readonly failedAt?: number;
  /** Who is at it now. */
  readonly owner?: Owner;
}

const stateFile = (gitDir: string): string => join(gitDir, "loci", "maintenance");

/** False where another process, of Loci or the person's own `git gc`, is at it. */
async function claim(disk: Disk, gitDir: string, clock: DeviceClock): Promise<boolean> {
  const state = await readState(gitDir);
  if (state.owner !== undefined && !(await isDead(state.owner))) return false;
  if (await isGitAtIt(gitDir, clock)) return false;
  await openDrafts(disk, gitDir);
  await writeState(disk, gitDir, { ...state, owner: await currentOwner() });
  return true;
}

/** Whether a process packs the history, and so may write again what is deleted meanwhile. */
export async function isPacking(gitDir: string): Promise<boolean> {
  const { owner } = await readState(gitDir);
  if (owner !== undefined && !(await isDead(owner))) return true;
  const pid = Number.parseInt(String(await readIfThere(join(gitDir, "gc.pid"))), 10);
  if (!(pid > 0)) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return errnoOf(error) !== "ESRCH";
  }
}

/** Git itself takes this file for one that a killed `git gc` left when it is twelve hours old. */
async function isGitAtIt(gitDir: string, clock: DeviceClock): Promise<boolean> {
  try {
    return clock.now() - (await stat(join(gitDir, "gc.pid"))).mtimeMs < dayMs / 2;
  } catch (error) {
    if (!isMissing(error)) throw error;
    return false;
  }
}

async function readState(gitDir: string): Promise<State> {
  const none: State = { left: { loose: 0, packs: 0 } };
  const bytes = await readIfThere(stateFile(gitDir));
  if (bytes === undefined) return none;
  try {
    const state: State = JSON.parse(bytes.toString("utf8"));
    return Number.isFinite(state.left.loose) && Number.isFinite(state.left.packs) ? state : none;
  } catch {
    return none; // A power cut can do that.
  }
}

async function writeState(disk: Disk, gitDir: string, state: State): Promise<void> {
  const draft = await createDraft(disk, gitDir, Buffer.from(`${JSON.stringify(state)}\n`));
  await disk.rename(draft, stateFile(gitDir));
}
