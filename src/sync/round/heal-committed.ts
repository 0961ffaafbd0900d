import { join } from "node:path";
import { LociError } from "../../errors.ts";
import { createDraft, readIfThere } from "../../git/disk.ts";
import { filesOf } from "../../git/objects/tree-files.ts";
import { displayPath } from "../../git/path-bytes.ts";
import { readHead } from "../../git/refs/head.ts";
import { changeFile, type WritableVault } from "../../vault/change-file.ts";
import { isMarkdown, maxFileBytes } from "../../vault/list-files.ts";
import { placeOf, toTopicPath } from "../../vault/paths.ts";
import { notePending } from "../commit/pending.ts";
import { mergeFile } from "../merge/file/merge-file.ts";
import { parseRemovals } from "../merge/file/removals.ts";
import type { RoundContext } from "./open-round.ts";

/**
 * Takes conflict markers out of Markdown that another git client committed with them, so that they are not recalled: what
 * both sides had stays. Looks only at what was committed since it last did; gives how many files it changed, which are
 * noted to be committed. The caller holds the commit lock.
 */
export async function healCommitted(
  { objects, repository, disk, vault }: RoundContext,
  signal: AbortSignal | undefined,
): Promise<number> {
  const file = join(repository.gitDir, "loci", "healed");
  const last = (await readIfThere(file, { maxBytes: 4_096 }))?.toString("latin1").trim();
  const { oid } = await readHead(repository.gitDir);
  if (oid === undefined || oid === last) return 0;
  const treeOf = async (commit: string) => (await objects.readCommit(commit)).tree;
  // Where the last one is gone, or no name of a commit, all are looked at.
  const before = await filesOf(objects, last && (await treeOf(last).catch(() => undefined)));
  let healed = 0;
  for (const [bytes, { oid: now }] of await filesOf(
    objects,
    (await objects.readCommit(oid)).tree,
  )) {
    const path = displayPath(bytes);
    if (before.get(bytes)?.oid === now || !isMarkdown(path)) continue;
    if (await healFile(vault, path, signal)) healed++;
  }
  await disk.rename(await createDraft(disk, repository.gitDir, Buffer.from(`${oid}\n`)), file);
  return healed;
}

async function healFile(
  vault: WritableVault,
  name: string,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  try {
    const bytes = await readIfThere(join(vault.root, name), { maxBytes: maxFileBytes });
    if (bytes === undefined || withoutMarkers(name, bytes) === bytes) return false;
    const path = toTopicPath(name);
    await notePending(vault.lociDir, { path, op: "replaced", topic: placeOf(path).topic ?? name });
    const heal = (now: Uint8Array | null) => withoutMarkers(name, now ?? new Uint8Array());
    await changeFile({ ...vault, path }, (now) => ({ bytes: heal(now), result: true }), signal);
    return true;
  } catch (error) {
    signal?.throwIfAborted();
    // A link, too large, a name that Loci does not index: nothing of it is recalled.
    if (error instanceof LociError || error instanceof TypeError) return false;
    throw error;
  }
}

/** The same bytes where no well-formed markers stand in them. */
function withoutMarkers(path: string, bytes: Uint8Array): Uint8Array {
  if (!Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes("<<<<<<<")) return bytes;
  const same = { bases: [bytes], ours: bytes, theirs: bytes };
  return mergeFile({ path, ...same, removals: parseRemovals() }).bytes ?? bytes;
}
