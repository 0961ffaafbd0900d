import { join, resolve } from "node:path";
import { Option } from "commander";
import type { Loci } from "../app/loci.ts";
import { LociError } from "../errors.ts";
import type { Call, CommandLine } from "./command.ts";
import { describeRound, describeSyncState } from "./describe-sync.ts";
import { textFlags } from "./flags.ts";
import { withLoci } from "./open-vault.ts";
import { stopSignal } from "./stop-signal.ts";
import { clearLine, showsProgress } from "./terminal.ts";

/** `loci sync`: runs a round of commit, fetch, merge and push, or shows the state of sync. */
export function define(command: CommandLine): void {
  command
    .description("Commits, fetches, merges and pushes. Without a remote it commits.")
    .addOption(status)
    .option("--remote <url>", "sync with this remote from now on: https, ssh or a folder")
    .option("--accept-deletions", "believe that most was deleted on purpose")
    .option("--accept-purge", "purge here, or at the remote, what was purged elsewhere")
    .addOption(refusePurge)
    .examples("loci sync --status", "loci sync --remote /media/stick/memory.git")
    .runs(sync);
}

const status = new Option(
  "--status",
  "show how the vault compares with its remote; works offline",
).conflicts(["remote", "acceptDeletions", "acceptPurge", "refusePurge"]);

const refusePurge = new Option(
  "--refuse-purge",
  "keep what another device purged; it goes back",
).conflicts("acceptPurge");

async function sync(call: Call): Promise<void> {
  const work = call.flags.status === true ? showState : runRound;
  await withLoci(call, (loci) => work(call, loci), { toleratesBadSettings: true });
}

/** Resolves a path against the current folder or the home, since git would use the vault; leaves URLs unchanged. */
export function toRemoteUrl(typed: string, { cwd, env }: Pick<Call, "cwd" | "env">): string {
  const isUrl = /^[a-z][a-z\d+.-]*:\/\//i.test(typed);
  const isScpLike = /^[^/\\]{2,}:/.test(typed);
  if (isUrl || isScpLike) return typed;
  const isAtHome = /^~(?:\/|$)/.test(typed) && env.HOME !== undefined; // "--remote=~/x": no shell reads it.
  if (isAtHome) return join(env.HOME ?? "", typed.slice(1));
  return resolve(cwd, typed);
}

async function showState(call: Call, loci: Loci): Promise<void> {
  const state = await loci.sync.state();
  if (call.json) return call.printJson(state);
  for (const line of describeSyncState(state, call.now())) call.print(line);
}

async function runRound(call: Call, { sync }: Loci): Promise<void> {
  const { acceptPurge, refusePurge, acceptDeletions } = call.flags;
  const { remote } = textFlags(call, "remote");
  const options = {
    ...(remote === undefined ? {} : { remote: toRemoteUrl(remote, call) }),
    accept: {
      deletions: acceptDeletions === true,
      ...(acceptPurge || refusePurge ? { purge: acceptPurge === true } : {}),
    },
  };
  const report = await untilInterrupted(call, (signal) => sync.round({ ...options, signal }));
  if (call.json) return call.printJson(report);
  for (const line of describeRound(report)) call.print(line);
  if (report.remote === null) call.note(noRemote);
}

const noRemote =
  'There is no remote yet, so nothing leaves this device: "loci sync --remote URL" names one';

/** Runs a round and shows progress after a second. Ctrl-C stops it in order, with LociError SYNC_FAILED. */
export async function untilInterrupted<T>(
  call: Call,
  round: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { signal, release } = stopSignal();
  const shown = setTimeout(() => showsProgress(call) && call.stderr.write("\rSyncing…"), 1_000);
  try {
    return await round(signal);
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new LociError(
      "SYNC_FAILED",
      "Cannot finish the sync: it was stopped; what is committed is safe, and the next one goes on from there",
      { cause: error, data: { reason: "stopped" } },
    );
  } finally {
    clearTimeout(shown);
    clearLine(call);
    release();
  }
}
