import {
  closeSync,
  constants,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  readFileSync,
  renameSync,
  unlinkSync,
} from "node:fs";
import { basename, join } from "node:path";
import { errnoOf, LociError, messageOf } from "../../errors.ts";
import { resolveInVault } from "../paths.ts";
import { type Capture, dropCapture, lateEdits, openCapture } from "./captures.ts";
import type { ChangeTarget } from "./change-file.ts";
import { readSettled } from "./read-settled.ts";
import { dropLedger } from "./recent-writes.ts";
import { type HeldFolder, holdFolder, type VaultFile } from "./vault-file.ts";

/**
 * - `removed`: gone, durably.
 * - `missing`: there was none.
 * - `changed`: it holds something else than expected, and is as it was.
 */
export type Removal = "removed" | "missing" | "changed";

/**
 * Removes a file of the vault if it still holds the expected bytes. The old file is kept as a capture for a while:
 * what an editor that has it open still writes into it comes back as a file of its new lines. What Loci wrote into it
 * lately is forgotten, so that nothing puts those lines into a later file of that name.
 */
export async function removeFile(
  target: ChangeTarget,
  expected: Uint8Array,
  signal?: AbortSignal,
): Promise<Removal> {
  return target.lock(() => removeLocked(target, expected), signal);
}

/** The same where the caller holds the writer lock. */
export async function removeLocked(file: VaultFile, expected: Uint8Array): Promise<Removal> {
  const path = resolveInVault(file.root, file.path);
  const isSame = (bytes: Uint8Array): boolean => Buffer.compare(bytes, expected) === 0;
  if ((await lateEdits(file)).length > 0) return "changed"; // To be merged first, by the next change or look.
  const found = await readSettled(path, file.clock, { size: expected.length, isSame });
  if (found === null) dropLedger(file);
  if (found === null || !isSame(found)) return found === null ? "missing" : "changed";
  let folder: HeldFolder | undefined;
  try {
    folder = holdFolder(file, { create: false });
    if (folder === undefined || !folder.isInPlace()) return "changed";
    const removal = takeAway(folder, file, { expected, isSame });
    if (removal !== "removed") return removal;
    syncFolder(folder.at);
    dropLedger(file);
    return "removed";
  } catch (cause) {
    throw cause instanceof LociError ? cause : notRemoved(file, cause);
  } finally {
    folder?.close();
  }
}

function takeAway(
  folder: HeldFolder,
  file: VaultFile,
  { expected, isSame }: { expected: Uint8Array; isSame: (bytes: Uint8Array) => boolean },
): Removal {
  const place = join(folder.at, basename(file.path));
  const opened = openCapture(file, expected);
  const capture = { ...opened, beside: join(folder.at, basename(opened.beside)) };
  const before = lstatSync(place, { throwIfNoEntry: false });
  const aside = moveAside(place, capture);
  if (aside === undefined) return "missing";
  // Looked at where no renaming can exchange it any more.
  const taken = lstatSync(aside);
  const isOurs = taken.isFile() && taken.ino === before?.ino && isSame(readFileSync(aside));
  if (isOurs) {
    if (aside === capture.beside) dropCapture(capture); // On another disk no late edit can be seen.
    return "removed";
  }
  if (putBack(aside, place)) dropCapture(capture);
  return "changed";
}

/** Where the file now is; undefined where there was none. */
function moveAside(place: string, capture: Capture): string | undefined {
  for (const aside of [capture.late, capture.beside]) {
    try {
      renameSync(place, aside);
      return aside;
    } catch (error) {
      if (errnoOf(error) === "EXDEV" && aside === capture.late) continue;
      dropCapture(capture);
      if (errnoOf(error) === "ENOENT") return undefined;
      throw error;
    }
  }
  return undefined;
}

/** False where a newer file has the name already: what was taken stays as a late edit of it. */
function putBack(aside: string, place: string): boolean {
  try {
    linkSync(aside, place);
    unlinkSync(aside);
    return true;
  } catch (error) {
    if (errnoOf(error) === "EEXIST") return false;
    if (lstatSync(place, { throwIfNoEntry: false }) !== undefined) return false;
    renameSync(aside, place); // A disk without hard links.
    return true;
  }
}

/** Systems that cannot open a folder make a renaming durable by themselves. */
function syncFolder(path: string): void {
  let folder: number;
  try {
    folder = openSync(path, constants.O_RDONLY);
  } catch (error) {
    if (["EISDIR", "EPERM", "EACCES"].includes(errnoOf(error) ?? "")) return;
    throw error;
  }
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

function notRemoved({ path }: VaultFile, cause: unknown): LociError {
  const message = `Cannot remove the file "${path}": ${messageOf(cause)}`;
  return new LociError("WRITE_FAILED", message, { data: { path }, cause });
}
