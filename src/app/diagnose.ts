import { existsSync } from "node:fs";
import { join } from "node:path";
import { probeModel } from "../agent/choose-models.ts";
import { LociError } from "../errors.ts";
import { listProblems, listTwins } from "../index/overview.ts";
import { unfinishedPurging } from "../memory/purge.ts";
import type { Digestion } from "../session/queue.ts";
import { listFiles } from "../vault/list-files.ts";
import { readTimes, type VoiceFigures, voiceFigures } from "../voice/turn-times.ts";
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
  const { root, index, vault, conversations } = loci;
  const files = await problemsOfFiles(loci);
  const [embedding, { model, failure }, digestions] = await Promise.all([
    vault.embeddings.probe(),
    probeModel(vault),
    conversations.ifThere().then((open) => open?.db.digestions.waiting() ?? []),
  ]);
  const queued = digestions.map(({ session, attempts, reason }) => ({ session, attempts, reason }));
  const limits = await nameChangedLimits({ root, env });
  const keywordsOnly = "Recall goes by keywords meanwhile; check embedding.* in device.yaml";
  const isOffline = model === "offline";
  return {
    problems: [
      ...files,
      ...limits.map((message) => ({ ...limitChanged, message })),
      ...(await problemsOfGit(loci, env)),
      ...(embedding === undefined ? [] : [toDiagnosis(embedding, keywordsOnly)]),
      ...(failure === undefined ? [] : [toDiagnosis(failure, isOffline ? noModel : modelAway)]),
      ...(unfinishedPurging(join(root, ".loci")) === undefined ? [] : [purgeUnfinished]),
      ...queued.map(notDigested),
    ],
    models: [{ model, answers: failure === undefined }],
    waiting: [...queued, ...(await openConversations(loci))],
    figures: { ...(await index.figures()), voice: voiceFigures(readTimes(loci.lociDir)) },
  };
}

const limitChanged = {
  code: "LIMIT_CHANGED",
  file: "loci.yaml",
  fix: "If that was not intended, put the former value back into loci.yaml",
};

const noModel =
  "Set one of them, or model.apiKeyFile in device.yaml; until then it answers offline";
const modelAway =
  "Conversations wait on disk to be digested: check model.* in device.yaml, or set model.provider to offline";

const purgeUnfinished: Diagnosis = {
  code: "PURGE_UNFINISHED",
  message: 'A "loci forget --purge" was interrupted: some of what it erases is still there',
  fix: '"loci sync" finishes it',
};

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

async function problemsOfFiles({ root, vault }: Loci): Promise<readonly Diagnosis[]> {
  const unread = await vault.freshness.refresh().then(
    () => [],
    (error) => [toDiagnosis(error, "Fix this first; the rest is as it was last seen")],
  );
  const skipped = listFiles(root).skipped.map(({ path, reason }) => ({
    code: "SKIPPED",
    file: path,
    message: `This file is not read: ${reason}`,
    fix: "Rename it, split it, or put the file itself in the place of the link, as the reason asks",
  }));
  const twins = vault.index.run(listTwins).map((paths) => ({
    code: "TWINS",
    file: paths[0] ?? "",
    message: `Some disks cannot tell these names apart: ${paths.join(", ")}`,
    fix: "Move what they hold into one file",
  }));
  return [...unread, ...vault.index.run(listProblems), ...skipped, ...twins];
}

/** Git's state, the last sync and the merge driver. No remote is no problem. */
async function problemsOfGit(loci: Loci, env: NodeJS.ProcessEnv): Promise<Diagnosis[]> {
  const { root } = loci;
  if (!existsSync(join(root, ".git"))) {
    const message = "The vault is not a git repository, so there is no history to go back to";
    const fix = 'Run "loci init" on it (nothing in it is changed), or "git init"';
    return [{ code: "NO_GIT", message, fix }];
  }
  const { checkCommittable } = await import("../git/refs/refs.ts");
  const { diskBlocked } = await import("../git/disk.ts");
  const driver = await problemsOfDriver(root, env);
  try {
    const found = await problemsOfSync(loci);
    await checkCommittable(join(root, ".git"));
    return [...found, ...driver];
  } catch (error) {
    const failure = diskBlocked(error) ?? error;
    const fix = failure instanceof LociError ? String(failure.data.fix ?? "") : "";
    return [toDiagnosis(failure, fix), ...driver];
  }
}

async function problemsOfSync({ root, settings, sync }: Loci): Promise<Diagnosis[]> {
  const { failure, heldBack, remote } = await sync.state();
  const { filesWithPurged } = await import("../sync/purge/find-lines.ts");
  const retry =
    'Run "loci sync" to try again: nothing is lost, and what changes is committed meanwhile';
  const failed = failure === null || failure.reason === "blocked" ? [] : [failure];
  const isOff = remote !== null && !settings.sync.enabled;
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
    ...(await filesWithPurged(root)).map((file) => ({
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
