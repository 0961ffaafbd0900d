import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { memoryOf, pidOf, startChild, text } from "./processes.ts";

/** What a finished process and all that it started took. */
export interface Watched {
  readonly stdout: string;
  readonly wallMs: number;
  /** User and system time. */
  readonly cpuMs: number;
  /** Most resident memory of all of them at one moment (MB), looked at every 20 ms. */
  readonly peakMb: number;
}

/** Runs a command to its end and watches its memory. Throws if it fails. */
export async function runWatched(argv: readonly string[]): Promise<Watched> {
  const script = 'TIMEFORMAT="took %R %U %S"; time "$@"';
  const child = startChild(["bash", "-c", script, "timed", ...argv]);
  child.stdin.end();
  const ended = once(child, "exit").then(() => undefined);
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  let peakMb = 0;
  while (child.exitCode === null) {
    const all = descendantsOf(pidOf(child)).map((pid) => memoryOf(pid)?.now ?? 0);
    peakMb = Math.max(
      peakMb,
      all.reduce((sum, one) => sum + one, 0),
    );
    await Promise.race([ended, wait(20)]);
  }
  const [stdout, stderr] = await output;
  const took = /took ([\d.]+) ([\d.]+) ([\d.]+)\n?$/.exec(stderr);
  if (took === null || child.exitCode !== 0) {
    throw new Error(`"${argv.join(" ")}" ended with ${child.exitCode}: ${stderr}`);
  }
  const [wallMs = 0, user = 0, system = 0] = took.slice(1).map((seconds) => Number(seconds) * 1000);
  return { stdout, wallMs, cpuMs: user + system, peakMb };
}

/** Those that a process started, and those that these did; it is not among them. */
function descendantsOf(pid: number): number[] {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const children = threads.flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8").split(" ").filter(Boolean),
    );
    return children.map(Number).flatMap((child) => [child, ...descendantsOf(child)]);
  } catch {
    return []; // Ended.
  }
}
