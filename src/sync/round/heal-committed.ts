import { join } from "node:path";
import { createDraft, readIfThere } from "../../git/disk.ts";
import { changedFiles } from "../../git/objects/tree.ts";
import { readHead } from "../../git/refs/head.ts";
import { changeFile, type WritableVault } from "../../vault/change-file.ts";
import { maxFileBytes } from "../../vault/list-files.ts";
import { placeOf, type TopicPath } from "../../vault/paths.ts";
import { notePending } from "../commit/pending.ts";
import { mergeFile } from "../merge/file/merge-file.ts";
import { parseRemovals } from "../merge/file/removals.ts";
import { topicPath } from "./hand-edits.ts";
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
  const before = last && (await treeOf(last).catch(() => undefined));
  let healed = 0;
  for (const file of await changedFiles(objects, before || undefined, await treeOf(oid))) {
    const path = file.after && topicPath(file.path);
    if (path && (await healFile(vault, path, signal))) healed++;
  }
  const draft = await createDraft(disk, repository.gitDir, Buffer.from(`${oid}\n`));
  await disk.rename(draft, file);
  return healed;
}

async function healFile(
  vault: WritableVault,
  path: TopicPath,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const file = join(vault.root, path);
  // Of a link, or what is too large, nothing is recalled.
  const bytes = await readIfThere(file, { maxBytes: maxFileBytes }).catch(() => undefined);
  if (bytes === undefined || withoutMarkers(path, bytes) === bytes) return false;
  const topic = placeOf(path).topic ?? path;
  await vault.lock(() => notePending(vault.lociDir, { path, op: "replaced", topic }));
  const heal = (now: Uint8Array | null) => ({
    bytes: now && withoutMarkers(path, now),
    result: true,
  });
  return changeFile({ ...vault, path }, heal, signal);
}

/** The same bytes where no well-formed markers stand in them. */
function withoutMarkers(path: string, bytes: Uint8Array): Uint8Array {
  if (!Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes("<<<<<<<")) return bytes;
  const same = { bases: [bytes], ours: bytes, theirs: bytes };
  return mergeFile({ path, ...same, removals: parseRemovals() }).bytes ?? bytes;
}
