import "./node-22.ts";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { chooseModels } from "../agent/choose-models.ts";
import { LociError } from "../errors.ts";
import { diskBlocked } from "../git/disk.ts";
import { checkCommittable } from "../git/refs/refs.ts";
import { listProblems, listTwins } from "../index/overview.ts";
import { unfinishedPurging } from "../memory/purge.ts";
import { filesWithPurged } from "../sync/purge/find-lines.ts";
import { listFiles } from "../vault/list-files.ts";
import { offerLocalModel } from "./local-model.ts";
import type { Loci } from "./loci.ts";
import { nameChangedLimits } from "./vault/load-settings.ts";

/** One thing that is wrong, and what to do about it. */
export interface Diagnosis {
  readonly code: string;
  readonly file?: string;
  readonly line?: number;
  readonly message: string;
  readonly fix: string;
}

/** What the doctor comes upon: what is wrong, or a sentence on what there is. */
export type Finding = Diagnosis | string;

/** A failure as a problem to show; without `fix`, with what the error says itself. Throws what is not a LociError. */
export function toDiagnosis(failure: unknown, fix?: string): Diagnosis {
  if (!(failure instanceof LociError)) throw failure;
  const { code, message, data } = failure;
  return { code, message, fix: fix ?? String(data.fix ?? "") };
}

/** Looks for problems in the files, git, the models and the conversations that wait; says what is in memory. */
export async function* diagnose(loci: Loci): AsyncGenerator<Finding> {
  yield* lookAtFiles(loci);
  yield* lookAtGit(loci);
  yield* askModels(loci.vault);
  yield* lookAtMemory(loci);
  yield* figuresOf(loci);
}

async function* lookAtFiles({ root, vault }: Loci): AsyncGenerator<Finding> {
  try {
    await vault.freshness.refresh();
  } catch (error) {
    yield toDiagnosis(error, "Fix this first; the rest is as it was last seen");
  }
  yield* vault.index.run(listProblems);
  for (const { path: file, reason } of listFiles(root).skipped) {
    const message = `This file is not read: ${reason}`;
    const fix =
      "Rename it, split it, or put the file itself in the place of the link, as the reason asks";
    yield { code: "SKIPPED", file, message, fix };
  }
  for (const paths of vault.index.run(listTwins)) {
    const message = `Some disks cannot tell these names apart: ${paths.join(", ")}`;
    yield {
      code: "TWINS",
      file: paths[0] ?? "",
      message,
      fix: "Move what they hold into one file",
    };
  }
  for (const message of await nameChangedLimits(vault)) {
    const fix = "If that was not intended, put the former value back into loci.yaml";
    yield { code: "LIMIT_CHANGED", file: "loci.yaml", message, fix };
  }
}

/** Git's state and the last sync. No remote is no problem. */
async function* lookAtGit(loci: Loci): AsyncGenerator<Finding> {
  const gitDir = join(loci.root, ".git");
  if (!existsSync(gitDir)) {
    const message = "The vault is not a git repository, so there is no history to go back to";
    const fix = 'Run "loci init" on it (nothing in it is changed), or "git init"';
    yield { code: "NO_GIT", message, fix };
    return;
  }
  try {
    yield* lookAtSync(loci);
    await checkCommittable(gitDir);
  } catch (error) {
    yield toDiagnosis(diskBlocked(error) ?? error);
  }
}

