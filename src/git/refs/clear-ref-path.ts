import { lstat, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { errnoOf } from "../../errors.ts";
import { createDraft, type Disk, isMissing, readIfThere, unlinkIfThere } from "../disk.ts";
import { isDeadLock } from "../lock-file.ts";
import { type RefStore, withRefLock } from "./ref-lock.ts";
import { readPackedLine } from "./refs.ts";

/**
 * Makes the name of a ref free: a file where one of its folders must be, or a folder in its own place, holds refs that
 * are out of date, because no remote has both.
 */
export async function clearRefPath(store: RefStore, ref: string): Promise<void> {
  const { disk, repository } = store;
  const top = ref.split("/").slice(0, 3).join("/");
  for (const base of [repository.gitDir, join(repository.gitDir, "logs")]) {
    for (let above = dirname(ref); above.length > top.length; above = dirname(above)) {
      const file = join(base, above);
      if ((await kindOf(file)) === "file") await unlinkIfThere(disk, file);
    }
    if ((await kindOf(join(base, ref))) === "folder") await removeFolder(disk, join(base, ref));
  }
  await clearPacked(store, ref, top);
}

async function kindOf(path: string): Promise<"file" | "folder" | undefined> {
  try {
    return (await lstat(path)).isDirectory() ? "folder" : "file";
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

async function removeFolder(disk: Disk, folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await removeFolder(disk, path);
    else await unlinkIfThere(disk, path);
  }
  try {
    await disk.rmdir(folder);
  } catch (error) {
    if (!isMissing(error) && errnoOf(error) !== "ENOTEMPTY") throw error;
  }
}

/** Takes refs that are in the way out of the file of packed refs, with the lines that belong to them. */
async function clearPacked(store: RefStore, ref: string, top: string): Promise<void> {
  const { disk, repository } = store;
  const file = join(repository.gitDir, "packed-refs");
  const isInTheWay = (name: string): boolean =>
    name.startsWith(`${ref}/`) || (name.length > top.length && ref.startsWith(`${name}/`));
  const before = await readIfThere(file);
  if (await isDeadLock(`${file}.lock`)) await unlinkIfThere(disk, `${file}.lock`); // git needs it too
  if (before === undefined || before.equals(without(before, isInTheWay))) return;
  await withRefLock(store, file, async () => {
    const now = (await readIfThere(file)) ?? Buffer.alloc(0);
    const draft = await createDraft(disk, repository.gitDir, without(now, isInTheWay));
    await disk.rename(draft, file);
  });
}

function without(packed: Buffer, isInTheWay: (name: string) => boolean): Buffer {
  let isDropped = false;
  const lines = packed.toString("latin1").split("\n");
  const kept = lines.filter((line) => {
    const text = Buffer.from(line, "latin1").toString("utf8");
    if (!line.startsWith("^")) isDropped = isInTheWay(readPackedLine(text)?.[0] ?? "");
    return !isDropped;
  });
  return Buffer.from(kept.join("\n"), "latin1");
}
