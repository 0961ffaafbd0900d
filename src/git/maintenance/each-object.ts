import { stat } from "node:fs/promises";
import { type ObjectType, typeOf } from "../object-format.ts";
import type { Objects } from "../objects/objects.ts";

/**
 * Every object that is wanted, once, whether anything names it or not. An empty file, which a power cut leaves, is none.
 * Throws a blocked error for a damaged one.
 */
export async function* eachObject(
  objects: Objects,
  isWanted: (oid: string) => boolean = () => true,
): AsyncGenerator<{ oid: string; type: ObjectType; content: Buffer }> {
  objects.refresh();
  const files = new Map((await objects.library.fs.list()).map(({ oid, file }) => [oid, file]));
  for (const [oid, file] of files) {
    if (!isWanted(oid) || (await stat(file)).size === 0) continue;
    const content = await objects.read(oid);
    yield { oid, content, type: typeOf(oid, content) };
  }
  objects.refresh();
}
