import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { PendingRequest } from "../../src/sync/commit/commit-pending.ts";
import { notePending, type PendingRecord } from "../../src/sync/commit/pending.ts";
import { createRepo, type TestRepo } from "./repo.ts";
import { syncRequest } from "./sync-request.ts";

/** Always the same, so that object names and with them the calls to the disk are. */
export const sameTime = () => new Date("2038-01-01T00:00:00Z");

/** What every commit of pending changes in the tests has in common. */
export const pendingRequest = (
  root: string,
  more: Partial<PendingRequest> = {},
): PendingRequest => ({ ...syncRequest(root), now: sameTime, lockTimeout: 300, ...more });

/** A repository in which Loci's own folder is ignored. */
export function createVault(): TestRepo {
  const repo = createRepo();
  repo.write(".gitignore", ".loci/\n");
  repo.commitAll("ignore");
  mkdirSync(join(repo.root, ".loci"));
  return repo;
}

/** Adds to a file as Loci does: noted first, then written; a step is noted with its versions, too. */
export async function writeAsLoci(
  root: string,
  path: string,
  text: string,
  more: Partial<PendingRecord> = {},
): Promise<void> {
  const [file, lociDir] = [join(root, path), join(root, ".loci")];
  const record: PendingRecord = { path, op: "learned", topic: basename(path, ".md"), ...more };
  for (const folder of [lociDir, dirname(file)]) mkdirSync(folder, { recursive: true });
  await notePending(lociDir, record);
  const before = existsSync(file) ? readFileSync(file) : null;
  const after = Buffer.from(`${before ?? ""}${text}`);
  writeFileSync(file, after);
  if (more.step !== undefined)
    await notePending(lociDir, { ...record, op: "derived", versions: { before, after } });
}

/** Adds an entry to a topic as Loci does. */
export const learn = (
  { root }: Pick<TestRepo, "root">,
  topic: string,
  text: string,
  more?: Partial<PendingRecord>,
): Promise<void> => writeAsLoci(root, `topics/${topic}.md`, `- ${text}\n`, more);
