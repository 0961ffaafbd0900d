import { type Disk, nodeDisk } from "../../src/git/disk.ts";

/** A disk with the names of the calls made to it. */
export interface WatchedDisk extends Disk {
  readonly calls: string[];
}

/** A disk on which the nth call fails with this code, and those after it succeed. */
export function createFailingDisk(nth: number, code: string): WatchedDisk {
  return watchDisk(async (call, number) => {
    if (number === nth) throw Object.assign(new Error(code), { code });
    await call();
  });
}

/** A disk whose every call goes through `watch`, with its number. */
export function watchDisk(
  watch: (call: () => Promise<void>, number: number) => Promise<void>,
): WatchedDisk {
  const calls: string[] = [];
  const on = (name: string, call: () => Promise<void>): Promise<void> =>
    watch(call, calls.push(name));
  return {
    calls,
    create: (path, bytes, mode) => on("create", () => nodeDisk.create(path, bytes, mode)),
    append: (path, bytes) => on("append", () => nodeDisk.append(path, bytes)),
    rename: (from, to) => on("rename", () => nodeDisk.rename(from, to)),
    link: (from, to) => on("link", () => nodeDisk.link(from, to)),
    unlink: (path) => on("unlink", () => nodeDisk.unlink(path)),
    mkdir: (path, mode) => on("mkdir", () => nodeDisk.mkdir(path, mode)),
    rmdir: (path) => on("rmdir", () => nodeDisk.rmdir(path)),
    chmod: (path, mode) => on("chmod", () => nodeDisk.chmod(path, mode)),
    flushFolder: (path) => on("flushFolder", () => nodeDisk.flushFolder(path)),
  };
}
