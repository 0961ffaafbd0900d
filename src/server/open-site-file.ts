import { constants } from "node:fs";
import { type FileHandle, lstat, open } from "node:fs/promises";
import { join } from "node:path";
import { errnoOf } from "../errors.ts";

/** A file of a site, open for reading; the caller closes it. */
export interface SiteFile {
  readonly handle: FileHandle;
  readonly size: number;
  /** Changes with the file. */
  readonly etag: string;
  readonly modified: Date;
}

/**
 * Opens the file with these names below a folder. Undefined where there is none, and where a link stands anywhere on
 * the way; "folder" where they name a folder.
 */
export async function openSiteFile(
  folder: string,
  names: readonly string[],
): Promise<SiteFile | "folder" | undefined> {
  try {
    for (let depth = 0; depth < names.length; depth++) {
      const way = await lstat(join(folder, ...names.slice(0, depth)));
      if (!way.isDirectory()) return undefined;
    }
    return await openUnfollowed(join(folder, ...names));
  } catch (error) {
    // EACCES and the like too: don't reveal that an unreadable file exists.
    if (errnoOf(error) !== undefined) return undefined;
    throw error;
  }
}

async function openUnfollowed(path: string): Promise<SiteFile | "folder" | undefined> {
  // O_NONBLOCK: a pipe of that name must not make the server wait for a writer.
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  let isTaken = false;
  try {
    const stat = await handle.stat({ bigint: true });
    if (stat.isDirectory()) return "folder";
    if (!stat.isFile()) return undefined;
    isTaken = true;
    return {
      handle,
      size: Number(stat.size),
      etag: `"${[stat.ino, stat.mtimeNs, stat.size].map((part) => part.toString(36)).join("-")}"`,
      modified: stat.mtime,
    };
  } finally {
    if (!isTaken) await handle.close();
  }
}