async function* lookAtSync({ root, settings, sync }: Loci): AsyncGenerator<Finding> {
  const { failure, heldBack, remote } = await sync.state();
  if (remote !== null && !settings.sync.enabled) {
    const message = `Nothing is synced with ${remote} by itself: sync.enabled is false`;
    yield { code: "SYNC_OFF", message, fix: "Set it to true for this vault in device.yaml" };
  }
  if (failure !== null && failure.reason !== "blocked") {
    const message = `The last sync failed: ${failure.message}`;
    const retry =
      'Run "loci sync" to try again: nothing is lost, and what changes is committed meanwhile';
    yield { code: "SYNC_FAILED", message, fix: failure.fix ?? retry };
  }
  for (const { path: file, reason, isIncoming = false } of heldBack) {
    const state = isIncoming ? "taken" : "committed, and so on no other device";
    const message = `This file is not ${state}: ${reason}`;
    const fix = "Fix what the reason says, or leave it: everything else is synced";
    yield { code: isIncoming ? "NOT_TAKEN" : "HELD_BACK", file, message, fix };
  }
  for (const file of await filesWithPurged(root)) {
    const message =
      "This file holds a memory that was purged: plain git merged an older version of it";
    const fix =
      "Purge it once more with `loci forget ENTRY --purge`, or write it anew if it is to stay";
    yield { code: "PURGED_AGAIN", file, message, fix };
  }
}

async function* askModels(vault: Loci["vault"]): AsyncGenerator<Finding> {
  const vectors = await vault.embeddings.probe();
  if (vectors !== undefined)
    yield toDiagnosis(
      vectors,
      "Recall goes by keywords meanwhile; check embedding.* in device.yaml",
    );
  const { live } = chooseModels(vault);
  const { provider, name } = vault.settings.model;
  const failure = await live?.probe();
  const isMissing = live === undefined && provider === "auto" && name !== undefined;
  if (failure !== undefined) {
    const fix =
      "Conversations wait on disk to be digested: check model.* in device.yaml, or set model.provider to offline";
    yield toDiagnosis(failure, fix);
  } else if (isMissing) {
    const message = `Cannot ask the model "${name}": there is no model.baseUrl, and no LOCI_MODEL_API_KEY or OPENAI_API_KEY`;
    const fix =
      "Set one of them, or model.apiKeyFile in device.yaml; until then it answers offline";
    yield { code: "BAD_CONFIG", message, fix };
  }
  const isAway = failure !== undefined || isMissing;
  yield `Model ${live?.id ?? "offline"}${isAway ? " (does not answer)" : ""}`;
  const offer = await offerLocalModel(vault);
  if (offer !== undefined) yield offer;
}

/** What of a purge or a conversation is not done: it is under way, or its process was killed. */
async function* lookAtMemory({ lociDir, sessions, conversations }: Loci): AsyncGenerator<Finding> {
  if (unfinishedPurging(lociDir) !== undefined) {
    const message =
      'A "loci forget --purge" was interrupted: some of what it erases is still there';
    yield { code: "PURGE_UNFINISHED", message, fix: '"loci sync" finishes it' };
  }
  const code = "NOT_DIGESTED";
  const waiting = (await conversations.ifThere())?.db.digestions.waiting() ?? [];
  for (const { session, attempts, reason } of waiting) {
    const state =
      attempts === 0
        ? "waits to be digested"
        : `is not in memory after ${attempts} attempts: ${reason ?? "for an unknown reason"}`;
    const fix = 'It is safe on disk; "loci digest" tries again now, and "loci up" by itself';
    yield { code, message: `The conversation ${session} ${state}`, fix };
  }
  for (const { id, state, startedAt, lastAt } of await sessions.list()) {
    if (state !== "active" || lastAt === startedAt) continue;
    const message = `The conversation ${id} is not ended, and not in memory yet`;
    const fix = `"loci chat --continue" goes on, "loci sessions end ${id}" digests it now`;
    yield { code, message, fix };
  }
}

async function* figuresOf({ index }: Loci): AsyncGenerator<Finding> {
  const { files, topics, entries, archived, banks, oldest, newest, indexBytes } =
    await index.figures();
  const days = oldest === "" ? "" : `, from ${oldest} to ${newest}`;
  const counts = `Memories ${entries} (archived ${archived}), files ${files}, topics ${topics}`;
  yield `${counts}${days}; ${(indexBytes / 1e6).toFixed(1)} MB of index`;
  const byBank = Object.entries(banks).map(([bank, count]) => `${bank} ${count}`);
  if (byBank.length > 0) yield `By bank: ${byBank.join(", ")}`;
}
