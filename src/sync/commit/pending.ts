import { randomBytes } from "node:crypto";
import { type FileHandle, lstat, open, unlink } from "node:fs/promises";
import { join } from "node:path";
import { type Disk, isMissing, nodeDisk, plainAppend, readIfThere } from "../../git/disk.ts";
import { toWrittenPath } from "../../vault/paths.ts";
import { isChangeOp, type TopicChange } from "./commit-message.ts";
import { isCommittable } from "./path-rules.ts";

/** One change that Loci made to a file of the vault and has not committed yet. */
export interface PendingRecord extends TopicChange {
  readonly path: string;
  /** The agent that asked for it; none where the person did. */
  readonly agent?: string;
}

/** The records of the journal, and how far it was read. */
export interface Pending {
  readonly records: readonly PendingRecord[];
  readonly length: number;
  /** It has lines that are no record. */
  readonly isDamaged: boolean;
}

const pendingFile = (lociDir: string): string => join(lociDir, "pending");

/**
 * Notes a change in the journal `.loci/pending`. Call it under the vault's writer lock, before the
 * write: killed in between, the commit finds nothing to do; the other way round it would never be made.
 */
export async function notePending(lociDir: string, record: PendingRecord): Promise<void> {
  const { path, op, topic, agent } = record;
  const line = `${JSON.stringify({ path, op, topic, ...(agent === undefined ? {} : { agent }) })}\n`;
  await clearTheWay(pendingFile(lociDir));
  const file = await open(pendingFile(lociDir), plainAppend, 0o666);
  try {
    await file.write((await endsTorn(file)) ? `\n${line}` : line);
  } finally {
    await file.close();
  }
}

const maxBytes = 64 * 2 ** 20;

/** What a clone may bring in place of the journal, such as a link to a file elsewhere, is not Loci's: it goes. */
async function clearTheWay(file: string): Promise<void> {
  try {
    const found = await lstat(file);
    if (!found.isFile() && !found.isDirectory()) await unlink(file);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

/** Reads the journal, passing over a line that a killed process left unfinished. Needs the writer lock. */
export async function readPending(lociDir: string): Promise<Pending> {
  await clearTheWay(pendingFile(lociDir));
  const bytes = (await readIfThere(pendingFile(lociDir), { maxBytes })) ?? Buffer.alloc(0);
  const lines = bytes.toString("utf8").split("\n").filter(Boolean);
  const records = lines.map(parseRecord).filter((record) => record !== undefined);
  return { records, length: bytes.length, isDamaged: records.length < lines.length };
}

/**
 * Takes the committed records out of the journal: what was read then and is not in `left`. Records
 * that came since stay. Needs the writer lock.
 */
export async function removePending(
  lociDir: string,
  read: Pending,
  left: readonly PendingRecord[],
  disk: Disk = nodeDisk,
): Promise<void> {
  const file = pendingFile(lociDir);
  const bytes = (await readIfThere(file, { maxBytes })) ?? Buffer.alloc(0);
  const kept = left.map((record) => `${JSON.stringify(record)}\n`).join("");
  const rest = Buffer.concat([Buffer.from(kept), bytes.subarray(read.length)]);
  if (rest.equals(bytes)) return;
  if (rest.length === 0) {
    await disk.unlink(file);
    return;
  }
  const draft = `${file}.${randomBytes(6).toString("hex")}.tmp`;
  await disk.create(draft, rest, 0o666);
  await disk.rename(draft, file);
}

/** Whether the file ends in the middle of a line, which the next record must not continue. */
async function endsTorn(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat();
  if (size === 0) return false;
  const last = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return last.buffer[0] !== 0x0a;
}

/** One line of the journal; undefined where it is torn or was not written by Loci. */
function parseRecord(line: string): PendingRecord | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined; // a line that a killed process left unfinished: its write never began
  }
  if (typeof value !== "object" || value === null) return undefined;
  const { path, op, topic, agent }: Partial<Record<string, unknown>> = { ...value };
  if (typeof path !== "string" || typeof topic !== "string" || !isChangeOp(op)) return undefined;
  if (!isWritten(path)) return undefined;
  return { path, op, topic, ...(typeof agent === "string" ? { agent } : {}) };
}

/** Whether Loci could have written this path: a journal that came with a clone may name any other. */
function isWritten(path: string): boolean {
  try {
    return isCommittable(toWrittenPath(path));
  } catch {
    return false;
  }
}
