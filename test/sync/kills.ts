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
export type PickDeaths = (call: string, at: number) => readonly Death[];

/** Only a write can stop half-way; before a call is after the one before it. */
const hasHalf = (call: string): boolean => call === "create" || call === "append";

/** One call of so many; every other write of them is stopped half-way. */
export const oneOf =
  (stride: number): PickDeaths =>
  (call, at) =>
    isSampled(at, stride) ? [hasHalf(call) && at % 2 === 1 ? "half" : "after"] : [];

/** Half-way through each write, and after one call of so many. */
export const eachWrite =
  (stride: number): PickDeaths =>
  (call, at) => [
    ...(hasHalf(call) ? (["half"] as const) : []),
    ...(isSampled(at, stride) ? (["after"] as const) : []),
  ];

interface Kills<Vault> {
  readonly job: Job;
  /** The calls that it makes where it is not killed. */
  readonly calls: readonly string[];
  /** Makes a vault for each death. */
  readonly prepare: () => Vault;
  readonly pick: PickDeaths;
  readonly url?: string;
}

/** The vaults in which a process died over a job, and how it did. */
export function* kills<Vault extends { readonly root: string }>(
  options: Kills<Vault>,
): Generator<[Vault, string]> {
  const { job, calls, prepare, pick, url = "" } = options;
  for (const [at, call] of calls.entries()) {
    for (const death of pick(call, at)) {
      const vault = prepare();
      const told = `killed ${death} call ${at + 1}, ${call}`;
      const killed = run(job, vault.root, at + 1, death, url);
      // A call more or less at the end is a matter of time.
      if (killed.status === 0 && at > calls.length - 10) continue;
      expect(killed.signal, `${told}, of ${killed.stdout} ${killed.stderr}`).toBe("SIGKILL");
      yield [vault, told];
    }
  }
}
