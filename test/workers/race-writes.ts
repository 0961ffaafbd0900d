import { type ChildProcess, spawn } from "node:child_process";
import {
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createRandom } from "../../scripts/bench/random.ts";
import { createVaultLock } from "../../src/index/vault-lock.ts";
import { mergeSave } from "../../src/sync/merge/file/merge-file.ts";
import { healVault } from "../../src/vault/write/change-file.ts";
import { deviceClock } from "../device-clock.ts";

export interface Race {
  readonly writers: number;
  /** Ends with so many lines acknowledged. */
  readonly lines: number;
  /** Longest pause of a writer between two lines, and of the editor between two saves. */
  readonly pauseMs: number;
  /** A writer is killed and started again at a random moment each time so many lines more are acknowledged. */
  readonly linesPerKill: number;
  /** Of all that is drawn; how the processes are scheduled cannot be repeated. */
  readonly seed: number;
}

export interface Outcome {
  readonly acknowledged: number;
  readonly saved: number;
  readonly kills: number;
  readonly lost: readonly string[];
  /**
   * Lines lost though nobody could know: saved by a renaming between Loci's last look at the file and its own renaming
   * (risk r1 of docs/formats.md).
   */
  readonly unseen: readonly string[];
  readonly doubled: readonly string[];
  /** Lines that nobody wrote. */
  readonly torn: readonly string[];
  /** Files that are left over. */
  readonly left: readonly string[];
}

const heading = "# Cooking";
const path = "topics/cooking.md";

/** Writers, an editor and a killer at one file; then one last healing, and the count. */
export async function raceWrites(race: Race): Promise<Outcome> {
  const { next: random } = createRandom(race.seed);
  const root = mkdtempSync(join(tmpdir(), "loci-race-"));
  const blindLogs = mkdtempSync(join(tmpdir(), "loci-race-log-"));
  mkdirSync(join(root, "topics"));
  writeFileSync(join(root, path), `${heading}\n\n`);
  const printed: string[] = [];
  const start = (script: string, ...args: string[]): ChildProcess => {
    const file = join(import.meta.dirname, script);
    const child = spawn(process.execPath, ["--no-warnings", file, ...args], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    child.stdout?.setEncoding("utf8").on("data", (text: string) => printed.push(text));
    return child;
  };
  const seed = (): string => String(Math.floor(random() * 2 ** 31));
  const startWriter = (name: string): ChildProcess =>
    start("append-lines.ts", root, path, name, String(race.pauseMs), seed(), join(blindLogs, name));

  const editor = start("edit-by-hand.ts", join(root, path), String(race.pauseMs), seed());
  const writers = Array.from({ length: race.writers }, (_, i) => startWriter(`writer ${i}`));
  let kills = 0;
  const acknowledged = (): number => printed.join("").split("\n- writer").length;
  for (let lines = 0; lines < race.lines; lines += race.linesPerKill) {
    while (acknowledged() < lines) await sleep(5);
    await sleep(race.pauseMs * random());
    const i = Math.floor(random() * writers.length);
    await stop(writers[i], "SIGKILL");
    writers[i] = startWriter(`writer ${i}, life ${++kills}`);
  }
  await Promise.all([stop(editor, "SIGTERM"), ...writers.map((one) => stop(one, "SIGKILL"))]);
  const { lost, ...outcome } = await count(root, printed.join("").split("\n").filter(Boolean));
  const blind = readBlindTimes(blindLogs);
  rmSync(blindLogs, { recursive: true });
  if (lost.length + outcome.doubled.length + outcome.torn.length === 0) {
    rmSync(root, { recursive: true });
  }
  const isUnseen = (line: string): boolean => {
    const [, from, to] = /^(\d+) (\d+) /.exec(line) ?? [];
    if (from === undefined || to === undefined) return false;
    return blind.some((time) => BigInt(from) <= time.to && BigInt(to) >= time.from);
  };
  return {
    ...outcome,
    kills,
    lost: lost.filter((line) => !isUnseen(line)),
    unseen: lost.filter(isUnseen),
  };
}

async function stop(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const isClosed = new Promise((resolve) => child.once("close", resolve));
  child.kill(signal);
  await isClosed;
}

interface BlindTime {
  readonly from: bigint;
  readonly to: bigint;
}

/** When writers could not see a renaming by another. One that was killed then was done within its last second. */
function readBlindTimes(folder: string): BlindTime[] {
  return readdirSync(folder)
    .flatMap((name) => readFileSync(join(folder, name), "utf8").split("\n").filter(Boolean))
    .map((row) => row.split(" ").map(BigInt))
    .map(([from = 0n, to = from + 1_000_000_000n]) => ({ from, to }));
}

async function count(
  root: string,
  printed: readonly string[],
): Promise<Omit<Outcome, "kills" | "unseen">> {
  const lock = createVaultLock(join(root, ".loci"), { clock: deviceClock });
  const vault = { root, lociDir: join(root, ".loci"), lock, clock: deviceClock, merge: mergeSave };
  await healVault(vault);
  const lines = readFileSync(join(root, path), "utf8").split("\n");
  await sleep(10_100);
  await healVault(vault);
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  const whole =
    /^- (?:writer \d+(?:, life \d+)? learned fact \d+ \(2026-02-12\)|edited by hand \d+, \w+)$/;
  return {
    acknowledged: printed.filter((line) => line.startsWith("- writer")).length,
    saved: printed.filter((line) => line.includes("- edited")).length,
    lost: printed.filter((line) => !counts.has(line.replace(/^\d+ \d+ /, ""))),
    doubled: [...counts].filter(([line, n]) => n > 1 && line !== "").map(([line]) => line),
    torn: lines.filter((line) => line !== "" && line !== heading && !whole.test(line)),
    left: [
      ...globSync(join(root, ".loci/writes/**/*.{late,next}")),
      ...readdirSync(join(root, "topics"), { withFileTypes: true })
        .map(({ name }) => name)
        .filter((name) => name !== "cooking.md"),
    ],
  };
}
