import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { errnoOf } from "../../errors.ts";
import { toFilePath } from "../../vault/paths.ts";
import { holdFolder } from "../../vault/vault-file.ts";
import type { MoveContext } from "./apply-merge.ts";
import { lookAt } from "./lstat-at.ts";

/** Removes the folders above a removed path that are empty now, as git does. */
export async function pruneFolders(context: MoveContext, path: string): Promise<void> {
  for (let folder = dirname(path); folder !== "."; folder = dirname(folder)) {
    if (!(await removeEmpty(context, folder))) return;
  }
}

/** Where a file is to be, folders without any file in them give way. */
export async function clearFolder(context: MoveContext, path: string): Promise<void> {
  const place = join(context.vault.root, path);
  if (!lookAt(place)?.isDirectory()) return;
  for (const name of readdirSync(place)) await clearFolder(context, `${path}/${name}`);
  await removeEmpty(context, path);
}

/** A submodule is an empty folder until the person asks for its files. */
export async function makeSubmodule({ disk, vault }: MoveContext, path: string): Promise<void> {
  const folder = holdFolder({ ...vault, path: toFilePath(path) }, { create: true });
  try {
    if (folder) await disk.mkdir(join(folder.at, basename(path)));
  } catch (error) {
    if (errnoOf(error) !== "EEXIST") throw error;
  } finally {
    folder?.close();
  }
}

export async function dropSubmodule(context: MoveContext, path: string): Promise<void> {
  await removeEmpty(context, path);
}

/** False where it is not empty, or may not go. */
async function removeEmpty({ disk, vault }: MoveContext, path: string): Promise<boolean> {
  const above = holdFolder({ ...vault, path: toFilePath(path) }, { create: false });
  if (above === undefined) return true;
  try {
    await disk.rmdir(join(above.at, basename(path)));
    return true;
  } catch (error) {
    const code = errnoOf(error) ?? "";
    if (code === "ENOENT") return true;
    if (["ENOTEMPTY", "EEXIST", "ENOTDIR", "EBUSY", "EACCES", "EPERM"].includes(code)) return false;
    throw error;
  } finally {
    above.close();
  }
}
