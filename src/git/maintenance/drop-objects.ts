import { join } from "node:path";
import { type Disk, listFolder, openDrafts, unlinkIfThere } from "../disk.ts";
import { openWriter } from "../objects/object-writer.ts";
import { eachObject, listObjects } from "./each-object.ts";

/**
 * Deletes objects for good, from packs too: a pack that holds one is rewritten without it. Killed at any moment, it
 * leaves all others in place, and can be run again. Nothing may name what is dropped.
 */
export async function dropObjects(
  { gitDir, disk }: { readonly gitDir: string; readonly disk: Disk },
  dropped: ReadonlySet<string>,
): Promise<void> {
  await openDrafts(disk, gitDir);
  const found = (await listObjects(gitDir)).filter(({ oid }) => dropped.has(oid));
  const files = found.filter(({ isPacked }) => !isPacked).map(({ place }) => place);
  const packs = new Set(found.filter(({ isPacked }) => isPacked).map(({ place }) => place));
  const writer = openWriter(gitDir, disk);
  const staying = eachObject(gitDir, ({ oid, place }) => packs.has(place) && !dropped.has(oid));
  for await (const { type, content } of staying) await writer.write({ type, content });
  await writer.flush();
  for (const stem of packs) {
    // The index first: without it, there is no pack.
    for (const ending of packEndings) await unlinkIfThere(disk, `${stem}.${ending}`);
  }
  for (const file of files) await unlinkIfThere(disk, file);
  await dropCaches(gitDir, disk);
}

const packEndings = ["idx", "rev", "bitmap", "keep", "mtimes", "promisor", "pack"];

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
