import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { Readable, Writable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";

/** What a finished process took. */
export interface Ran {
  readonly stdout: string;
  readonly wallMs: number;
  /** User and system time, of its threads and children too. */
  readonly cpuMs: number;
}

export interface Where {
  readonly cwd?: string;
}

export type Child = ChildProcessByStdio<Writable, Readable, Readable>;

/** Runs a command to its end, timed by bash (to the millisecond, its own start not counted). Throws if it fails. */
export async function runTimed(argv: readonly string[], where: Where = {}): Promise<Ran> {
  const script = 'TIMEFORMAT="took %R %U %S"; time "$@"';
  const child = startChild(["bash", "-c", script, "timed", ...argv], where);
  child.stdin.end();
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "exit"),
  ]);
  const took = /took ([\d.]+) ([\d.]+) ([\d.]+)\n?$/.exec(stderr);
  if (took === null || code !== 0) {
    throw new Error(`"${argv.join(" ")}" ended with ${code}: ${stderr}`);
  }
  const [wall = 0, user = 0, system = 0] = took.slice(1).map((seconds) => Number(seconds) * 1000);
  return { stdout, wallMs: wall, cpuMs: user + system };
}

/** Starts a process with pipes. */
export function startChild(argv: readonly string[], where: Where = {}): Child {
  const [command = "", ...rest] = argv;
  return spawn(command, rest, {
    cwd: where.cwd,
    stdio: ["pipe", "pipe", "pipe"],
    env: { ...process.env, LC_ALL: "C.UTF-8" },
  });
}

/** Ends a process that was started here. */
export async function stopChild(child: Child): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), 5_000);
  await ended;
  clearTimeout(timer);
}

/** User and system time of a living process so far (ms), in steps of 10: worth something over many queries. */
export function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Resident memory of a living process, now and at its peak (MB); undefined when it is gone. */
export function memoryOf(pid: number): { readonly now: number; readonly peak: number } | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    const now = /VmRSS:\s+(\d+)/.exec(status)?.[1];
    const peak = /VmHWM:\s+(\d+)/.exec(status)?.[1];
    if (now === undefined || peak === undefined) return undefined; // Ended, and not yet waited for.
    return { now: (Number(now) * 1024) / 1e6, peak: (Number(peak) * 1024) / 1e6 };
  } catch {
    return undefined; // Ended.
  }
}

/** Peak resident memory of a command (MB): the kernel keeps it, so only the very last moments can be missed. */
export async function peakOf(argv: readonly string[]): Promise<number> {
  const child = startChild(argv);
  child.stdin.end();
  child.stdout.resume();
  child.stderr.resume();
  const ended = once(child, "exit").then(() => undefined);
  let peak = 0;
  while (child.exitCode === null) {
    peak = memoryOf(pidOf(child))?.peak ?? peak;
    await Promise.race([ended, wait(10)]);
  }
  return peak;
}

/** The pid of a process that was started; throws when it could not be. */
export function pidOf(child: Child): number {
  if (child.pid === undefined) throw new Error(`Cannot start ${child.spawnfile}`);
  return child.pid;
}

export async function text(stream: Readable): Promise<string> {
  let all = "";
  stream.setEncoding("utf8");
  for await (const piece of stream) all += piece;
  return all;
}
