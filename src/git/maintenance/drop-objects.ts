import { join } from "node:path";
import { errnoOf } from "../../errors.ts";
import { type Disk, listFolder, openDrafts, readIfThere, unlinkIfThere } from "../disk.ts";
import { type Packing, unlinkPack, writePack } from "./write-pack.ts";

/**
 * Deletes objects for good, from packs too: what else a pack holds is stored in a new one first. Killed at any moment, it
 * leaves all others in place, and can be run again. Nothing may name what is dropped.
 */
export async function dropObjects(packing: Packing, dropped: ReadonlySet<string>): Promise<void> {
  const { gitDir, disk, objects } = packing;
  await openDrafts(disk, gitDir);
  objects.refresh();
  const stored = await objects.library.fs.list();
  const gone = stored.filter(({ oid }) => dropped.has(oid));
  const indexes = new Set(gone.filter(({ isPacked }) => isPacked).map(({ file }) => file));
  const staying = stored.filter(({ oid, file }) => indexes.has(file) && !dropped.has(oid));
  const oids = [...new Set(staying.map(({ oid }) => oid))];
  const kept = oids.length === 0 ? undefined : await writePack(packing, oids);
  for (const index of indexes) if (index !== kept) await unlinkPack(disk, index);
  for (const { file, isPacked } of gone) if (!isPacked) await unlinkIfThere(disk, file);
  await dropCaches(gitDir, disk);
  objects.refresh();
}

/** Whether the person's own `git gc` runs, which may write again what is deleted meanwhile. */
export async function isGitPacking(gitDir: string): Promise<boolean> {
  const pid = Number.parseInt(String(await readIfThere(join(gitDir, "gc.pid"))), 10);
  if (!(pid > 0)) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return errnoOf(error) !== "ESRCH";
  }
}

/** What git derives from the objects, and makes again. */
async function dropCaches(gitDir: string, disk: Disk): Promise<void> {
  const objects = join(gitDir, "objects");
  await unlinkIfThere(disk, join(objects, "info", "commit-graph"));
  const graphs = join(objects, "info", "commit-graphs");
  for (const { name } of await listFolder(graphs)) await unlinkIfThere(disk, join(graphs, name));
  for (const { name } of await listFolder(join(objects, "pack"))) {
    if (name.startsWith("multi-pack-index")) await unlinkIfThere(disk, join(objects, "pack", name));
  }
}
