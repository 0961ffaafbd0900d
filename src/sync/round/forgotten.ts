import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { LociError } from "../../errors.ts";
import { disk, readIfThere } from "../../git/disk.ts";
import { forgottenPath, maxMarkBytes } from "../merge/file/removals.ts";

/**
 * The marks of the vault as they stand on disk; null where there are none. A link or a folder of that name holds none,
 * nor does more than a merge would read.
 */
export async function readForgotten(root: string): Promise<Uint8Array | null> {
  try {
    return (await readIfThere(join(root, forgottenPath), { maxBytes: maxMarkBytes })) ?? null;
  } catch (error) {
    if (error instanceof TypeError || error instanceof LociError) return null;
    throw error;
  }
}

/** Adds lines at the end of the file, made of what stands there; true where there are any. The caller holds the writer lock. */
export async function appendMarks(
  root: string,
  linesFor: (bytes: Uint8Array) => readonly string[],
): Promise<boolean> {
  const before = (await readForgotten(root)) ?? Buffer.alloc(0);
  const lines = linesFor(before).map((line) => `${line}\n`);
  if (lines.length === 0) return false;
  const folder = join(root, "log");
  const file = join(root, forgottenPath);
  await disk.mkdir(folder);
  // A link in the place of the folder would lead out of the vault.
  if (!(await lstat(folder)).isDirectory())
    throw new TypeError(`Cannot write "${forgottenPath}": "log" is not a folder`);
  const isTorn = before.length > 0 && before.at(-1) !== 0x0a;
  await disk.append(file, Buffer.from((isTorn ? "\n" : "") + lines.join("")));
  // A new name must survive a power cut as its content does.
  if (before.length === 0) for (const one of [folder, root]) await disk.flushFolder(one);
  return true;
}
