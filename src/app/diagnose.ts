import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ModelState } from "../agent/choose-models.ts";
import { adviceOn, LociError } from "../errors.ts";
import { listProblems, listTwins } from "../index/overview.ts";
import { olderFiles } from "../session/files-aside.ts";
import { listFiles } from "../vault/list-files.ts";
import type { VoiceFigures } from "../voice/turn-times.ts";
import type { Loci } from "./loci.ts";
import { type Diagnosis, toDiagnosis } from "./vault/diagnosis.ts";
import { nameChangedLimits } from "./vault/load-settings.ts";
import { unusedFiles } from "./vault/unused-files.ts";

/** The model that is in use, and whether it answers. */
interface DiagnosedModel {
  readonly model: string;
  readonly answers: boolean;
}

/** The result of diagnosing a vault. */
export interface Diagnoses {
  readonly problems: readonly Diagnosis[];
  readonly models: readonly DiagnosedModel[];
  /** Conversations that are not in memory yet. */
  readonly waiting: readonly WaitingConversation[];
  /** Null for a vault that cannot be opened. */
  readonly figures: VaultFigures | null;
}

/** What the vault holds, and where the time of turns by voice went; `voice` is null where nobody has talked yet. */
export type VaultFigures = Awaited<ReturnType<Loci["index"]["figures"]>> & {
  readonly voice: VoiceFigures | null;
};

interface WaitingConversation {
  readonly session: string;
  readonly attempts: number;
  /** Why the last attempt failed. */
  readonly reason: string | null;
}

/** Limits that a pull changed, each named once; and settings of an earlier version, as long as they are there. */
async function problemsOfSettings(
  { root, lociDir, device }: Loci,
  env: NodeJS.ProcessEnv,
): Promise<Diagnosis[]> {
  const limits = (await nameChangedLimits({ root, env })).map((message) => ({
    code: "LIMIT_CHANGED",
    file: "loci.yaml",
    message,
    fix: "Nothing is to be done if that was meant; else put the former value back into loci.yaml",
  }));
  const old = join(lociDir, "device.yaml");
  if (!existsSync(old)) return limits;
  const message = `Settings in ${old} are not read any more`;
  const fix = `Copy what you still want of it into ${device.settingsFile}, and delete it`;
  return [...limits, { code: "OLD_SETTINGS", file: ".loci/device.yaml", message, fix }];
}

async function problemsOfUpgrade({ root }: Loci): Promise<Diagnosis[]> {
  const names = await unusedFiles(root);
  if (names.length === 0) return [];
  const message = `An earlier version left what nothing reads any more: ${names.join(", ")}`;
  return [{ code: "UNUSED_FILES", message, fix: 'Run "loci doctor --fix", which removes it' }];
}

/** Looks for problems in the files, the names, git, the models and the conversations that wait. */
export async function diagnose(loci: Loci, env: NodeJS.ProcessEnv): Promise<Diagnoses> {
  const found = await problemsOfFiles(loci);
  const [embedding, asked, digestions] = await Promise.all([
    problemsOfEmbedding(loci),
    loci.digest.probeModel(),
    loci.digest.waiting(),
  ]);
  const waiting = digestions.map(({ session, attempts, reason }) => ({
    session,
    attempts,
    reason,
  }));
  const problems = [
    ...found,
    ...problemsOfNames(loci),
    ...(await problemsOfSettings(loci, env)),
    ...(await problemsOfUpgrade(loci)),
    ...problemsOfBanks(loci),
    ...problemsOfOlderSessions(loci),
    ...(await problemsOfGit(loci, env)),
    ...(await problemsOfSync(loci, env)),
    ...embedding,
    ...problemsOfModel(asked),
    ...problemsOfWaiting(waiting),
  ];
  return {
    problems,
    models: [{ model: asked.model, answers: asked.failure === undefined }],
    waiting,
    figures: { ...(await loci.index.figures()), voice: await loci.voice.figures() },
  };
}

function problemsOfModel({ failure }: ModelState): Diagnosis[] {
  if (failure === undefined) return [];
  const fix =
    "What is said meanwhile waits on disk to be digested: check model.* in device.yaml, or set model.provider to offline";
  return [toDiagnosis(failure, fix)];
}

/** So often that the next attempt will most likely fail as well. */
const manyAttempts = 3;

function problemsOfWaiting(waiting: readonly WaitingConversation[]): Diagnosis[] {
  return waiting
    .filter(({ attempts }) => attempts >= manyAttempts)
    .map(({ session, attempts, reason }) => ({
      code: "NOT_DIGESTED",
      message: `The conversation ${session} is not in memory after ${attempts} attempts: ${reason ?? "for an unknown reason"}`,
      fix: 'It is safe on disk; fix what the reason says, then run "loci digest"',
    }));
}

