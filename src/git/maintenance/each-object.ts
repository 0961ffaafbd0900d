import { stat } from "node:fs/promises";
import git from "isomorphic-git";
import { blocked } from "../blocked.ts";
import { isObjectType, type StoredObject } from "../object-format.ts";
import type { Objects } from "../objects/objects.ts";

/**
 * Every object that is wanted, once, whether anything names it or not. An empty file, which a power cut leaves, is none.
 * Throws a blocked error for a damaged one.
 */
export async function* eachObject(
  objects: Pick<Objects, "library" | "refresh">,
  isWanted: (oid: string) => boolean = () => true,
): AsyncGenerator<StoredObject & { readonly oid: string }> {
  objects.refresh();
  const files = new Map((await objects.library.fs.list()).map(({ oid, file }) => [oid, file]));
  for (const [oid, file] of files) {
    if (!isWanted(oid) || (await stat(file)).size === 0) continue;
    yield { oid, ...(await readSound(objects, oid)) };
  }
  objects.refresh();
}

async function readSound(
  { library }: Pick<Objects, "library">,
  oid: string,
): Promise<StoredObject> {
  let cause: unknown;
  try {
    const { object, type = "" } = await git.readObject({ ...library, oid, format: "content" });
    if (object instanceof Uint8Array && isObjectType(type))
      return { type, content: Buffer.from(object.buffer, object.byteOffset, object.byteLength) };
  } catch (error) {
    cause = error;
  }
  const fix = "run `git fsck`; where nothing names that object, delete its file";
  throw blocked(`object ${oid} is damaged`, fix, cause);
}
