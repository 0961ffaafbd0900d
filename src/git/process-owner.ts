import { readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { errnoOf } from "../errors.ts";
import { readIfThere } from "./disk.ts";

/** The process that holds a lock, distinguishable from a later one with the same id. */
export interface Owner {
  readonly host: string;
  /** The boot and the PID namespace (a container has its own); empty where the system has neither. */
  readonly boot: string;
  readonly space: string;
  readonly pid: number;
  /** When the process began, in ticks since the boot; empty where the system does not say. */
  readonly start: string;
}

/** This process as the owner of a lock. */
export async function currentOwner(): Promise<Owner> {
  const boot = await readIfThere("/proc/sys/kernel/random/boot_id");
  return {
    host: hostname(),
    boot: boot?.toString("latin1").trim() ?? "",
    space: processSpace(),
    pid: process.pid,
    start: await startOf(process.pid),
  };
}

/** Whether the owner certainly no longer runs; one that cannot be seen from here counts as alive. */
export async function isDead(owner: Owner): Promise<boolean> {
  const here = await currentOwner();
  if (owner.host !== here.host) return false;
  if (owner.boot !== here.boot) return true;
  if (owner.space !== here.space) return false;
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    if (errnoOf(error) === "ESRCH") return true;
  }
  return (await startOf(owner.pid)) !== owner.start;
}

function processSpace(): string {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return ""; // not Linux: one space for all processes
  }
}

/** Field 22 of /proc/<pid>/stat; the name before it may hold blanks and parentheses. */
async function startOf(pid: number): Promise<string> {
  const stat = (await readIfThere(`/proc/${pid}/stat`))?.toString("latin1") ?? "";
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
}
