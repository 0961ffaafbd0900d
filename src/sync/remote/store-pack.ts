import { join } from "node:path";
import { parseCommit } from "../git/commit.ts";
import { createDraft, type Disk, isMissing, unlinkIfThere } from "../git/disk.ts";
import type { Objects } from "../git/objects.ts";
import { type IndexedPack, indexPack } from "./index-pack.ts";
import { linksOf } from "./links.ts";
import { openObjectNames } from "./object-names.ts";
import { stringifyPackIndex } from "./pack-index.ts";

/** A repository that takes a pack. */
export interface PackStore {
  readonly gitDir: string;
  readonly objects: Objects;
  readonly disk: Disk;
  readonly maxPackBytes: number;
  readonly maxObjectBytes: number;
  readonly shallow: ReadonlySet<string>;
}

/** Below this number objects are stored one by one, as git does, so that packs do not pile up. */
const fewObjects = 100;
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
    const { maxObjectBytes, shallow } = store;
    const pack = await indexPack(draft, { maxObjectBytes, shallow, signal });
    try {
      await checkComplete(store, pack, wanted);
      signal?.throwIfAborted();
      if (pack.entries.length < fewObjects) await publishLoose(store.objects, pack);
      else await publishPack(store, pack, draft);
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
async function checkComplete(store: PackStore, pack: IndexedPack, wanted: string): Promise<void> {
  const names = openObjectNames(store.gitDir);
  for (const [oid, type] of [...pack.links, [wanted, "commit"] as const]) {
    const packed = pack.typeOf(oid);
    if (packed !== undefined && packed !== type) {
      throw new SyntaxError(`object ${oid} is a ${packed} in place of a ${type}`);
    }
    if (packed === undefined && !(await names.has(oid))) {
      throw new SyntaxError(`the ${type} ${oid} is missing`);
    }
  }
  if (pack.typeOf(wanted) === undefined) parseCommit(wanted, await store.objects.read(wanted));
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

/** The index last: without it nobody sees the pack. */
async function publishPack(
  { disk, gitDir }: PackStore,
  pack: IndexedPack,
  draft: string,
): Promise<void> {
  const index = await createDraft(disk, gitDir, stringifyPackIndex(pack));
  const folder = join(gitDir, "objects", "pack");
  const name = join(folder, `pack-${pack.name}`);
  try {
    await disk.mkdir(folder);
    await disk.rename(draft, `${name}.pack`);
    await disk.rename(index, `${name}.idx`);
    await disk.flushFolder(folder);
  } catch (error) {
    await unlinkIfThere(disk, index).catch((failed: unknown) => {
      if (!isMissing(failed)) throw error;
    });
    throw error;
  }
}
