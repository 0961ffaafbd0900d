import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A limit on the memory of a process with all that it starts, held by the kernel. */
export interface MemoryGroup {
  /** What a process writes its id into, to be held. */
  readonly procs: string;
  /** Bytes by the kernel's count, files in its cache included; the most there ever were; how often the limit was hit; how often it killed. */
  read(): {
    readonly now: number;
    readonly peak: number;
    readonly hits: number;
    readonly kills: number;
  };
  close(): void;
}

/** By control groups, version 1 or 2; undefined where this process may make none. */
export function openMemoryGroup(limitBytes: number): MemoryGroup | undefined {
  const versions: readonly [string, Names][] = [
    ["/sys/fs/cgroup/memory", version1],
    ["/sys/fs/cgroup", version2],
  ];
  for (const [place, names] of versions) {
    const folder = join(place, `loci-soak-${process.pid}`);
    try {
      if (!existsSync(join(place, "cgroup.procs"))) continue;
      mkdirSync(folder);
      writeFileSync(join(folder, names.limit), String(limitBytes));
      return groupOf(folder, names);
    } catch {
      if (existsSync(folder)) rmdirSync(folder);
    }
  }
  return undefined;
}

interface Names {
  readonly limit: string;
  readonly now: string;
  readonly peak: string;
  readonly hits: readonly [string, RegExp];
  readonly kills: readonly [string, RegExp];
}

const version1: Names = {
  limit: "memory.limit_in_bytes",
  now: "memory.usage_in_bytes",
  peak: "memory.max_usage_in_bytes",
  hits: ["memory.failcnt", /^(\d+)/],
  kills: ["memory.oom_control", /^oom_kill (\d+)$/m],
};

const version2: Names = {
  limit: "memory.max",
  now: "memory.current",
  peak: "memory.peak",
  hits: ["memory.events", /^max (\d+)$/m],
  kills: ["memory.events", /^oom_kill (\d+)$/m],
};

function groupOf(folder: string, names: Names): MemoryGroup {
  const text = (name: string): string => {
    try {
      return readFileSync(join(folder, name), "utf8");
    } catch {
      return ""; // Older kernels keep no peak.
    }
  };
  const count = ([name, pattern]: readonly [string, RegExp]): number =>
    Number(pattern.exec(text(name))?.[1] ?? 0);
  return {
    procs: join(folder, "cgroup.procs"),
    read: () => ({
      now: Number(text(names.now)),
      peak: Number(text(names.peak)),
      hits: count(names.hits),
      kills: count(names.kills),
    }),
    close: () => rmdirSync(folder),
  };
}
