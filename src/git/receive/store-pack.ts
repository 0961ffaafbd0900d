import { createDraft, type Disk, unlinkIfThere } from "../disk.ts";
import { parseCommit } from "../objects/commit.ts";
import type { Objects } from "../objects/objects.ts";
import type { PackLimits } from "../packs/pack-limits.ts";
import { publishPack } from "../packs/publish-pack.ts";
import { type CheckedPack, checkPack } from "./check-pack.ts";

/** A repository that takes a pack. */
export interface PackStore {
  readonly gitDir: string;
  readonly objects: Objects;
  readonly disk: Disk;
  readonly limits: PackLimits;
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
  const { disk, gitDir, objects, limits, shallow } = store;
  const draft = await createDraft(disk, gitDir, Buffer.alloc(0));
  try {
    await receive(store, draft, stream);
    const pack = await checkPack({ path: draft, gitDir, wanted, shallow, limits }, signal);
    if (!pack.holdsWanted) parseCommit(wanted, await objects.read(wanted));
    signal?.throwIfAborted();
    if (pack.few === undefined) await publishPack(disk, gitDir, { ...pack, draft });
    else await publishLoose(objects, pack.few);
  } finally {
    await unlinkIfThere(disk, draft).catch(() => undefined); // swept later; a stick may be gone
  }
}

/** They are given in the order in which they may be published. */
async function publishLoose(objects: Objects, few: NonNullable<CheckedPack["few"]>): Promise<void> {
  for (const { type, content } of few) await objects.write(type, content);
  await objects.flush();
}

async function receive(
  { disk, limits: { maxPackBytes } }: PackStore,
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
