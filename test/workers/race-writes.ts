import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { deviceClock } from "../../src/app/device-clock.ts";
import { openVaultLock } from "../../src/index/vault-lock.ts";
import { healVault } from "../../src/vault/change-file.ts";

export interface Race {
  readonly writers: number;
  readonly seconds: number;
  /** Longest pause of a writer between two lines, and of the editor between two saves. */
  readonly pauseMs: number;
  /** A writer is killed and started again at random moments, on average this often. */
  readonly killEveryMs: number;
  /** Numbers from 0 to 1. */
  random(): number;
}

export interface Outcome {
  readonly acknowledged: number;
  readonly saved: number;
  readonly kills: number;
  readonly lost: readonly string[];
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
  const root = mkdtempSync(join(tmpdir(), "loci-race-"));
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
  const startWriter = (name: string): ChildProcess =>
    start("append-lines.ts", root, path, name, String(race.pauseMs));

  const editor = start("edit-by-hand.ts", join(root, path), String(race.pauseMs));
  const writers = Array.from({ length: race.writers }, (_, i) => startWriter(`writer ${i}`));
  let kills = 0;
  for (const end = Date.now() + race.seconds * 1000; Date.now() < end; ) {
    await sleep(2 * race.killEveryMs * race.random());
    const i = Math.floor(race.random() * writers.length);
    await stop(writers[i], "SIGKILL");
    writers[i] = startWriter(`writer ${i}, life ${++kills}`);
  }
  await Promise.all([stop(editor, "SIGTERM"), ...writers.map((one) => stop(one, "SIGKILL"))]);
  const outcome = await count(root, printed.join("").split("\n").filter(Boolean));
  if (outcome.lost.length + outcome.doubled.length + outcome.torn.length === 0) {
    rmSync(root, { recursive: true });
  }
  return { ...outcome, kills };
}

async function stop(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const isClosed = new Promise((resolve) => child.once("close", resolve));
  child.kill(signal);
  await isClosed;
}

async function count(root: string, printed: readonly string[]): Promise<Omit<Outcome, "kills">> {
  const { lock, close } = openVaultLock(join(root, ".loci"), { clock: deviceClock });
  const vault = { root, lociDir: join(root, ".loci"), lock, clock: deviceClock };
  await healVault(vault);
  const lines = readFileSync(join(root, path), "utf8").split("\n");
  await sleep(10_100);
  await healVault(vault);
  close();
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  const whole =
    /^- (?:writer \d+(?:, life \d+)? learned fact \d+ \(2026-02-12\)|edited by hand \d+, \w+)$/;
  return {
    acknowledged: printed.filter((line) => line.startsWith("- writer")).length,
    saved: printed.filter((line) => line.startsWith("- edited")).length,
    lost: printed.filter((line) => !counts.has(line)),
    doubled: [...counts].filter(([line, n]) => n > 1 && line !== "").map(([line]) => line),
    torn: lines.filter((line) => line !== "" && line !== heading && !whole.test(line)),
    left: [
      ...readdirSync(join(root, ".loci/captured")),
      ...readdirSync(join(root, "topics"), { withFileTypes: true })
        .map(({ name }) => name)
        .filter((name) => name !== "cooking.md"),
    ],
  };
}
