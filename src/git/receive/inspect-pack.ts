import { fewObjects } from "../objects/object-writer.ts";
import { openStored, type StoredObjects } from "../objects/stored-objects.ts";
import { type IndexedPack, indexPack } from "../packs/index-pack.ts";
import { stringifyPackIndex } from "../packs/pack-index.ts";
import type { CheckedPack, PackCheck } from "./check-pack.ts";
import { gatherLinks, type Link, linksOf } from "./links.ts";

/** More is published as the pack that it came in: the thread that answers people would unpack and pack it otherwise. */
const fewBytes = 2 ** 20;

/** What `checkPack` does in its thread: unpacks and names every object, and looks for what they need. */
export async function inspectPack(check: PackCheck): Promise<CheckedPack> {
  const { path, gitDir, wanted, shallow, limits } = check;
  const links = gatherLinks(shallow);
  const stored = openStored(gitDir);
  const pack = indexPack(path, { limits, see: links.add });
  try {
    for (const [oid, type] of links.found) await checkThere(stored, pack, oid, type);
    await checkThere(stored, pack, wanted, "commit");
    const { name, entries, bytes } = pack;
    return {
      name,
      index: stringifyPackIndex(entries, name),
      holdsWanted: pack.typeOf(wanted) !== undefined,
      few: entries.length < fewObjects && bytes <= fewBytes ? inOrder(pack) : undefined,
    };
  } finally {
    pack.close();
    stored.close();
  }
}

/** What the new objects name is new too, or was there: what was there is complete, since nothing incomplete gets in. */
async function checkThere(
  stored: StoredObjects,
  pack: IndexedPack,
  oid: string,
  type: Link["type"],
): Promise<void> {
  const packed = pack.typeOf(oid);
  if (packed !== undefined && packed !== type) {
    throw new SyntaxError(`object ${oid} is a ${packed} in place of a ${type}`);
  }
  if (packed === undefined && !(await stored.has(oid))) {
    throw new SyntaxError(`the ${type} ${oid} is missing`);
  }
}

/** Each object after those that it names, so that none is ever there without them. */
function inOrder(pack: IndexedPack): CheckedPack["few"] {
  const ordered: NonNullable<CheckedPack["few"]>[number][] = [];
  const waiting = new Set(pack.entries.map(({ oid }) => oid));
  while (waiting.size > 0) {
    const before = waiting.size;
    for (const oid of waiting) {
      const { type, content } = pack.read(oid);
      if (linksOf(type, oid, content).some((link) => waiting.has(link.oid))) continue;
      // a copy: what is sent to another thread takes along all of the memory that it is a part of
      if (type !== "tag") ordered.push({ type, content: Uint8Array.from(content) });
      waiting.delete(oid);
    }
    if (waiting.size === before) throw new SyntaxError("objects name each other in a circle");
  }
  return ordered;
}
