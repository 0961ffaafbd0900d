import { spawn } from "node:child_process";
import { readdir, stat } from "node:fs/promises";
import { constants, setPriority } from "node:os";
import { join } from "node:path";
import type { DeviceClock } from "../../device-clock.ts";
import { messageOf } from "../../errors.ts";
import { type Disk, isMissing, unlinkIfThere } from "../disk.ts";
import { namesIn } from "./loose-objects.ts";

export interface PackWithGitOptions {
  readonly git: string;
  readonly gitDir: string;
  readonly disk: Disk;
  readonly clock: DeviceClock;
  readonly env: NodeJS.ProcessEnv;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number;
}

/**
 * Packs everything with the system's git, in the background of what the machine does otherwise: one pack, with what no
 * branch reaches in it too, so that nothing is ever removed here. Large packs stay as they are. Nothing in the
 * repository's settings can make it run another program. Throws where git fails.
 */
export async function packWithGit(options: PackWithGitOptions): Promise<void> {
  const { gitDir, disk, clock } = options;
  await sweep(gitDir, disk, clock);
  const kept = (await largePacks(gitDir)).map((name) => `--keep-pack=${name}`);
  await run(options, [...settings, "repack", "-a", "-d", "-l", "-k", "-q", ...kept]);
}

const settings = [
  // What could run a program.
  "core.hooksPath=/dev/null",
  "core.fsmonitor=false",
  "core.alternateRefsCommand=",
  "core.pager=cat",
  "protocol.allow=never",
  "gc.auto=0",
  "maintenance.auto=false",
  // What a small board can bear, and what we can read.
  "core.bigFileThreshold=16m",
  "core.packedGitLimit=64m",
  "pack.threads=1",
  "pack.windowMemory=32m",
  "pack.deltaCacheSize=16m",
  "pack.packSizeLimit=0",
  "pack.indexVersion=2",
  "repack.writeBitmaps=false",
  "repack.updateServerInfo=false",
].flatMap((setting) => ["-c", setting]);

async function run(options: PackWithGitOptions, args: readonly string[]): Promise<void> {
  const { git, gitDir, env, signal, timeoutMs = 1_800_000 } = options;
  signal?.throwIfAborted();
  const timeout = AbortSignal.timeout(timeoutMs);
  const stop = signal ? AbortSignal.any([signal, timeout]) : timeout;
  const child = spawn(git, args, {
    cwd: gitDir,
    env: ownEnv(env, gitDir),
    stdio: ["ignore", "ignore", "pipe"],
    detached: true, // A group of its own, so that git's own helpers end with it.
  });
  if (child.pid !== undefined) beNice(child.pid);
  const end = (): void => endGroup(child.pid);
  stop.addEventListener("abort", end);
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    if (said.length < 2_000) said += text;
  });
  try {
    const code = await new Promise<number | null>((done, fail) => {
      child.once("error", fail);
      child.once("close", done);
    });
    signal?.throwIfAborted();
    if (timeout.aborted) throw new Error(`git repack took more than ${timeoutMs / 1000} s`);
    if (code !== 0) throw new Error(`git repack failed: ${said.trim() || `exit code ${code}`}`);
  } finally {
    stop.removeEventListener("abort", end);
  }
}

function beNice(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // It has ended already, or the system has no priorities: then it runs as any other.
  }
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === "win32" ? pid : -pid, "SIGTERM");
  } catch {
    // It has ended already.
  }
}

/** This repository, whatever the environment says, and only its own settings. */
function ownEnv(env: NodeJS.ProcessEnv, gitDir: string): NodeJS.ProcessEnv {
  const rest = Object.entries(env).filter(([name]) => !name.startsWith("GIT_"));
  return {
    ...Object.fromEntries(rest),
    LC_ALL: "C",
    GIT_DIR: gitDir,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: process.platform === "win32" ? "NUL" : "/dev/null",
    GIT_NO_LAZY_FETCH: "1",
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_TERMINAL_PROMPT: "0",
  };
}

/** Writing these again each time would wear a memory card out. */
const largePack = 2 ** 26;

async function largePacks(gitDir: string): Promise<string[]> {
  const folder = join(gitDir, "objects", "pack");
  const large: string[] = [];
  for (const name of await namesIn(folder)) {
    if (name.endsWith(".pack") && (await stat(join(folder, name))).size > largePack) {
      large.push(name);
    }
  }
  return large;
}

const dayMs = 86_400_000;

/** Half-written packs of git processes that were killed, a day old or more. */
async function sweep(gitDir: string, disk: Disk, clock: DeviceClock): Promise<void> {
  const folder = join(gitDir, "objects", "pack");
  try {
    for (const name of await readdir(folder)) {
      if (!/^(?:tmp_(?:pack|idx|rev)_|\.tmp-\d+-)/.test(name)) continue;
      const age = clock.now() - (await stat(join(folder, name))).mtimeMs;
      if (age > dayMs) await unlinkIfThere(disk, join(folder, name));
    }
  } catch (error) {
    if (!isMissing(error)) throw new Error(`Cannot tidy ${folder}: ${messageOf(error)}`);
  }
}
