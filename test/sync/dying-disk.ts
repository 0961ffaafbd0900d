import { appendFileSync, writeFileSync } from "node:fs";
import { type Disk, nodeDisk } from "../../src/git/disk.ts";

export type Death = "half" | "after";

/** A disk with the names of the calls made to it. */
export interface WatchedDisk extends Disk {
  readonly calls: string[];
}

/** A disk that kills this process at its nth call: half-way through the bytes, or after it. */
export function createDyingDisk(nth: number, death: Death): WatchedDisk {
  const die = (): never => {
    process.kill(process.pid, "SIGKILL");
    for (;;); // the signal is on its way
  };
  return watchDisk(async (call, number, half) => {
    if (number === nth && death === "half") {
      half?.();
      die();
    }
    await call().finally(() => number === nth && die());
  });
}

/** A disk on which the nth call fails with this code, and those after it succeed. */
export function createFailingDisk(nth: number, code: string): WatchedDisk {
  return watchDisk(async (call, number) => {
    if (number === nth) throw Object.assign(new Error(code), { code });
    await call();
  });
}

type Watch = (call: () => Promise<void>, number: number, half?: () => void) => Promise<void>;

/** A disk whose every call goes through `watch`, with its number. */
export function watchDisk(watch: Watch): WatchedDisk {
  const calls: string[] = [];
  const first = (bytes: Uint8Array): Uint8Array => bytes.subarray(0, bytes.length / 2);
  const on = (name: string, call: () => Promise<void>, half?: () => void): Promise<void> =>
    watch(call, calls.push(name), half);
  return {
    calls,
    create: (path, bytes, mode) =>
      on(
        "create",
        () => nodeDisk.create(path, bytes, mode),
        () => writeFileSync(path, first(bytes)),
      ),
    append: (path, bytes) =>
      on(
        "append",
        () => nodeDisk.append(path, bytes),
        () => appendFileSync(path, first(bytes)),
      ),
    rename: (from, to) => on("rename", () => nodeDisk.rename(from, to)),
    link: (from, to) => on("link", () => nodeDisk.link(from, to)),
    unlink: (path) => on("unlink", () => nodeDisk.unlink(path)),
    mkdir: (path, mode) => on("mkdir", () => nodeDisk.mkdir(path, mode)),
    rmdir: (path) => on("rmdir", () => nodeDisk.rmdir(path)),
    chmod: (path, mode) => on("chmod", () => nodeDisk.chmod(path, mode)),
    flushFolder: (path) => on("flushFolder", () => nodeDisk.flushFolder(path)),
  };
}
