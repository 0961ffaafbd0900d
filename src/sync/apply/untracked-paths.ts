import { type Dirent, existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { errnoOf } from "../../errors.ts";
import type { GitHome } from "../../git/config/git-config.ts";
import { isMissing } from "../../git/disk.ts";
import { openIgnoreRules } from "../../git/ignore/ignore-rules.ts";
import { joinPath, lastName, pathToBytes } from "../../git/path-bytes.ts";
import type { Repository } from "../../git/repository/repository.ts";
import { createYielder } from "../../git/yield-to-event-loop.ts";
import { isEditorFile, isPrivateName } from "../../vault/paths.ts";
import { isCommittable } from "../commit/path-rules.ts";
import { lookAt } from "./lstat-at.ts";

/** A file as text and as git's bytes. */
interface Found {
  readonly path: string;
  readonly bytes: string;
}

/**
 * Files and links that git does not know and does not ignore; below some paths, or all. Other repositories in the
 * folder are not entered, and what editors keep for a moment beside a file is none.
 */
export async function* untrackedPaths(
  place: Repository & { readonly person: GitHome },
  isTracked: (bytes: string) => boolean,
  below: readonly string[] | undefined,
): AsyncGenerator<Found> {
  const pause = createYielder();
  const walk: Walk = { root: place.root, isTracked, pause, ignoredBy: openIgnoreRules(place) };
  if (below === undefined) yield* inFolder(walk, "");
  for (const path of new Set(below)) {
    if (!isCommittable(path) || isInOtherRepository(place.root, path)) continue;
    const found = lookAt(join(place.root, path));
    if (found?.isDirectory()) yield* subfolder(walk, path);
    else if (found?.isFile() || found?.isSymbolicLink()) yield* file(walk, path);
  }
}

interface Walk {
  readonly root: string;
  readonly isTracked: (bytes: string) => boolean;
  /** Lets others work. */
  readonly pause: () => Promise<void> | undefined;
  /** The rule by which git ignores a path, if it does. */
  readonly ignoredBy: ReturnType<typeof openIgnoreRules>;
}

async function* inFolder(walk: Walk, folder: string): AsyncGenerator<Found> {
  const entries = readFolder(join(walk.root, folder));
  if (folder !== "" && entries.some(({ name }) => name === ".git")) return;
  for (const entry of entries) {
    const path = joinPath(folder, entry.name);
    if (isPrivateName(entry.name)) continue;
    if (entry.isDirectory()) yield* subfolder(walk, path);
    else if (entry.isFile() || entry.isSymbolicLink()) yield* file(walk, path);
  }
}

async function* subfolder(walk: Walk, path: string): AsyncGenerator<Found> {
  await walk.pause();
  const isSubmodule = walk.isTracked(pathToBytes(path));
  if (!isSubmodule && (await walk.ignoredBy(path, true)) === undefined) yield* inFolder(walk, path);
}

async function* file(walk: Walk, path: string): AsyncGenerator<Found> {
  await walk.pause();
  const bytes = pathToBytes(path);
  if (walk.isTracked(bytes) || path.includes("\ufffd") || isPassing(path)) return;
  if ((await walk.ignoredBy(path)) === undefined) yield { path, bytes };
}

const isPassing = (path: string): boolean => {
  const name = lastName(path);
  return isEditorFile(name) || name === "node_modules"; // A link of that name.
};

/** A folder that went, or that we may not read, holds nothing new for us. */
function readFolder(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (isMissing(error) || errnoOf(error) === "EACCES") return [];
    throw error;
  }
}

function isInOtherRepository(root: string, path: string): boolean {
  for (let above = dirname(path); above !== "."; above = dirname(above)) {
    if (existsSync(join(root, above, ".git"))) return true;
  }
  return false;
}
