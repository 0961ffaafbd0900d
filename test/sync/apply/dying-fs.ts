import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

/** When the process is gone: half-way through the bytes of a call, or after it. */
export type Death = "half" | "after";

/** What comes of the nth call: the end, or, where a code is given, a failure of this one call. */
export interface Fate {
  readonly death: Death;
  readonly code?: string;
  /** For real: by default everything later just fails to reach the disk. */
  readonly die?: () => void;
}

/** A file system that dies: every call that would change something below a folder, counted. */
export interface DyingFs {
  readonly calls: string[];
  restore(): void;
}

type Call = (...args: never[]) => unknown;

/**
 * Counts every change of a folder through node:fs, whoever makes it, and strikes at the nth. After a kill nothing
 * reaches the disk any more: for the files that is the same as the end of the process.
 */
export function killAt(root: string, nth: number, { death, code, die }: Fate): DyingFs {
  const calls: string[] = [];
  const undo: (() => void)[] = [];
  const fds = new Set<number>();
  let isDead = false;
  const isOurs = (path: unknown): boolean =>
    typeof path === "number" ? fds.has(path) : isBelow(root, String(path));

  const guard = <T>(name: string, work: () => T, half?: () => void): T => {
    if (isDead) throw new Error("killed");
    const isLast = calls.push(name) === nth;
    if (!isLast) return work();
    if (death === "half" && half) half();
    if (code !== undefined) throw Object.assign(new Error(code), { code });
    isDead = true;
    if (death === "after") work();
    die?.();
    throw new Error("killed");
  };
  const patch = (on: Record<string, unknown>, name: string, wrap: (real: Call) => Call): void => {
    const real = on[name] as Call;
    on[name] = wrap(real);
    undo.push(() => {
      on[name] = real;
    });
  };
  const changes = (args: readonly unknown[], name: string): boolean => {
    if (name.startsWith("open")) return isWrite(args[1]) && isOurs(args[0]);
    return isOurs(args[0]) || (twoPaths.has(name) && isOurs(args[1]));
  };

  const sync = fs as unknown as Record<string, unknown>;
  for (const name of syncCalls) {
    patch(sync, name, (real) => (...args) => {
      const run = (): unknown => real(...args);
      if (!changes(args, name)) return name === "openSync" ? track(run(), args) : run();
      const half = name === "writeFileSync" ? () => halfSync(args) : undefined;
      return guard(name, () => track(run(), args), half);
    });
  }
  const track = (result: unknown, args: readonly unknown[]): unknown => {
    if (typeof result === "number" && isWrite(args[1]) && isOurs(args[0])) fds.add(result);
    return result;
  };
  const halfSync = (args: readonly unknown[]): void => {
    const bytes = Buffer.from(args[1] as string | Uint8Array);
    fs.writeSync(args[0] as number, bytes, 0, bytes.length >> 1);
  };
  patch(sync, "closeSync", (real) => (...args) => {
    fds.delete(Number(args[0]));
    return real(...args);
  });

  const promises = fs.promises as unknown as Record<string, unknown>;
  for (const name of promiseCalls) {
    patch(promises, name, (real) => async (...args) => {
      const run = async (): Promise<unknown> => real(...args);
      if (!changes(args, name)) return run();
      const work = async (): Promise<unknown> => {
        const result = await run();
        if (name === "open") await wrapHandle(result as fs.promises.FileHandle);
        return result;
      };
      return guardAsync(name, work);
    });
  }
  const guardAsync = async <T>(
    name: string,
    work: () => Promise<T>,
    half?: () => Promise<void>,
  ): Promise<T> => {
    if (isDead) throw new Error("killed");
    const isLast = calls.push(name) === nth;
    if (!isLast) return work();
    if (death === "half" && half) await half();
    if (code !== undefined) throw Object.assign(new Error(code), { code });
    isDead = true;
    if (death === "after") await work();
    die?.();
    throw new Error("killed");
  };
  const wrapHandle = async (handle: fs.promises.FileHandle): Promise<void> => {
    if (isDead) await handle.close(); // nobody will
    const write = handle.writeFile.bind(handle);
    handle.writeFile = (bytes) =>
      guardAsync(
        "write",
        () => write(bytes),
        async () => {
          const all = Buffer.from(bytes as Uint8Array);
          await write(all.subarray(0, all.length >> 1));
        },
      );
  };
  syncBuiltinESMExports();
  return {
    calls,
    restore() {
      for (const one of undo) one();
      syncBuiltinESMExports();
    },
  };
}

const syncCalls = [
  ...["openSync", "writeFileSync", "linkSync", "renameSync", "unlinkSync", "rmSync"],
  ...["mkdirSync", "utimesSync"],
];
const promiseCalls = [
  ...["open", "link", "rename", "unlink", "mkdir", "rmdir", "symlink", "copyFile"],
];
const twoPaths = new Set(["linkSync", "renameSync", "link", "rename", "symlink", "copyFile"]);

/** Folders that are held open are reached through their number. */
const isBelow = (root: string, path: string): boolean =>
  path.startsWith(root) || path.startsWith("/proc/self/fd/");

function isWrite(flags: unknown): boolean {
  if (typeof flags === "number") return (flags & fs.constants.O_CREAT) !== 0;
  return typeof flags === "string" && /[wa]/.test(flags);
}
