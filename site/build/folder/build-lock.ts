import {
  linkSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { errnoOf, LociError } from "../../../src/errors.ts";

/** Ends a turn. */
export interface BuildLock {
  close(): void;
}

const lockName = ".loci-site.lock";
/** A holder says so often that it is still there, and is taken for gone when it did not for so long. */
const beat = 5_000;
const staleMs = 60_000;

/** The one build's turn in a site's folder; throws BUSY while another has it. A killed build's turn ends at once. */
export function lockFolder(folder: string): BuildLock {
  const path = join(folder, lockName);
  const own = JSON.stringify({
    pid: process.pid,
    host: hostname(),
    start: processStart(),
    at: performance.now(),
  });
  if (!tryTake(path, own)) {
    const holder = readLock(path);
    if (holder !== undefined && !isGone(path, holder)) throw busy(folder, holder);
    if (holder !== undefined) removeExactly(path, holder);
    if (!tryTake(path, own)) throw busy(folder, readLock(path));
  }
  const timer = setInterval(() => touch(path), beat).unref();
  return {
    close: () => {
      clearInterval(timer);
      if (readLock(path) === own) rmSync(path, { force: true });
    },
  };
}

const processStart = (): number => Math.round(performance.timeOrigin);

function tryTake(path: string, own: string): boolean {
  try {
    writeFileSync(path, own, { flag: "wx" });
    return true;
  } catch (error) {
    if (errnoOf(error) === "EEXIST") return false;
    throw error;
  }
}

function readLock(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

function isGone(path: string, holder: string): boolean {
  const { pid, host, start } = parse(holder);
  const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0);
  if (age > staleMs) return true;
  if (host !== hostname() || pid === undefined) return false;
  // In a container every process may have the same id.
  if (pid === process.pid) return start !== processStart();
  return !isRunning(pid);
}

function parse(holder: string): { pid?: number; host?: unknown; start?: unknown } {
  try {
    const { pid, host, start } = JSON.parse(holder);
    return { host, start, ...(Number.isInteger(pid) && pid > 0 && { pid }) };
  } catch {
    return {}; // Being written, or cut off: its age decides.
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errnoOf(error) !== "ESRCH";
  }
}

/** Takes a gone holder's lock away, and puts back what another build may have put there since. */
function removeExactly(path: string, holder: string): void {
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
    if (readLock(aside) !== holder) linkSync(aside, path);
  } catch (error) {
    if (!["ENOENT", "EEXIST"].includes(errnoOf(error) ?? "")) throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

function touch(path: string): void {
  const now = new Date();
  try {
    utimesSync(path, now, now);
  } catch {
    // The folder was removed: the build itself will report that.
  }
}

function busy(folder: string, holder: string | undefined): LociError {
  const { pid } = parse(holder ?? "");
  const who =
    pid === undefined ? "another build of it runs" : `another build of it runs (process ${pid})`;
  return new LociError("BUSY", `Cannot build the site into "${folder}": ${who}`, {
    data: { out: folder, pid },
  });
}
