import { parseCommit } from "../git/commit.ts";
import { createDraft, type Disk, unlinkIfThere } from "../git/disk.ts";
import { fewObjects } from "../git/object-writer.ts";
import type { Objects } from "../git/objects.ts";
import { type IndexedPack, indexPack } from "../git/packs/index-pack.ts";
import { stringifyPackIndex } from "../git/packs/pack-index.ts";
import { publishPack } from "../git/packs/publish-pack.ts";
import { gatherLinks, type Link, linksOf } from "./links.ts";

/** A repository that takes a pack. */
export interface PackStore {
  readonly gitDir: string;
  readonly objects: Objects;
  readonly disk: Disk;
  readonly maxPackBytes: number;
  readonly maxObjectBytes: number;
  readonly shallow: ReadonlySet<string>;
}

const pieceBytes = 4 * 2 ** 20;

/**
 * Stores what a pack brings, once all of it was checked: every object, and that with it nothing which `wanted` needs
 * is missing. What is wrong with the pack is a SyntaxError; until it is right nothing is published.
 */
export async function storePack(
  store: PackStore,
  stream: AsyncIterable<Uint8Array>,
  wanted: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const draft = await createDraft(store.disk, store.gitDir, Buffer.alloc(0));
  try {
    await receive(store, draft, stream);
    const { maxObjectBytes, disk, gitDir } = store;
    const links = gatherLinks(store.shallow);
    const pack = await indexPack(draft, { maxObjectBytes, signal, see: links.add });
    try {
      await checkComplete(store, pack, [...links.found, [wanted, "commit"]]);
      if (pack.typeOf(wanted) === undefined) parseCommit(wanted, await store.objects.read(wanted));
      signal?.throwIfAborted();
      if (pack.entries.length < fewObjects) await publishLoose(store.objects, pack);
      else {
        pack.close();
        const index = stringifyPackIndex(pack.entries, pack.name);
        await publishPack(disk, gitDir, { name: pack.name, draft, index });
      }
    } finally {
      pack.close();
    }
  } finally {
    await unlinkIfThere(store.disk, draft).catch(() => undefined); // swept later; a stick may be gone
  }
}

async function receive(
  { disk, maxPackBytes }: PackStore,
  draft: string,
  stream: AsyncIterable<Uint8Array>,
): Promise<void> {
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  let total = 0;
  for await (const chunk of stream) {
    held.push(chunk);
    heldBytes += chunk.length;
    total += chunk.length;
    if (total > maxPackBytes) throw new SyntaxError(`it is larger than ${maxPackBytes} bytes`);
    if (heldBytes < pieceBytes) continue;
    await disk.append(draft, Buffer.concat(held));
    held = [];
    heldBytes = 0;
  }
  await disk.append(draft, Buffer.concat(held));
}

/** What the new objects name is new too, or was there: what was there is complete, since nothing incomplete gets in. */
async function checkComplete(
  { objects }: PackStore,
  pack: IndexedPack,
  links: readonly (readonly [oid: string, type: Link["type"]])[],
): Promise<void> {
  for (const [oid, type] of links) {
    const packed = pack.typeOf(oid);
    if (packed !== undefined && packed !== type) {
      throw new SyntaxError(`object ${oid} is a ${packed} in place of a ${type}`);
    }
    if (packed === undefined && !(await objects.has(oid))) {
      throw new SyntaxError(`the ${type} ${oid} is missing`);
    }
  }
}

/** Each object after those that it names, so that none is ever there without them. */
async function publishLoose(objects: Objects, pack: IndexedPack): Promise<void> {
  const waiting = new Set(pack.entries.map(({ oid }) => oid));
  while (waiting.size > 0) {
    const before = waiting.size;
    for (const oid of waiting) {
      const { type, content } = pack.read(oid);
      if (linksOf(type, oid, content).some((link) => waiting.has(link.oid))) continue;
      if (type !== "tag") await objects.write(type, content);
      waiting.delete(oid);
    }
    if (waiting.size === before) throw new SyntaxError("objects name each other in a circle");
  }
  await objects.flush();
}
