import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isSuperseded } from "../../vault/entry.ts";
import { maxFileBytes } from "../../vault/list-files.ts";
import type { Lock } from "../../vault/lock.ts";
import { parseTopic } from "../../vault/parse-topic.ts";
import { placeOf, resolveInVault, toTopicPath } from "../../vault/paths.ts";
import { readOwn } from "../../vault/read-settled.ts";
import { writeWhole } from "../../vault/write-whole.ts";

/** A vault whose long topics wait to be split. */
export interface SplitQueueVault {
  readonly root: string;
  readonly lociDir: string;
  readonly lock: Lock;
  readonly settings: {
    readonly split: { readonly enabled: boolean; readonly entries: number };
  };
}

/** Where the topics stand that wait to be split. */
export const splitQueueFile = (lociDir: string): string => join(lociDir, "split-waiting.json");

/** The topics that wait to be split, by path; what is not a list of them waits for nothing. */
export function waitingSplits(lociDir: string): readonly string[] {
  const bytes = readOwn(splitQueueFile(lociDir), maxFileBytes);
  try {
    const paths: unknown = JSON.parse(new TextDecoder().decode(bytes ?? new Uint8Array()));
    return Array.isArray(paths) ? paths.map((path) => toTopicPath(String(path))) : [];
  } catch {
    return [];
  }
}

/**
 * Lets those of these files wait that are too long now, and returns them. Only the writer's lock is taken, so that a
 * save does not wait for a model.
 */
export async function queueLongTopics(
  vault: SplitQueueVault,
  files: Iterable<string>,
): Promise<readonly string[]> {
  const { enabled, entries } = vault.settings.split;
  if (!enabled) return [];
  const long = [...new Set(files)].filter((file) => isLong(vault.root, file, entries));
  if (long.length > 0) await changeQueue(vault, (paths) => [...paths, ...long]);
  return long;
}

/** Takes a topic out that waits no more. */
export async function unqueueSplit(
  vault: Pick<SplitQueueVault, "lociDir" | "lock">,
  path: string,
): Promise<void> {
  await changeQueue(vault, (paths) => paths.filter((one) => one !== path));
}

function isLong(root: string, file: string, splitEntries: number): boolean {
  const path = toTopicPath(file);
  if (placeOf(path).kind !== "topic") return false;
  const bytes = readOwn(resolveInVault(root, path), maxFileBytes);
  if (bytes === undefined) return false;
  const { entries } = parseTopic(path, bytes);
  return entries.filter((entry) => !isSuperseded(entry)).length > splitEntries;
}

async function changeQueue(
  { lociDir, lock }: Pick<SplitQueueVault, "lociDir" | "lock">,
  change: (paths: readonly string[]) => readonly string[],
): Promise<void> {
  const file = splitQueueFile(lociDir);
  await lock(async () => {
    const paths = [...new Set(change(waitingSplits(lociDir)))];
    if (paths.length > 0) writeWhole(file, JSON.stringify(paths));
    else if (existsSync(file)) rmSync(file, { force: true });
  });
}
