import { join } from "node:path";
import { disk } from "../../git/disk.ts";
import { readOwn } from "../../vault/write/read-settled.ts";
import { isInVault } from "../apply/move-context.ts";
import { forgottenPath, maxMarkBytes } from "../merge/file/removals.ts";

/** The marks as they stand on disk; null where there are none: in a link, a folder or more than a merge would read. */
export const readForgotten = (root: string): Uint8Array | null =>
  readOwn(join(root, forgottenPath), maxMarkBytes) ?? null;

/** Adds lines at the end of the file, made of what stands there; true where there are any. Needs the writer lock. */
export async function appendMarks(
  root: string,
  linesFor: (bytes: Uint8Array) => readonly string[],
): Promise<boolean> {
  const before = readForgotten(root) ?? Buffer.alloc(0);
  const lines = linesFor(before).map((line) => `${line}\n`);
  if (lines.length === 0) return false;
  const folder = join(root, "log");
  await disk.mkdir(folder);
  // A link in the place of the folder would lead out of the vault.
  if (!isInVault(root, forgottenPath))
    throw new TypeError(`Cannot write "${forgottenPath}": "log" is not a folder`);
  const isTorn = before.length > 0 && before.at(-1) !== 0x0a;
  await disk.append(join(root, forgottenPath), Buffer.from((isTorn ? "\n" : "") + lines.join("")));
  // A new name must survive a power cut as its content does.
  if (before.length === 0) for (const one of [folder, root]) await disk.flushFolder(one);
  return true;
}
