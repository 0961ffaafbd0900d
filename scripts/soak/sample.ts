import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";

/** How a process and all that it started are at one moment. */
export interface Sample {
  /** Seconds since the start. */
  readonly at: number;
  /** Memory of the process and of its children, shared pages by their share (MB). */
  readonly ownMb: number;
  readonly childrenMb: number;
  /** Names of the children's programs, sorted. */
  readonly children: readonly string[];
  /** Open files of the process. */
  readonly fds: number;
  readonly threads: number;
  /** Bytes that went to the disk, of ended children too. */
  readonly written: number;
  /** Bytes of each file below the folder, by path. */
  readonly bytesByFile: ReadonlyMap<string, number>;
}

/** Undefined when the process is gone. */
export function takeSample(pid: number, folder: string, at: number): Sample | undefined {
  const ownMb = pssOf(pid);
  if (ownMb === undefined) return undefined;
  const children = descendantsOf(pid);
  return {
    at,
    ownMb,
    childrenMb: children.reduce((sum, child) => sum + (pssOf(child) ?? 0), 0),
    children: children.map(programOf).sort(),
    fds: entriesOf(`/proc/${pid}/fd`).length,
    threads: entriesOf(`/proc/${pid}/task`).length,
    written: Number(/^write_bytes: (\d+)$/m.exec(textOf(`/proc/${pid}/io`))?.[1] ?? 0),
    bytesByFile: sizesBelow(folder),
  };
}

function pssOf(pid: number): number | undefined {
  const kb = /^Pss:\s+(\d+)/m.exec(textOf(`/proc/${pid}/smaps_rollup`))?.[1];
  return kb === undefined ? undefined : (Number(kb) * 1024) / 1e6;
}

const programOf = (pid: number): string => textOf(`/proc/${pid}/comm`).trim() || "(ended)";

function descendantsOf(pid: number): number[] {
  const children = entriesOf(`/proc/${pid}/task`).flatMap((thread) =>
    textOf(`/proc/${pid}/task/${thread}/children`).split(" ").filter(Boolean),
  );
  return children.map(Number).flatMap((child) => [child, ...descendantsOf(child)]);
}

function sizesBelow(folder: string): Map<string, number> {
  const sizes = new Map<string, number>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    try {
      sizes.set(relative(folder, path), statSync(path).size);
    } catch {
      // A temporary file that went meanwhile.
    }
  }
  return sizes;
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return ""; // The process ended.
  }
}

function entriesOf(path: string): readonly string[] {
  try {
    return readdirSync(path);
  } catch {
    return []; // The process ended.
  }
}
