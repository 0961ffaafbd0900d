import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect } from "vitest";
import type { Death } from "./dying-disk.ts";
import { isSampled } from "./sample-kills.ts";

/** What a process does before it dies, or to its end. */
export type Job = "commit" | "init" | "join" | "refuse" | "sync";

function run(job: Job, root: string, nth: number, death: Death, url: string) {
  const script = join(import.meta.dirname, "dying-job.ts");
  const args = [script, job, root, String(nth), death, url];
  return spawnSync(process.execPath, args, { encoding: "utf8" });
}

/** Does a job in a process of its own; gives the calls that it made to the disk. */
export function runJob(job: Job, root: string, url = ""): string[] {
  const { stdout, stderr } = run(job, root, 0, "after", url);
  expect(stderr).toBe("");
  return stdout.split(" ");
}

/** At which calls a process dies, and how. */
export type PickDeath = (call: string, at: number) => Death | undefined;

/** Only a write can stop half-way; before a call is after the one before it. */
const hasHalf = (call: string): boolean => call === "create" || call === "append";

/** Half-way through each write. */
export const eachHalf: PickDeath = (call) => (hasHalf(call) ? "half" : undefined);

/** After one call of so many. */
export const after =
  (stride: number): PickDeath =>
  (_, at) =>
    isSampled(at, stride) ? "after" : undefined;

/** At one call of so many; every other write of them is stopped half-way. */
export const oneOf =
  (stride: number): PickDeath =>
  (call, at) =>
    (at % 2 === 1 && isSampled(at, stride) && eachHalf(call, at)) || after(stride)(call, at);

interface Kills<Vault> {
  readonly job: Job;
  /** The calls that it makes where it is not killed. */
  readonly calls: readonly string[];
  /** Makes a vault for each death. */
  readonly prepare: () => Vault;
  readonly pick: PickDeath;
  readonly url?: string;
}

/** The vaults in which a process died over a job, and how it did. */
export function* kills<Vault extends { readonly root: string }>(
  options: Kills<Vault>,
): Generator<[Vault, string]> {
  const { job, calls, prepare, pick, url = "" } = options;
  for (const [at, call] of calls.entries()) {
    const death = pick(call, at);
    if (death === undefined) continue;
    const vault = prepare();
    const told = `killed ${death} call ${at + 1}, ${call}`;
    const killed = run(job, vault.root, at + 1, death, url);
    // A call more or less at the end is a matter of time.
    if (killed.status === 0 && at > calls.length - 10) continue;
    expect(killed.signal, `${told}, of ${killed.stdout} ${killed.stderr}`).toBe("SIGKILL");
    yield [vault, told];
  }
}
