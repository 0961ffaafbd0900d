import { rmSync, unlinkSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { isUint8Array } from "node:util/types";
import { z } from "zod";
import { disk, plainAppend, readIfThere, unlinkIfThere } from "../../git/disk.ts";
import { pathOrNone, toFilePath } from "../../vault/paths.ts";
import { changeOps } from "../../vault/write/change-file.ts";
import { writeWhole } from "../../vault/write/write-file.ts";
import { lookAt } from "../apply/move-context.ts";
import { isCommittable } from "../merge/trees/path-rules.ts";

/** The bytes of a file, base64 in JSON; null: it is not there. */
const content = z
  .codec(z.base64(), z.custom<Uint8Array>(isUint8Array), {
    decode: (text) => Buffer.from(text, "base64"),
    encode: (bytes) => Buffer.from(bytes).toString("base64"),
  })
  .nullable();

/** A file before and after a step; null: it was not there. `head`: the last commit then. */
const versionsSchema = z.object({ before: content, after: content, head: z.string().optional() });
export type Versions = Readonly<z.infer<typeof versionsSchema>>;

/** One change that Loci made to a file of the vault and has not committed yet. */
const recordSchema = z.object({
  /** One that Loci could have written: what came with a clone may name any other. */
  path: z.string().refine((path) => pathOrNone(toFilePath, path) && isCommittable(path)),
  op: z.enum(changeOps),
  topic: z.string(),
  /** The agent that asked for it; none where the person did. */
  agent: z.string().optional(),
  /** What belongs to one step, such as a digestion, is one commit. */
  step: z.string().optional(),
  /** The step that this one takes back. */
  undoes: z.string().optional(),
  /** What it made of the file, noted once it is written; of `before`, what that commit had not is a person's. */
  versions: versionsSchema.optional(),
  /** Of one that is kept: what its commit would say, when (seconds since 1970), and the commit of the step's rest. */
  kept: z.object({ what: z.string(), at: z.number(), commit: z.string().optional() }).optional(),
});
export type PendingRecord = Readonly<z.infer<typeof recordSchema>>;

const maxBytes = 64 * 2 ** 20;
const maxVersionsBytes = 16 * 2 ** 20;

/**
 * Notes a change in the journal `.loci/pending`. Call it under the vault's writer lock, before the write: killed in
 * between, the commit finds nothing to do; the other way round it would never be made.
 */
export async function notePending(lociDir: string, record: PendingRecord): Promise<void> {
  const file = await open(findJournal(lociDir), plainAppend, 0o600);
  try {
    // A backlog such as a large import's is committed as its files stand.
    if (record.versions !== undefined && (await file.stat()).size > maxVersionsBytes) return;
    await file.write(`\n${toLine(record)}\n`); // The line before may be unfinished.
  } finally {
    await file.close();
  }
}

const toLine = (record: PendingRecord): string => JSON.stringify(z.encode(recordSchema, record));

/** The path of the journal; a link in its place, which may lead to a file elsewhere, goes. */
function findJournal(lociDir: string): string {
  const file = join(lociDir, "pending");
  if (lookAt(file)?.isSymbolicLink()) unlinkSync(file);
  return file;
}

/** Reads the journal, but for lines that a kill left unfinished or Loci did not write. Needs the writer lock. */
export async function readPending(lociDir: string): Promise<readonly PendingRecord[]> {
  const text = (await readIfThere(findJournal(lociDir), { maxBytes }))?.toString("utf8") ?? "";
  return text.split("\n").flatMap((line) => {
    try {
      return recordSchema.parse(JSON.parse(line));
    } catch {
      return []; // Its write never began, then.
    }
  });
}

/** Writes the journal anew, with what came since it was read. Needs the writer lock. */
export async function rewritePending(
  lociDir: string,
  change: (records: readonly PendingRecord[]) => readonly PendingRecord[],
): Promise<void> {
  const file = findJournal(lociDir);
  const lines = change(await readPending(lociDir)).map((record) => `${toLine(record)}\n`);
  if (lines.length === 0) return unlinkIfThere(file);
  writeWhole(file, lines.join(""));
}

/** Forgets what steps made of files: they are committed as they stand on disk. Needs the writer lock. */
export const dropVersions = (lociDir: string): Promise<void> =>
  rewritePending(lociDir, (records) =>
    records.map((record) => ({ ...record, versions: undefined })),
  );

/** Where the last step of each file that is held back is kept, as a journal of its own: undo goes by them. */
const keptIn = (lociDir: string): string => join(lociDir, "undo");

/** A step in a file that is not committed. */
export type KeptStep = PendingRecord & Record<"versions" | "kept", object>;

/** Keeps the last steps of files, or none, in place of the ones before. Needs the writer lock. */
export async function keepSteps(
  lociDir: string,
  paths: readonly string[],
  steps: readonly PendingRecord[] = [],
): Promise<void> {
  const folder = keptIn(lociDir);
  await rewritePending(folder, (all) => all.filter(({ path }) => !paths.includes(path)));
  if (steps.length > 0) await disk.mkdir(folder, 0o700);
  for (const step of steps) await notePending(folder, step);
}

/** Forgets all of them: what is to be gone must not wait here. */
export const dropKeptSteps = (lociDir: string): void =>
  rmSync(keptIn(lociDir), { recursive: true, force: true });

/** The newest first. */
export async function readKeptSteps(lociDir: string): Promise<readonly KeptStep[]> {
  const isKept = (one: PendingRecord): one is KeptStep => (one.versions && one.kept) !== undefined;
  return (await readPending(keptIn(lociDir))).filter(isKept).reverse();
}
