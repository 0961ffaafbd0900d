import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { chooseModels } from "../agent/choose-models.ts";
import { LociError } from "../errors.ts";
import { listProblems, listTwins } from "../index/overview.ts";
import { unfinishedPurging } from "../memory/purge.ts";
import { filesAside } from "../session/open-sound.ts";
import { listFiles } from "../vault/list-files.ts";
import type { Loci } from "./loci.ts";
import { type Diagnosis, type Findings, toDiagnosis } from "./vault/diagnosis.ts";
import { nameChangedLimits } from "./vault/load-settings.ts";

type Check = (loci: Loci, env: NodeJS.ProcessEnv) => Promise<readonly Diagnosis[]>;

/** Each looks for problems of one kind. */
const checks: readonly Check[] = [
  problemsOfFiles,
  changedLimits,
  problemsOfGit,
  missingDriver,
  problemsOfEmbeddings,
  unfinishedPurge,
  waitingConversations,
  olderConversations,
];

/** Looks for problems in the files, the names, git, the models and the conversations that wait; says what is in memory. */
export async function diagnose(loci: Loci, env: NodeJS.ProcessEnv): Promise<Findings> {
  const problems: Diagnosis[] = [];
  for (const check of checks) problems.push(...(await check(loci, env)));
  const { live } = chooseModels(loci.vault);
  const { provider, name } = loci.vault.settings.model;
  const failure = await live?.probe();
  if (failure !== undefined) problems.push(toDiagnosis(failure, modelAway));
  const isMissing = live === undefined && provider === "auto" && name !== undefined;
  if (isMissing) problems.push(toDiagnosis(noServer(name), noModel));
  const away = failure !== undefined || isMissing ? " (does not answer)" : "";
  const found = [`Model ${live?.id ?? "offline"}${away}`];
  return { problems, found: [...found, ...(await figuresOf(loci))] };
}

const noServer = (name: string): LociError =>
  new LociError(
    "BAD_CONFIG",
    `Cannot ask the model "${name}": there is no model.baseUrl, and no key (LOCI_MODEL_API_KEY, OPENAI_API_KEY) in this environment`,
  );
const noModel =
  "Set one of them, or model.apiKeyFile in device.yaml; until then it answers offline";
const modelAway =
  "Conversations wait on disk to be digested: check model.* in device.yaml, or set model.provider to offline";

async function figuresOf({ index }: Loci): Promise<readonly string[]> {
  const { files, topics, entries, archived, banks, oldest, newest, indexBytes } =
    await index.figures();
  const days = oldest === "" ? "" : `, from ${oldest} to ${newest}`;
  const counts = `Memories ${entries} (archived ${archived}), files ${files}, topics ${topics}`;
  const byBank = Object.entries(banks).map(([bank, count]) => `${bank} ${count}`);
  return [
    `${counts}${days}; ${(indexBytes / 1e6).toFixed(1)} MB of index`,
    ...(byBank.length === 0 ? [] : [`By bank: ${byBank.join(", ")}`]),
  ];
}

async function changedLimits({ root }: Loci, env: NodeJS.ProcessEnv) {
  return (await nameChangedLimits({ root, env })).map((message) => ({
    code: "LIMIT_CHANGED",
    file: "loci.yaml",
    message,
    fix: "If that was not intended, put the former value back into loci.yaml",
  }));
}

async function problemsOfEmbeddings({ vault }: Loci) {
  const failure = await vault.embeddings.probe();
  const fix = "Recall goes by keywords meanwhile; check embedding.* in device.yaml";
  return failure === undefined ? [] : [toDiagnosis(failure, fix)];
}

async function unfinishedPurge({ lociDir }: Loci) {
  if (unfinishedPurging(lociDir) === undefined) return [];
  const message = 'A "loci forget --purge" was interrupted: some of what it erases is still there';
  return [{ code: "PURGE_UNFINISHED", message, fix: '"loci sync" finishes it' }];
}

/** Also those that are not ended: one under way, and one whose process was killed, look alike on disk. */
async function waitingConversations({ sessions, conversations }: Loci) {
  const code = "NOT_DIGESTED";
  const waiting = (await conversations.ifThere())?.db.digestions.waiting() ?? [];
  const open = (await sessions.list()).filter(
    ({ state, startedAt, lastAt }) => state === "active" && lastAt !== startedAt,
  );
  return [
    ...waiting.map(({ session, attempts, reason }) => ({
      code,
      message:
        attempts === 0
          ? `The conversation ${session} waits to be digested`
          : `The conversation ${session} is not in memory after ${attempts} attempts: ${reason ?? "for an unknown reason"}`,
      fix: 'It is safe on disk; "loci digest" tries again now, and "loci up" by itself',
    })),
    ...open.map(({ id }) => ({
      code,
      message: `The conversation ${id} is not ended, and not in memory yet`,
      fix: `"loci chat --continue" goes on, "loci sessions end ${id}" digests it now`,
    })),
  ];
}

async function olderConversations({ lociDir }: Loci) {
  return filesAside(lociDir, "old").map((path) => ({
    code: "OLDER_CONVERSATIONS",
    file: `.loci/${basename(path)}`,
    message: "Not all conversations that an earlier version kept in this file are digested yet",
    fix: 'They were taken over; "loci digest" digests them, and the file goes by itself',
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

/** Git's state and the last sync. No remote is no problem. */
async function problemsOfGit(loci: Loci): Promise<readonly Diagnosis[]> {
  const gitDir = join(loci.root, ".git");
  if (!existsSync(gitDir)) {
    const message = "The vault is not a git repository, so there is no history to go back to";
    const fix = 'Run "loci init" on it (nothing in it is changed), or "git init"';
    return [{ code: "NO_GIT", message, fix }];
  }
  const { checkCommittable } = await import("../git/refs/refs.ts");
  const { diskBlocked } = await import("../git/disk.ts");
  try {
    const found = await problemsOfSync(loci);
    await checkCommittable(gitDir);
    return found;
  } catch (error) {
    return [toDiagnosis(diskBlocked(error) ?? error)];
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

async function missingDriver({ root }: Loci, env: NodeJS.ProcessEnv): Promise<Diagnosis[]> {
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
