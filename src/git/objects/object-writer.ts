import { join } from "node:path";
import { deflateSync } from "node:zlib";
import { createDraft, type Disk, isMissing } from "../disk.ts";
import { oidOf, type StoredObject, wrapObject } from "../object-format.ts";
import { publishPack } from "../packs/publish-pack.ts";
import { createPackBuilder } from "../packs/write-pack.ts";
import { loosePath } from "./loose-object.ts";

/** Gathers new objects and stores them together: to wait for the disk once for each takes most of a large round. */
export interface ObjectWriter {
  /** The content must not change until it is stored. */
  write(object: StoredObject): Promise<string>;
  /** What is not stored yet. */
  find(oid: string): StoredObject | undefined;
  flush(): Promise<void>;
}

/** So many objects are worth a pack of their own; fewer stay loose, so that packs do not pile up. */
export const fewObjects = 50;
const maxHeldBytes = 2 ** 24;
const concurrency = 8;

/** Opens a writer. Killed at any moment, it leaves no object without those that it names. */
export function openWriter(gitDir: string, disk: Disk): ObjectWriter {
  const heldByOid = new Map<string, StoredObject>();
  const touchedFolders = new Set<string>();
  let heldBytes = 0;

  const writeLoose = async ([oid, { type, content }]: Held): Promise<void> => {
    const folder = join(gitDir, "objects", oid.slice(0, 2));
    const bytes = deflateSync(wrapObject(type, content));
    const draft = await createDraft(disk, gitDir, bytes, 0o444);
    await publish(disk, draft, folder, loosePath(gitDir, oid));
    touchedFolders.add(folder);
  };

  const storeHeld = async (): Promise<void> => {
    const held = [...heldByOid];
    if (held.length >= fewObjects) await writeTogether(gitDir, disk, held);
    else await inOrder(held, writeLoose);
    for (const [oid, { content }] of held) if (heldByOid.delete(oid)) heldBytes -= content.length;
  };

  return {
    async write(object) {
      const oid = oidOf(object.type, object.content);
      if (!heldByOid.has(oid)) heldBytes += object.content.length;
      heldByOid.set(oid, object);
      if (heldBytes > maxHeldBytes) await storeHeld();
      return oid;
    },

    find: (oid) => heldByOid.get(oid),

    async flush() {
      await storeHeld();
      if (touchedFolders.size > 0) touchedFolders.add(join(gitDir, "objects"));
      await Promise.all([...touchedFolders].map((folder) => disk.flushFolder(folder)));
      touchedFolders.clear();
    },
  };
}

type Held = readonly [oid: string, object: StoredObject];

/** Blobs name nothing, so some are written at once; all others come after what they name, as they were given. */
async function inOrder(held: readonly Held[], write: (one: Held) => Promise<void>): Promise<void> {
  const blobs = held.filter(([, { type }]) => type === "blob");
  for (let at = 0; at < blobs.length; at += concurrency) {
    await Promise.all(blobs.slice(at, at + concurrency).map(write));
  }
  for (const one of held) if (one[1].type !== "blob") await write(one);
}

async function writeTogether(gitDir: string, disk: Disk, held: readonly Held[]): Promise<void> {
  const pack = createPackBuilder();
  for (const [oid, { type, content }] of held) await pack.add(oid, type, content);
  const { name, bytes, index } = await pack.finish();
  const draft = await createDraft(disk, gitDir, bytes, 0o444);
  await publishPack(disk, gitDir, { name, draft, index });
}

/** `git gc` removes empty folders, at worst the one made an instant ago. */
async function publish(disk: Disk, draft: string, folder: string, file: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await disk.mkdir(folder); // Which fails too, where the folder goes while it looks whether it is there.
      await disk.rename(draft, file);
      return;
    } catch (error) {
      if (!isMissing(error) || attempt === 10) throw error;
    }
  }
}
