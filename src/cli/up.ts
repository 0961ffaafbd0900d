import { setTimeout as sleep } from "node:timers/promises";
import type { DigestEvent } from "../agent/turn-event.ts";
import type { Loci } from "../app/loci.ts";
import type { LiveSite } from "../app/site/serve-site.ts";
import { devicePlace } from "../app/vault/device-place.ts";
import type { Call, CommandLine } from "./command.ts";
import { converse, noteLocalModel } from "./converse.ts";
import { describeBackgroundRound, describeRemote } from "./describe-sync.ts";
import { findVault } from "./find-vault.ts";
import { numberFlag } from "./flags.ts";
import { notifySystemd } from "./notify-systemd.ts";
import { openVault } from "./open-vault.ts";
import { counted } from "./printable.ts";
import { createScreen, type Screen } from "./screen.ts";
import { stopSignal, whenAborted } from "./stop-signal.ts";
import { isTerminal } from "./terminal.ts";
import { keepHeapSmall } from "./tune-v8.ts";
import { countUpkeep } from "./upkeep.ts";
import { voiceForUp } from "./voice-for-up.ts";

/** `loci up`: runs everything: watcher, index, commits and sync, site, and the agent in terminal, browser, by voice. */
export function define(command: CommandLine): void {
  command
    .description("Runs everything until it is stopped; answers here, in the browser, by voice.")
    .option("--address", "print a new address of the one that runs already")
    .option("--headless", "no prompt")
    .option("--port <n>", "port of the web page (0: any free one)")
    .examples("loci up --port 8080", "loci up --headless")
    .runs((call) => (call.flags.address === true ? printAddress(call) : up(call)));
}

async function up(plain: Call): Promise<number> {
  keepHeapSmall();
  const screen = createScreen(plain);
  const loci = await openVault(screen.call, { toleratesBadSettings: true });
  const stopping = stopSignal();
  try {
    return await runUp(screen, loci, stopping);
  } finally {
    await loci.close(stopping.signal.aborted ? { timeoutMs: 0 } : {});
  }
}

/** Prints a new login URL of the running `loci up`, since each is valid once. */
async function printAddress(call: Call): Promise<void> {
  const { requestLoginUrl } = await import("../server/ask-running.ts");
  const url = await requestLoginUrl(devicePlace(findVault(call), call.env));
  if (call.json) call.printJson({ url });
  else call.print(url);
}

/** Resolves with the exit code: 1 where turns have failed. */
async function runUp(
  screen: Screen,
  loci: Loci,
  stopping: ReturnType<typeof stopSignal>,
): Promise<number> {
  const { call } = screen;
  const { startServer } = await import("../server/start-server.ts");
  const isHeadless = call.flags.headless === true;
  const port = numberFlag(call, "port", { min: 0, max: 65_535 });
  await loci.index.refresh();
  const { files } = await loci.index.figures();
  const site = loci.settings.site.enabled
    ? (await import("../app/site/serve-site.ts")).serveSite(loci.vault)
    : undefined;
  const onDigested = (event: DigestEvent): void => screen.whenFree(() => sayDigested(call, event));
  const voice = await voiceForUp(screen, loci, onDigested);
  const server = await startServer(loci, {
    // The port that was asked for, and no other; else the one of the settings, or any.
    port: port ?? loci.settings.server.port,
    strict: port !== undefined,
    report: call.note,
    now: call.now,
    site,
    voice: voice?.served,
  });
  const background = await runInBackground(screen, loci, { site, onDigested });
  const { signal } = stopping;
  signal.addEventListener("abort", () => void background.digesting.close(), { once: true });
  const status = `${counted(files, "file")} in memory`;
  call.note(`${loci.root}: ${status}`);
  if (isHeadless && call.json) call.printJson({ address: new URL(server.url).origin, files });
  call.note(`Browser: ${server.url}`);
  call.note(await describeRemote(loci, background.isSyncing));
  await noteLocalModel(call, loci);
  notifySystemd(call, status, signal);
  const left = new AbortController();
  const listening = voice?.run(AbortSignal.any([signal, left.signal]));
  try {
    const talking = isHeadless ? whenAborted(signal).then(() => 0) : talk(screen, loci, signal);
    await Promise.race([talking, whenAborted(signal)]);
    stopping.release(); // A further signal ends the process at once.
    if (signal.aborted) await within(Promise.all([talking, listening]));
    return !signal.aborted && (await talking) > 0 ? 1 : 0;
  } finally {
    left.abort();
    if (!signal.aborted) await within(listening);
    await site?.close();
    await background.close();
    await server.close();
    await loci.vault.committer.commit();
  }
}

interface Told {
  readonly site: LiveSite | undefined;
  readonly onDigested: (event: DigestEvent) => void;
}

/** Watches the files, digests, syncs and tidies. */
async function runInBackground({ call, whenFree }: Screen, loci: Loci, told: Told) {
  if (loci.settings.example) call.note(isExample);
  const syncing = await loci.sync.keep((report) => {
    whenFree(() => describeBackgroundRound(report).forEach(call.note));
  });
  const watcher = await loci.index.watch(() => {
    syncing?.changed();
    told.site?.changed();
  });
  const digesting = loci.digest.keep(async (event) => told.onDigested(event));
  const nightly = await loci.upkeep.keep((run) => {
    whenFree(() => countUpkeep(run).forEach(call.note));
  });
  return {
    digesting,
    isSyncing: syncing !== undefined,
    async close(): Promise<void> {
      await digesting.close();
      await watcher.close();
      await syncing?.close();
      await nightly?.close();
    },
  };
}

const isExample =
  "This vault is an example: the memory of a family that does not exist. For a memory of your own: loci init ~/loci, then loci up --vault ~/loci";

/** Longest wait for conversations after a stop (ms). What is not digested by then stays queued on disk. */
const lastMs = 8_000;

const within = (work: Promise<unknown> | undefined): Promise<unknown> =>
  Promise.race([work, sleep(lastMs, 0, { ref: false })]);

function sayDigested(call: Call, { status, reason, outcomes }: DigestEvent): void {
  if (status === "waiting" && reason !== undefined) call.error(reason);
  if (status !== "digested") return;
  const written = outcomes.filter(({ status: one }) => one === "learned" || one === "replaced");
  const files = new Set(written.map(({ file }) => file));
  call.note(`Digested a conversation: ${[...files].join(", ") || "nothing new"}`);
}

/** Converses until the user leaves; resolves with how many turns failed. A service, without input, runs until `stop`. */
async function talk(screen: Screen, loci: Loci, stop: AbortSignal): Promise<number> {
  const { lines, failures } = await converse(screen, () => loci.converse(), stop);
  if (lines === 0 && !isTerminal(screen.call.stdin)) await whenAborted(stop);
  return failures;
}
