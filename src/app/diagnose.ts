import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ModelState } from "../agent/choose-models.ts";
import { adviceOn, LociError } from "../errors.ts";
import { listProblems, listTwins } from "../index/overview.ts";
import { unfinishedPurging } from "../memory/purge.ts";
import type { Digestion } from "../session/queue.ts";
import { listFiles } from "../vault/list-files.ts";
import type { VoiceFigures } from "../voice/turn-times.ts";
import type { Loci } from "./loci.ts";
import { type Diagnosis, toDiagnosis } from "./vault/diagnosis.ts";
import { nameChangedLimits } from "./vault/load-settings.ts";

/** The result of diagnosing a vault. */
export interface Diagnoses {
  readonly problems: readonly Diagnosis[];
  /** The model in use, and whether it answers. */
  readonly models: readonly { readonly model: string; readonly answers: boolean }[];
  /** Conversations that are not in memory yet, each with the reason. */
  readonly waiting: readonly Pick<Digestion, "session" | "attempts" | "reason">[];
  /** Null for a vault that cannot be opened. */
  readonly figures: VaultFigures | null;
}

/** What the vault holds, and how long turns by voice took; `voice` is null before the first. */
export type VaultFigures = Awaited<ReturnType<Loci["index"]["figures"]>> & {
  readonly voice: VoiceFigures | null;
};

/** Looks for problems in the files, the names, git, the models and the conversations that wait. */
export async function diagnose(loci: Loci, env: NodeJS.ProcessEnv): Promise<Diagnoses> {
  const files = await problemsOfFiles(loci);
  const [embedding, model, digestions] = await Promise.all([
    loci.index.probeModel(),
    loci.digest.probeModel(),
    loci.digest.waiting(),
  ]);
  const queued = digestions.map(({ session, attempts, reason }) => ({ session, attempts, reason }));
  const keywordsOnly = "Recall goes by keywords meanwhile; check embedding.* in device.yaml";
  return {
    problems: [
      ...files,
      ...problemsOfNames(loci),
      ...(await problemsOfLimits(loci, env)),
      ...problemsOfBanks(loci),
      ...(await problemsOfGit(loci, env)),
      ...(embedding === undefined ? [] : [toDiagnosis(embedding, keywordsOnly)]),
      ...problemsOfModel(model),
      ...problemsOfPurge(loci),
      ...queued.map(notDigested),
    ],
    models: [{ model: model.model, answers: model.failure === undefined }],
    waiting: [...queued, ...(await openConversations(loci))],
    figures: { ...(await loci.index.figures()), voice: await loci.voice.figures() },
  };
}

async function problemsOfFiles(loci: Loci): Promise<readonly Diagnosis[]> {
  try {
    await loci.index.refresh();
  } catch (error) {
    return [toDiagnosis(error, "Fix this first; the rest is as it was last seen")];
  }
  return loci.index.read(listProblems);
}

function problemsOfNames(loci: Loci): Diagnosis[] {
  const skipped = listFiles(loci.root).skipped.map(({ path, reason }) => ({
    code: "SKIPPED",
    file: path,
    message: `This file is not read: ${reason}`,
    fix: "Rename it, split it, or put the file itself in the place of the link, as the reason asks",
  }));
  const twins = loci.index.read(listTwins).map((paths) => ({
    code: "TWINS",
    file: paths[0] ?? "",
    message: `Some disks cannot tell these names apart: ${paths.join(", ")}`,
    fix: "Move what they hold into one file",
  }));
  return [...skipped, ...twins];
}

/** Limits that a pull changed are named once. */
async function problemsOfLimits({ root }: Loci, env: NodeJS.ProcessEnv): Promise<Diagnosis[]> {
  const fix = "If that was not intended, put the former value back into loci.yaml";
  const changed = await nameChangedLimits({ root, env });
  return changed.map((message) => ({ code: "LIMIT_CHANGED", file: "loci.yaml", message, fix }));
}

/** An unknown default bank stops every command; a misspelt one of an agent would only be ignored. */
function problemsOfBanks({ settings: { banks, agents } }: Loci): Diagnosis[] {
  const known = new Set(banks.map((bank) => bank.toLowerCase()));
  return Object.entries(agents).flatMap(([id, { banks: preferred = [], bank }]) =>
    [...preferred, ...(bank === undefined ? [] : [bank])]
      .filter((name) => !known.has(name.toLowerCase()))
      .map((name) => ({
        code: "UNKNOWN_BANK",
        file: "loci.yaml",
        message: `The agent "${id}" names the bank "${name}" (agents.${id}.bank or .banks), which is not there`,
        fix: `Correct it, or add it to banks: ${adviceOn(name, banks, `there are ${banks.join(", ")}`)}`,
      })),
  );
}

function problemsOfModel({ model, failure }: ModelState): Diagnosis[] {
  const fix =
    model === "offline"
      ? "Set one of them, or model.apiKeyFile in device.yaml; until then it answers offline"
      : "Conversations wait on disk to be digested: check model.* in device.yaml, or set model.provider to offline";
  return failure === undefined ? [] : [toDiagnosis(failure, fix)];
}

