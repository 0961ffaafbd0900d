import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

/** What comes of the nth call: the end, half-way through its bytes or after it; or, with a code, its failure alone. */
export interface Fate {
  readonly death: "half" | "after";
  readonly code?: string;
}

/** A file system that dies: every call that would change something below a folder, counted. */
export interface DyingFs {
  readonly calls: string[];
  restore(): void;
}

type Call = (...args: unknown[]) => unknown;

/**
 * Counts every change of a folder through node:fs, whoever makes it, and strikes at the nth. After a kill nothing
 * reaches the disk any more: for the files that is the same as the end of the process.
 */
export function killAt(root: string, nth: number, { death, code }: Fate): DyingFs {
  const calls: string[] = [];
  const undo: (() => void)[] = [];
  const fds = new Set<unknown>();
  let isDead = false;

  const strike = (name: string, work: () => unknown, half?: () => unknown): unknown => {
    if (isDead) throw new Error("killed");
    if (calls.push(name) !== nth) return work();
    isDead = code === undefined;
    const failure = Object.assign(new Error(code ?? "killed"), { code });
    const done = death === "half" ? half?.() : work();
    if (!(done instanceof Promise)) throw failure;
    return done.then(() => Promise.reject(failure));
  };
  const patch = (on: object, name: string, wrap: (real: Call) => Call): void => {
    const real: Call = Reflect.get(on, name);
    Reflect.set(on, name, wrap(real));
    undo.push(() => void Reflect.set(on, name, real));
  };
  // Folders that are held open are reached through their number.
  const isOurs = (path: unknown): boolean =>
    fds.has(path) || String(path).startsWith(root) || String(path).startsWith("/proc/self/fd/");
  const changes = (name: string, [first, second]: readonly unknown[]): boolean => {
    if (name.startsWith("open")) return isWrite(second) && isOurs(first);
    return isOurs(first) || (/^(?:link|rename|symlink|copyFile)/.test(name) && isOurs(second));
  };

  for (const name of syncCalls) {
    patch(fs, name, (real) => (...args) => {
      if (!changes(name, args)) return real(...args);
      const half = name === "writeFileSync" ? () => writeHalf(args) : undefined;
      const result = strike(name, () => real(...args), half);
      if (name === "openSync") fds.add(result);
      return result;
    });
  }
  patch(fs, "closeSync", (real) => (fd) => {
    fds.delete(fd);
    return real(fd);
  });
  const guard = async (handle: fs.promises.FileHandle): Promise<fs.promises.FileHandle> => {
    if (isDead) await handle.close(); // nobody will
    const write = handle.writeFile.bind(handle);
    handle.writeFile = async (bytes) => {
      const all = Buffer.from(bytes as Uint8Array);
      const half = () => write(all.subarray(0, all.length >> 1));
      await strike("write", () => write(bytes), half);
    };
    return handle;
  };
  for (const name of promiseCalls) {
    patch(fs.promises, name, (real) => async (...args) => {
      if (!changes(name, args)) return real(...args);
      const result = async () => real(...args);
      return strike(name, name === "open" ? async () => guard(await open(real, args)) : result);
    });
  }
  syncBuiltinESMExports();
  return {
    calls,
    restore() {
      for (const one of undo) one();
      syncBuiltinESMExports();
    },
  };
}

const syncCalls =
  "openSync writeFileSync linkSync renameSync unlinkSync rmSync mkdirSync utimesSync".split(" ");
const promiseCalls = "open link rename unlink mkdir rmdir symlink copyFile".split(" ");

const open = (real: Call, args: readonly unknown[]) =>
  real(...args) as Promise<fs.promises.FileHandle>;

function writeHalf([fd, content]: readonly unknown[]): void {
  const bytes = Buffer.from(content as string | Uint8Array);
  fs.writeSync(fd as number, bytes, 0, bytes.length >> 1);
}

function isWrite(flags: unknown): boolean {
  if (typeof flags === "number") return (flags & fs.constants.O_CREAT) !== 0;
  return typeof flags === "string" && /[wa]/.test(flags);
}
