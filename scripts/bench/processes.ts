import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import type { Took } from "./measure.ts";

/** What a finished process and all that it started took. */
export interface Ran extends Took {
  readonly stdout: string;
  /** Most resident memory (MB), looked at every 20 ms: of all of them at one moment, and of the largest. */
  readonly peakMb: number;
  readonly largestMb: number;
}

export type Child = ChildProcessByStdio<Writable, Readable, Readable>;

/** Runs a command to its end, timed by bash (to the millisecond, its own start not counted). Throws if it fails. */
export async function run(argv: readonly string[], cwd?: string): Promise<Ran> {
  const child = startChild(
    ["bash", "-c", 'TIMEFORMAT="took %R %U %S"; time "$@"', "timed", ...argv],
    cwd,
  );
  child.stdin.end();
  const ended = once(child, "close").then(() => undefined);
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  let [peakMb, largestMb] = [0, 0];
  while (child.exitCode === null) {
    const all = descendantsOf(pidOf(child)).map(memoryOf);
    const together = all.reduce((sum, one) => sum + one, 0);
    peakMb = Math.max(peakMb, together);
    largestMb = Math.max(largestMb, ...all);
    await Promise.race([ended, wait(20)]);
  }
  const [stdout, stderr] = await output;
  const took = /took ([\d.]+) ([\d.]+) ([\d.]+)\n?$/.exec(stderr);
  if (took === null || child.exitCode !== 0) {
    throw new Error(`"${argv.join(" ")}" ended with ${child.exitCode}: ${stderr}`);
  }
  const [wallMs = 0, user = 0, system = 0] = took.slice(1).map((seconds) => Number(seconds) * 1000);
  return { stdout, wallMs, cpuMs: user + system, peakMb, largestMb };
}

/** Starts a process with pipes. */
export function startChild([command = "", ...rest]: readonly string[], cwd?: string): Child {
  const env = { ...process.env, LC_ALL: "C.UTF-8" };
  return spawn(command, rest, { cwd, env, stdio: ["pipe", "pipe", "pipe"] });
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

/** Sends lines to a process, each answered by one. */
export function talkTo(child: Child): (line: string) => Promise<string> {
  child.stderr.pipe(process.stderr);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return async (line) => {
    child.stdin.write(`${line}\n`);
    const { value, done } = await lines.next();
    if (done === true) throw new Error(`${child.spawnargs.join(" ")} ended before it answered`);
    return value;
  };
}

/** User and system time of a living process so far (ms), in steps of 10: worth something over many questions. */
export function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Resident memory of a process (MB); 0 when it is gone. */
export function memoryOf(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return (Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024) / 1e6;
  } catch {
    return 0; // Ended.
  }
}

/** Those that a process started, and those that these did. */
export function descendantsOf(pid: number): number[] {
  try {
    const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8").split(" ").filter(Boolean),
    );
    return children.map(Number).flatMap((child) => [child, ...descendantsOf(child)]);
  } catch {
    return []; // Ended.
  }
}

/** The pid of a process that was started; throws when it could not be. */
export function pidOf(child: Child): number {
  if (child.pid === undefined) throw new Error(`Cannot start ${child.spawnfile}`);
  return child.pid;
}

/** Whether a program of that name is on the path. */
export const hasCommand = (name: string): boolean =>
  (process.env.PATH ?? "").split(delimiter).some((folder) => existsSync(join(folder, name)));