const notDigested = ({ session, attempts, reason }: Diagnoses["waiting"][number]): Diagnosis => ({
  code: "NOT_DIGESTED",
  message:
    attempts === 0
      ? `The conversation ${session} waits to be digested`
      : `The conversation ${session} is not in memory after ${attempts} attempts: ${reason ?? "for an unknown reason"}`,
  fix: 'It is safe on disk; "loci digest" tries again now, and "loci up" by itself',
});

/** Those under way, and those whose process was killed: both look alike on disk. */
async function openConversations({ sessions }: Loci): Promise<Diagnoses["waiting"]> {
  const open = (await sessions.list()).filter(
    ({ state, startedAt, lastAt }) => state === "active" && lastAt !== startedAt,
  );
  return open.map(({ id }) => ({
    session: id,
    attempts: 0,
    reason: `not ended: "loci chat --continue" goes on, "loci sessions end ${id}" digests it now`,
  }));
}

function problemsOfPurge({ root }: Loci): Diagnosis[] {
  if (unfinishedPurging(join(root, ".loci")) === undefined) return [];
  const message = 'A "loci forget --purge" was interrupted: some of what it erases is still there';
  return [{ code: "PURGE_UNFINISHED", message, fix: '"loci sync" finishes it' }];
}

/** Git's state, the last sync and the merge driver. No remote is no problem. */
async function problemsOfGit(loci: Loci, env: NodeJS.ProcessEnv): Promise<Diagnosis[]> {
  const { root } = loci;
  if (!existsSync(join(root, ".git"))) {
    const message = "The vault is not a git repository, so there is no history to go back to";
    const fix = 'Run "loci init" on it (nothing in it is changed), or "git init"';
    return [{ code: "NO_GIT", message, fix }];
  }
  const { openRepository } = await import("../git/repository/repository.ts");
  const { checkCommittable } = await import("../git/refs/refs.ts");
  const { gitHome } = await import("../git/config/git-config.ts");
  const { diskBlocked } = await import("../git/disk.ts");
  const driver = await problemsOfDriver(root, env);
  try {
    const { gitDir } = await openRepository(root, gitHome(env));
    await checkCommittable(gitDir);
    return [...(await problemsOfSync(loci)), ...driver];
  } catch (error) {
    const failure = diskBlocked(error) ?? error;
    const fix = failure instanceof LociError ? String(failure.data.fix ?? "") : "";
    return [toDiagnosis(failure, fix), ...driver];
  }
}

async function problemsOfSync(loci: Loci): Promise<Diagnosis[]> {
  const { failure, heldBack, remote } = await loci.sync.state();
  const { filesWithPurged } = await import("../sync/purge/find-lines.ts");
  const retry =
    'Run "loci sync" to try again: nothing is lost, and what changes is committed meanwhile';
  const failed = failure === null || failure.reason === "blocked" ? [] : [failure];
  const isOff = remote !== null && !loci.settings.sync.enabled;
  const off = {
    code: "SYNC_OFF",
    message: `Nothing is synced with ${remote} by itself: sync.enabled is false`,
    fix: "Set it to true for this vault in device.yaml",
  };
  return [
    ...(isOff ? [off] : []),
    ...failed.map(({ message, fix = retry }) => ({
      code: "SYNC_FAILED",
      message: `The last sync failed: ${message}`,
      fix,
    })),
    ...heldBack.map(({ path, reason, isIncoming }) => ({
      code: isIncoming === true ? "NOT_TAKEN" : "HELD_BACK",
      file: path,
      message: `This file is not ${isIncoming === true ? "taken" : "committed, and so on no other device"}: ${reason}`,
      fix: "Fix what the reason says, or leave it: everything else is synced",
    })),
    ...(await filesWithPurged(loci.root)).map((file) => ({
      code: "PURGED_AGAIN",
      file,
      message: "This file holds a memory that was purged: plain git merged an older version of it",
      fix: "Purge it once more with `loci forget ENTRY --purge`, or write it anew if it is to stay",
    })),
  ];
}

/** Names a merge driver, and is not a comment. */
const namesDriver = /^[^#\n\r\u2028\u2029]*\smerge=loci\b/m;

async function problemsOfDriver(root: string, env: NodeJS.ProcessEnv): Promise<Diagnosis[]> {
  const { nodeDisk, readRules } = await import("../git/disk.ts");
  if (!namesDriver.test(await readRules(join(root, ".gitattributes")))) return [];
  const { gitHome, readGitConfig } = await import("../git/config/git-config.ts");
  const { findGit } = await import("../git/system-git.ts");
  const config = await readGitConfig(join(root, ".git"), gitHome(env));
  if (config.has("merge.loci.driver") || (await findGit(env, nodeDisk)) === undefined) return [];
  const message = "It names Loci's merge driver, which git does not know in this clone";
  const fix = `Run "loci init ${root}": plain git then merges as loci sync does, entry by entry`;
  return [{ code: "NO_MERGE_DRIVER", file: ".gitattributes", message, fix }];
}
