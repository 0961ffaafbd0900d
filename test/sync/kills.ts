import { execFile } from "node:child_process";
import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { allKills } from "../all-kills.ts";
import { useTempFolder } from "../temp.ts";
import { type Device, openDevice } from "./devices.ts";
import { openRepo, type TestRepo } from "./repo.ts";

/** What a process does before it dies, or to its end: dying-job.ts. */
export type Job = "commit" | "init" | "join" | "pack" | "purge" | "refuse" | "round";

interface Way {
  readonly url?: string;
  readonly env?: NodeJS.ProcessEnv;
}

interface Kills<Vault> extends Way {
  readonly job: Job;
  /** Makes a vault for each death. */
  readonly prepare: () => Vault;
  /** One death of so many, an odd number: with `LOCI_ALL_KILLS=1` all. */
  readonly stride: number;
  /** How many changes the job makes to the disk at least. */
  readonly atLeast: number;
}

/**
 * The vaults in which a process died over a job, by turns after a change to the disk and half-way through it, until it
 * lives to its end. What git goes on with by itself is waited for.
 */
export async function* kills<Vault extends { readonly root: string }>(
  options: Kills<Vault>,
): AsyncGenerator<[Vault, string]> {
  const { job, prepare, stride, atLeast, ...way } = options;
  for (let at = 0; ; at += allKills ? 1 : stride) {
    const [vault, nth] = [prepare(), 1 + (at >> 1)];
    const dieAt = `${nth}${at % 2 === 0 ? "+" : "h"}`;
    const { signal, code, stderr } = await run(job, vault.root, dieAt, way);
    if (signal === null) {
      expect(code, stderr).toBe(0);
      expect(nth).toBeGreaterThan(atLeast);
      return;
    }
    expect(signal, stderr).toBe("SIGKILL");
    await untilLeft(vault.root);
    yield [vault, `killed at ${dieAt}`];
  }
}

/** Does a job to its end. */
export async function runJob(job: Job, root: string, way: Way = {}): Promise<void> {
  const { code, stderr } = await run(job, root, "", way);
  expect([code, stderr]).toEqual([0, ""]);
}

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stderr: string;
}

const preload = resolve(import.meta.dirname, "../workers/die-at.ts");
const script = resolve(import.meta.dirname, "dying-job.ts");

function run(job: Job, root: string, dieAt: string, { url = "", env = {} }: Way): Promise<Ended> {
  const options = { env: { ...process.env, LOCI_DIE_AT: dieAt, ...env } };
  const args = ["--import", preload, script, job, root, url];
  return new Promise((done) => {
    const child = execFile(process.execPath, args, options, (_, _stdout, stderr) =>
      done({ code: child.exitCode, signal: child.signalCode, stderr }),
    );
  });
}

async function untilLeft(root: string): Promise<void> {
  const isOn = (pid: string): boolean => {
    try {
      return readFileSync(`/proc/${pid}/environ`, "latin1").includes(`GIT_DIR=${root}`);
    } catch {
      return false; // It has ended, or is another user's.
    }
  };
  while (readdirSync("/proc").some((name) => /^\d+$/.test(name) && isOn(name))) await sleep(20);
}

/** No lock, no move that is not finished, nothing that git complains of. */
export function expectSound({ root, status, fsck }: TestRepo, at: string, left = ""): void {
  for (const name of ["index.lock", "config.lock", "refs/heads/main.lock", "loci/moving.json"])
    expect(existsSync(join(root, ".git", name)), `${at}: ${name}`).toBe(false);
  expect(status(), at).toBe(left);
  expect(fsck, at).not.toThrow();
}

/** A copy of a folder, in one that goes when the test ends. */
export function copyFolder(from: string, to = join(useTempFolder(), "vault")): string {
  cpSync(from, to, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
  return to;
}

/** A copy of a board and of its remote; `urlOf` gives another way to the remote. */
export function copyBoth(
  board: Device,
  remote: string,
  served?: { readonly root: string; readonly origin: string },
): Device & { readonly remote: TestRepo } {
  const place = join(served?.root ?? useTempFolder(), `${copies++}.git`);
  const copy = openDevice(board.name, copyFolder(board.root));
  copyFolder(remote, place);
  copy.git("remote", "set-url", "origin", served ? `${served.origin}/${copies - 1}.git` : place);
  for (const own of [".loci/sync.json", ".git/hooks"])
    rmSync(join(copy.root, own), { recursive: true, force: true });
  return { ...copy, remote: openRepo(place) };
}

let copies = 0;
