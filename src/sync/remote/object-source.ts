import { createHash } from "node:crypto";
import type { Objects } from "../git/objects.ts";
import { openPackFile, type PackFile } from "./pack-file.ts";
import { type PackNames, readPackNames } from "./pack-names.ts";

/** Objects to be read once, in large numbers: nothing is kept but a few megabytes of each pack. */
export interface ObjectSource {
  read(oid: string): Promise<Buffer>;
}

/**
 * Opens a repository for a walk through much of its history, and closes it after. What the packs cannot give, since
 * it is loose, damaged, or `git gc` has been there meanwhile, is read by `objects`.
 */
export async function withObjectSource<T>(
  gitDir: string,
  objects: Objects,
  walk: (source: ObjectSource) => Promise<T>,
): Promise<T> {
  const packs = await readPackNames(gitDir);
  const files = new Map<PackNames, PackFile>();
  const readPacked = (oid: string): Buffer | undefined => {
    for (const pack of packs) {
      const offset = pack.offsetOf(oid);
      if (offset === undefined) continue;
      const file = files.get(pack) ?? openPackFile(pack.path, 2 ** 31 - 1, pack.offsetOf);
      files.set(pack, file);
      return checked(file, offset, oid);
    }
    return undefined;
  };
  try {
    return await walk({
      async read(oid) {
        return attempt(() => readPacked(oid)) ?? (await objects.read(oid));
      },
    });
  } finally {
    for (const file of files.values()) file.close();
  }
}

function checked(file: PackFile, offset: number, oid: string): Buffer | undefined {
  const { type, content } = file.objectAt(offset);
  const hash = createHash("sha1").update(`${type} ${content.length}\0`).update(content);
  return hash.digest("hex") === oid ? content : undefined;
}

/** Whatever is wrong with a pack, the other way of reading says it better. */
function attempt(read: () => Buffer | undefined): Buffer | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
