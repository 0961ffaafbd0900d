import { lstatSync, readlinkSync } from "node:fs";
import { basename, join } from "node:path";
import { blocked } from "../../git/blocked.ts";
import { draftPath } from "../../git/disk.ts";
import type { Change } from "../../git/index-file/update-index.ts";
import { isLink } from "../../git/objects/tree.ts";
import { toFilePath } from "../../vault/paths.ts";
import { holdFolder } from "../../vault/vault-file.ts";
import type { MoveContext } from "./apply-merge.ts";

/** Makes a symbolic link, or turns one of the expected target; it is never followed. */
export async function writeLink(context: MoveContext, change: Change): Promise<void> {
  const { disk, objects, repository } = context;
  if (!isLink(change.after)) return;
  const target = await objects.read(change.after.oid);
  await atPlace(context, change.path, true, async (place) => {
    const found = targetAt(place);
    if (found === undefined) return disk.symlink(target, place);
    if (found?.equals(target)) return;
    if (found === null || !(await isExpected(context, change, found))) throw isAnother(change.path);
    const draft = draftPath(repository.gitDir);
    await disk.symlink(target, draft);
    await disk.rename(draft, place);
  });
}

/** Removes a link of the expected target; anything else in its place is the person's. */
export async function dropLink(context: MoveContext, change: Change): Promise<void> {
  await atPlace(context, change.path, false, async (place) => {
    const found = targetAt(place);
    if (found && (await isExpected(context, change, found))) await context.disk.unlink(place);
  });
}

async function isExpected(
  { objects }: MoveContext,
  { before }: Change,
  target: Buffer,
): Promise<boolean> {
  return isLink(before) && (await objects.read(before.oid)).equals(target);
}

/** Where a link leads; undefined where nothing stands there, null where something else does. */
function targetAt(place: string): Buffer | undefined | null {
  const found = lstatSync(place, { throwIfNoEntry: false });
  if (found === undefined) return undefined;
  return found.isSymbolicLink() ? readlinkSync(place, { encoding: "buffer" }) : null;
}

async function atPlace(
  { vault }: MoveContext,
  path: string,
  create: boolean,
  work: (place: string) => Promise<void>,
): Promise<void> {
  const folder = holdFolder({ ...vault, path: toFilePath(path) }, { create });
  if (folder === undefined) return;
  try {
    await work(join(folder.at, basename(path)));
  } finally {
    folder.close();
  }
}

function isAnother(path: string): Error {
  return blocked(
    `"${path}" is a symbolic link on the other side, and was changed here meanwhile`,
    `move "${path}" out of the vault or give it another name`,
  );
}
