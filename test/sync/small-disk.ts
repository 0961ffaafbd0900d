import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** Why no disk can be mounted here; undefined where it can. Tests print it and skip. */
export const noMount: string | undefined = reasonNotToMount();

function reasonNotToMount(): string | undefined {
  if (process.platform !== "linux" || process.getuid?.() !== 0)
    return "only root on Linux can mount a small disk: full and read-only disks are not tested here";
  const folder = mkdtempSync(join(tmpdir(), "loci-test-mount-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", folder], { stdio: "pipe" });
    execFileSync("umount", [folder], { stdio: "pipe" });
    return undefined;
  } catch {
    return "mount is not allowed: full and read-only disks are not tested here";
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A real disk of its own, a small one. */
export interface SmallDisk {
  readonly path: string;
  /** Takes all room but so many pages of 4 kB. */
  fill(pagesLeft?: number): void;
  free(): void;
  mount(how: "ro" | "rw"): void;
  /** As a stick that is pulled out: the mount point stays, and is empty. */
  pullOut(): void;
  plugIn(): void;
}

/** A tmpfs of so many kB in a temp folder, gone when the test ends. */
export function useSmallDisk(kilobytes: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), "loci-test-disk-"));
  const [store, path] = [join(folder, "store"), join(folder, "disk")];
  const run = (program: string, ...args: string[]): void =>
    void execFileSync(program, args, { stdio: "pipe" });
  mkdirSync(store);
  mkdirSync(path);
  run("mount", "-t", "tmpfs", "-o", `size=${kilobytes}k`, "tmpfs", store);
  run("mount", "--bind", store, path);
  onTestFinished(() => {
    for (const one of [path, store]) {
      try {
        run("umount", "-l", one);
      } catch {
        // It was pulled out.
      }
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  const filler = (nth: number): string => join(store, `filler-${nth}`);
  let fillers = 0;
  return {
    path,
    fill(pagesLeft = 0) {
      for (let size = 2 ** 20; size >= 4096; size /= 2) {
        for (;;) {
          try {
            writeFileSync(filler(fillers), Buffer.alloc(size), { flag: "wx" });
            fillers++;
          } catch {
            rmSync(filler(fillers), { force: true });
            break;
          }
        }
      }
      for (let nth = 0; nth < pagesLeft; nth++) {
        fillers--;
        rmSync(filler(fillers), { force: true });
      }
    },
    free() {
      while (fillers > 0) rmSync(filler(--fillers), { force: true });
    },
    mount: (how) => run("mount", "-o", `remount,bind,${how}`, path),
    pullOut: () => run("umount", "-l", path),
    plugIn: () => run("mount", "--bind", store, path),
  };
}
