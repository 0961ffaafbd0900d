import { lstatSync, type Stats } from "node:fs";
import { join } from "node:path";
import type { GitHome } from "../../git/config/git-config.ts";
import { isMissing, openDrafts } from "../../git/disk.ts";
import { Objects } from "../../git/objects/objects.ts";
import { foldersAbove } from "../../git/path-bytes.ts";
import { openRepository } from "../../git/repository/repository.ts";
import type { WritableVault } from "../../vault/write/change-file.ts";

/** A larger file is neither committed nor brought into the folder, in bytes. */
export const maxSyncedBytes: number = 10 * 2 ** 20;

/** A vault whose repository is written to. */
export interface MovePlace extends WritableVault {
  /** Where the person's own git settings are, from `gitHome`. */
  readonly person: GitHome;
  /** How long to wait for a lock of another git program, in milliseconds; 10 seconds where not said. */
  readonly lockTimeout?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Whether a line holds a key, a password and the like: what is once in a history is in every clone. */
  readonly looksSecret?: ((line: string) => boolean) | undefined;
  /** Files of the vault, by their paths, that hold keys or tokens. */
  readonly privateFiles?: ReadonlySet<string> | undefined;
}

/** The same when it is open. */
export type MoveContext = Awaited<ReturnType<typeof openMoveContext<MovePlace>>>;

/** Opens the repository of a vault; what is remembered of its objects goes with the context. */
export async function openMoveContext<Place extends MovePlace>(place: Place) {
  const repository = await openRepository(place.root, place.person);
  await openDrafts(repository.gitDir);
  return { ...place, repository, objects: new Objects(repository.gitDir) };
}

/** What stands at a path, links not followed; undefined where nothing does. */
export function lookAt(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if (isMissing(error)) return undefined; // a file where a folder of the path should be
    throw error;
  }
}

/** Whether no folder above a path is a link or a file, so that the path leads to a place in the vault. */
export const isInVault = (root: string, path: string): boolean =>
  foldersAbove(path).every((folder) => lookAt(join(root, folder))?.isDirectory() !== false);
