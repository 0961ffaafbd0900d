import type { ObjectReader } from "../objects.ts";
import { packEntry, writePack } from "../packs/write-pack.ts";
import type { Link } from "./links.ts";

/** The bytes of a pack that holds these objects whole, one piece an object. */
export function packObjects(
  objects: ObjectReader,
  wanted: readonly Link[],
): AsyncGenerator<Buffer> {
  return writePack(wanted.length, entriesOf(objects, wanted));
}

async function* entriesOf(objects: ObjectReader, wanted: readonly Link[]): AsyncGenerator<Buffer> {
  for (const { oid, type } of wanted) yield packEntry(type, await objects.read(oid));
}
