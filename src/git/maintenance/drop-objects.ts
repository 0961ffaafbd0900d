import { join } from "node:path";
import { listFolder, openDrafts, unlinkIfThere } from "../disk.ts";
import { type Packing, unlinkPack, writePack } from "./pack-loose.ts";

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
  // What git derives from the objects, and makes again.
  for (const folder of ["info", "info/commit-graphs", "pack"]) {
    for (const entry of await listFolder(join(gitDir, "objects", folder))) {
      const isDerived = entry.isFile() && /graph|^multi-pack-index/.test(entry.name);
      if (isDerived) await unlinkIfThere(disk, join(entry.parentPath, entry.name));
    }
  }
  objects.refresh();
}
