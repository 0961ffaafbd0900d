import { unlinkSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { type Disk, nodeDisk, plainAppend, readIfThere, unlinkIfThere } from "../../git/disk.ts";
import { pathOrNone, toWrittenPath } from "../../vault/paths.ts";
import { lookAt } from "../apply/move-context.ts";
import { isCommittable } from "../merge/trees/path-rules.ts";
import { changeOps } from "./commit-text.ts";

/** The bytes of a file in JSON; null: it is not there. */
const bytesSchema = z
  .base64()
  .transform((text): Uint8Array => Buffer.from(text, "base64"))
  .nullable();

/** A file before and after a step; null: it was not there. */
export const versionsSchema = z.object({ before: bytesSchema, after: bytesSchema });
export type Versions = Readonly<z.infer<typeof versionsSchema>>;

/** Versions as `versionsSchema` reads them. */
export const versionsToJson = ({ before, after }: Versions) => ({
  before: before && Buffer.from(before).toString("base64"),
  after: after && Buffer.from(after).toString("base64"),
});

/** One change that Loci made to a file of the vault and has not committed yet. */
const recordSchema = z.object({
  /** One that Loci could have written: a journal that came with a clone may name any other. */
  path: z.string().refine(isWritten),
  op: z.enum(changeOps),
  topic: z.string(),
  /** The agent that asked for it; none where the person did. */
  agent: z.string().optional(),
  /** What belongs to one step, such as a digestion, is one commit. */
  step: z.string().optional(),
  /** The step that this one takes back. */
  undoes: z.string().optional(),
  /** What the step made of the file, noted once it is written. */
  versions: versionsSchema.optional(),
  /** The last commit then: what it does not hold of the version before is a person's. */
  head: z.string().optional(),
});
export type PendingRecord = Readonly<z.infer<typeof recordSchema>>;

const pendingFile = (lociDir: string): string => join(lociDir, "pending");

const maxBytes = 64 * 2 ** 20;
const maxVersionsBytes = 16 * 2 ** 20;

/**
 * Notes a change in the journal `.loci/pending`. Call it under the vault's writer lock, before the
 * write: killed in between, the commit finds nothing to do; the other way round it would never be made.
 */
export async function notePending(lociDir: string, record: PendingRecord): Promise<void> {
  clearTheWay(lociDir);
  const file = await open(pendingFile(lociDir), plainAppend, 0o600);
  try {
    await file.chmod(0o600); // One of an earlier Loci held no texts.
    // A backlog such as a large import's is committed as its files stand.
    if (record.versions !== undefined && (await file.stat()).size > maxVersionsBytes) return;
    await file.write(`\n${toLine(record)}\n`); // The line before may be unfinished.
  } finally {
    await file.close();
  }
}

const toLine = (record: PendingRecord): string =>
  JSON.stringify({ ...record, versions: record.versions && versionsToJson(record.versions) });

/** What a clone may bring in place of the journal, such as a link to a file elsewhere, is not Loci's: it goes. */
function clearTheWay(lociDir: string): void {
  const found = lookAt(pendingFile(lociDir));
  if (found?.isFile() === false && !found.isDirectory()) unlinkSync(pendingFile(lociDir));
}

/** Reads the journal, but for lines that a killed process left unfinished. Needs the writer lock. */
export async function readPending(lociDir: string): Promise<readonly PendingRecord[]> {
  clearTheWay(lociDir);
  const text = (await readIfThere(pendingFile(lociDir), { maxBytes }))?.toString("utf8") ?? "";
  return text.split("\n").flatMap((line) => parseRecord(line) ?? []);
}

function parseRecord(line: string): PendingRecord | undefined {
  try {
    return recordSchema.parse(JSON.parse(line));
  } catch {
    return undefined; // Its write never began, or it was not written by Loci.
  }
}

function isWritten(path: string): boolean {
  return pathOrNone(toWrittenPath, path) !== undefined && isCommittable(path);
}

/** Writes the journal anew, with what came since it was read. Needs the writer lock. */
export async function rewritePending(
  lociDir: string,
  change: (records: readonly PendingRecord[]) => readonly PendingRecord[],
  disk: Disk = nodeDisk,
): Promise<void> {
  const file = pendingFile(lociDir);
  const draft = `${file}.tmp`;
  if (lookAt(file) === undefined) return;
  const lines = change(await readPending(lociDir)).map((record) => `${toLine(record)}\n`);
  await unlinkIfThere(disk, draft); // What a killed process left; the lock is ours.
  if (lines.length === 0) return unlinkIfThere(disk, file);
  await disk.create(draft, Buffer.from(lines.join("")), 0o600);
  await disk.rename(draft, file);
}

/** Forgets what steps made of files: they are committed as they stand on disk then. Needs the writer lock. */
export function dropVersions(lociDir: string): Promise<void> {
  return rewritePending(lociDir, (records) =>
    records.map((record) => ({ ...record, versions: undefined })),
  );
}

/** What is to be one commit, and what it made of its files. */
export interface PendingStep {
  readonly id: string | undefined;
  readonly records: readonly PendingRecord[];
  /** With the last commit of when it began. */
  readonly files: readonly (Versions & {
    readonly path: string;
    readonly head: string | undefined;
  })[];
}

/** Groups what is noted by steps, in the order in which they began. */
export function toSteps(pending: readonly PendingRecord[]): readonly PendingStep[] {
  return [...Map.groupBy(pending, ({ step }) => step)].map(([id, records]) => {
    const files = new Map<string, PendingStep["files"][number]>();
    for (const { path, versions, head } of records) {
      if (versions === undefined) continue;
      const first = files.get(path) ?? { path, head, ...versions };
      files.set(path, { ...first, after: versions.after });
    }
    return { id, records, files: [...files.values()] };
  });
}