async function problemsOfFiles(loci: Loci): Promise<Diagnosis[]> {
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

function problemsOfOlderSessions({ root }: Loci): Diagnosis[] {
  return olderFiles(join(root, ".loci")).map((name) => ({
    code: "OLDER_CONVERSATIONS",
    file: `.loci/${name}`,
    message: "Not all conversations that an earlier version kept in this file are digested yet",
    fix: 'They were taken over; the file goes by itself when they are in memory: run "loci digest", or end them',
  }));
}

/** A default bank that is none stops every command; a misspelt one of an agent would only be passed over. */
function problemsOfBanks({ settings }: Loci): Diagnosis[] {
  const { banks, agents } = settings;
  const known = new Set(banks.map((bank) => bank.toLowerCase()));
  return Object.entries(agents).flatMap(([id, agent]) =>
    [...(agent.banks ?? []), ...(agent.bank === undefined ? [] : [agent.bank])]
      .filter((bank) => !known.has(bank.toLowerCase()))
      .map((bank) => ({
        code: "UNKNOWN_BANK",
        file: "loci.yaml",
        message: `The agent "${id}" names the bank "${bank}" (agents.${id}.bank or .banks), which is not there`,
        fix: `Correct it, or add it to banks: ${adviceOn(bank, banks, `there are ${banks.join(", ")}`)}`,
      })),
  );
}

async function problemsOfGit(loci: Loci, env: NodeJS.ProcessEnv): Promise<Diagnosis[]> {
  if (!existsSync(join(loci.root, ".git"))) {
    return [
      {
        code: "NO_GIT",
        message: "The vault is not a git repository, so there is no history to go back to",
        fix: 'Run "loci init" on it (nothing in it is changed), or "git init"',
      },
    ];
  }
  const { openRepository } = await import("../git/repository/repository.ts");
  const { checkCommittable } = await import("../git/refs/refs.ts");
  const { gitHome } = await import("../git/config/git-config.ts");
  const { diskBlocked } = await import("../git/disk.ts");
  try {
    const { gitDir } = await openRepository(loci.root, gitHome(env));
    await checkCommittable(gitDir);
    return [];
  } catch (error) {
    const failure = diskBlocked(error) ?? error;
    return [toDiagnosis(failure, failure instanceof LociError ? String(failure.data.fix) : "")];
  }
}

async function problemsOfEmbedding(loci: Loci): Promise<Diagnosis[]> {
  const failure = await loci.index.probeModel();
  if (failure === undefined) return [];
  const fix = "Recall goes by keywords meanwhile; check embedding.* in device.yaml";
  return [toDiagnosis(failure, fix)];
}

/** No remote is no problem: a vault may stay where it is. */
async function problemsOfSync(loci: Loci, env: NodeJS.ProcessEnv): Promise<Diagnosis[]> {
  if (!existsSync(join(loci.root, ".git"))) return [];
  const driver = await problemsOfDriver(loci.root, env);
  let state: Awaited<ReturnType<Loci["sync"]["state"]>>;
  try {
    state = await loci.sync.state();
  } catch (error) {
    if (error instanceof LociError && error.code === "GIT_BLOCKED") return driver; // Reported above.
    throw error;
  }
  const { failure, heldBack } = state;
  const failed = failure !== null && failure.reason !== "blocked";
  return [
    ...(failed ? [lastSync(failure)] : []),
    ...heldBack.map(({ path, reason, isIncoming }) => ({
      code: isIncoming === true ? "NOT_TAKEN" : "HELD_BACK",
      file: path,
      message: `This file is not ${isIncoming === true ? "taken" : "committed, and so on no other device"}: ${reason}`,
      fix: "Fix what the reason says, or leave it: everything else is synced",
    })),
    ...(await problemsOfPurges(loci.root)),
    ...driver,
  ];
}

async function problemsOfPurges(root: string): Promise<Diagnosis[]> {
  const { filesWithPurged } = await import("../sync/purge/find-lines.ts");
  return (await filesWithPurged(root)).map((file) => ({
    code: "PURGED_AGAIN",
    file,
    message: "This file holds a memory that was purged: plain git merged an older version of it",
    fix: "Purge it once more with `loci forget ENTRY --purge`, or write it anew if it is to stay",
  }));
}

const lastSync = ({ message, fix }: { message: string; fix?: string }): Diagnosis => ({
  code: "SYNC_FAILED",
  message: `The last sync failed: ${message}`,
  fix:
    fix ?? 'Run "loci sync" to try again: nothing is lost, and what changes is committed meanwhile',
});

/** Names a merge driver, and is not a comment. */
const namesDriver = /^[^#\n\r\u2028\u2029]*\smerge=loci\b/m;

async function problemsOfDriver(root: string, env: NodeJS.ProcessEnv): Promise<Diagnosis[]> {
  const { nodeDisk, readRules } = await import("../git/disk.ts");
  const attributes = await readRules(join(root, ".gitattributes"));
  if (!namesDriver.test(attributes)) return [];
  const { gitHome, readGitConfig } = await import("../git/config/git-config.ts");
  const { findGit } = await import("../git/system-git.ts");
  const config = await readGitConfig(join(root, ".git"), gitHome(env));
  if (config.has("merge.loci.driver") || (await findGit(env, nodeDisk)) === undefined) return [];
  return [
    {
      code: "NO_MERGE_DRIVER",
      file: ".gitattributes",
      message: "It names the merge driver of Loci, which git does not know in this clone",
      fix: `Run "loci init ${root}": plain git then merges as loci sync does, entry by entry`,
    },
  ];
}
