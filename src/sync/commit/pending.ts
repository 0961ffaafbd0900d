import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, rmSync, unlinkSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { isUint8Array } from "node:util/types";
import { z } from "zod";
import { disk, plainAppend, readIfThere, unlinkIfThere } from "../../git/disk.ts";
import { maxFileBytes } from "../../vault/list-files.ts";
import { pathOrNone, toFilePath } from "../../vault/paths.ts";
import { changeOps } from "../../vault/write/change-file.ts";
import { readOwn } from "../../vault/write/read-settled.ts";
import { writeWhole } from "../../vault/write/write-file.ts";
import { lookAt } from "../apply/move-context.ts";
import { isCommittable } from "../merge/trees/path-rules.ts";

/** The bytes of a file, base64 in JSON; null: it is not there. */
const bytesSchema = z
  .codec(z.base64(), z.custom<Uint8Array>(isUint8Array), {
    decode: (text) => Buffer.from(text, "base64"),
    encode: (bytes) => Buffer.from(bytes).toString("base64"),
  })
  .nullable();

/** A file before and after a step; null: it was not there. */
const versionsSchema = z.object({ before: bytesSchema, after: bytesSchema });
export type Versions = Readonly<z.infer<typeof versionsSchema>>;

/** A path that Loci could have written: what came with a clone may name any other. */
const writtenPath = z
  .string()
  .refine((path) => pathOrNone(toFilePath, path) !== undefined && isCommittable(path));

/** One change that Loci made to a file of the vault and has not committed yet. */
const recordSchema = z.object({
  path: writtenPath,
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

const keptSchema = versionsSchema.extend({
  path: writtenPath,
  /** The subject that its commit would have. */
  what: z.string(),
  /** The commit of all else that belongs to the step; null where there is nothing else. */
  commit: z.string().nullable(),
  /** Seconds since the epoch. */
  at: z.number(),
});
/** The last step of a file that is not committed, for a key or password in it: what undo goes by in its place. */
export type KeptStep = Readonly<z.infer<typeof keptSchema>>;

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

/** What was written as JSON by this schema; nothing of what a killed process left unfinished or Loci did not write. */
function parseOwn<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema>[] {
  try {
    return [schema.parse(JSON.parse(text))];
  } catch {
    return [];
  }
}

/** Reads the journal; the write behind an unfinished line never began. Needs the writer lock. */
export async function readPending(lociDir: string): Promise<readonly PendingRecord[]> {
  const text = (await readIfThere(findJournal(lociDir), { maxBytes }))?.toString("utf8") ?? "";
  return text.split("\n").flatMap((line) => parseOwn(recordSchema, line));
}

/** Writes the journal anew, with what came since it was read. Needs the writer lock. */
export async function rewritePending(
  lociDir: string,
  change: (records: readonly PendingRecord[]) => readonly PendingRecord[],
): Promise<void> {
  const file = findJournal(lociDir);
  const draft = `${file}.tmp`;
  if (lookAt(file) === undefined) return;
  const lines = change(await readPending(lociDir)).map((record) => `${toLine(record)}\n`);
  await unlinkIfThere(draft); // What a killed process left; the lock is ours.
  if (lines.length === 0) return unlinkIfThere(file);
  await disk.create(draft, Buffer.from(lines.join("")), 0o600);
  await disk.rename(draft, file);
}

/** Forgets what steps made of files: they are committed as they stand on disk then. Needs the writer lock. */
export const dropVersions = (lociDir: string): Promise<void> =>
  rewritePending(lociDir, (records) =>
    records.map((record) => ({ ...record, versions: undefined })),
  );

const keptFolder = (lociDir: string): string => join(lociDir, "undo");
const keptFile = (lociDir: string, path: string): string =>
  join(keptFolder(lociDir), `${createHash("sha256").update(path).digest("hex").slice(0, 32)}.json`);

/** Keeps the last step of a file in place of the one before; readable by this user only. */
export function keepStep(lociDir: string, step: KeptStep): void {
  mkdirSync(keptFolder(lociDir), { recursive: true, mode: 0o700 });
  writeWhole(keptFile(lociDir, step.path), JSON.stringify(z.encode(keptSchema, step)));
}

/** Forgets the last step of a file. */
export const dropKeptStep = (lociDir: string, path: string): void =>
  rmSync(keptFile(lociDir, path), { force: true });

/** Forgets all of them: what is to be gone must not wait here. */
export const dropKeptSteps = (lociDir: string): void =>
  rmSync(keptFolder(lociDir), { recursive: true, force: true });

/** The last step of each such file, the newest first. */
export function readKeptSteps(lociDir: string): readonly KeptStep[] {
  const folder = keptFolder(lociDir);
  const names = lookAt(folder)?.isDirectory() ? readdirSync(folder) : [];
  const texts = names.map((name) => readOwn(join(folder, name), 8 * maxFileBytes) ?? []);
  const steps = texts.flatMap((bytes) => parseOwn(keptSchema, Buffer.from(bytes).toString()));
  return steps.sort((a, b) => b.at - a.at);
}
