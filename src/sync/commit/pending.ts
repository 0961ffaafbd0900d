import { randomBytes } from "node:crypto";
import { type FileHandle, lstat, open, readdir, unlink } from "node:fs/promises";
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
  /** What belongs to one step, such as a digestion, is one commit. */
  readonly step?: string | undefined;
  /** The step that this one takes back. */
  readonly undoes?: string | undefined;
  /** What the step made of the file, noted once it is written; null: no file. */
  readonly versions?: Versions | undefined;
}

/** A file before and after a step; null: it was not there. */
export interface Versions {
  readonly before: Uint8Array | null;
  readonly after: Uint8Array | null;
}

/** The records of the journal. */
export interface Pending {
  readonly records: readonly PendingRecord[];
  /** One for each line; undefined where it is none. */
  readonly lines: readonly (PendingRecord | undefined)[];
  /** It has lines that are no record. */
  readonly isDamaged: boolean;
}

const pendingFile = (lociDir: string): string => join(lociDir, "pending");

/**
 * Notes a change in the journal `.loci/pending`. Call it under the vault's writer lock, before the
 * write: killed in between, the commit finds nothing to do; the other way round it would never be made.
 */
export async function notePending(lociDir: string, record: PendingRecord): Promise<void> {
  const line = `${toLine(record)}\n`;
  await clearTheWay(pendingFile(lociDir));
  const file = await open(pendingFile(lociDir), plainAppend, 0o600);
  try {
    await file.chmod(0o600); // One of an earlier Loci held no texts.
    // A backlog such as a large import's is committed as its files stand.
    if (record.versions !== undefined && (await file.stat()).size > maxVersionsBytes) return;
    await file.write((await endsTorn(file)) ? `\n${line}` : line);
  } finally {
    await file.close();
  }
}

const toLine = ({ path, op, topic, agent, step, undoes, versions }: PendingRecord): string => {
  const { before, after } = versions ?? {};
  const texts = versions && { before: toBase64(before), after: toBase64(after) };
  return `${JSON.stringify({ path, op, topic, agent, step, undoes, ...texts })}`;
};

const toBase64 = (bytes: Uint8Array | null = null): string | null =>
  bytes && Buffer.from(bytes).toString("base64");

const maxBytes = 64 * 2 ** 20;
const maxVersionsBytes = 16 * 2 ** 20;

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
  const lines = (await readLines(lociDir)).map(parseRecord);
  const records = lines.filter((record) => record !== undefined);
  return { records, lines, isDamaged: records.length < lines.length };
}

/** Without the end after the last line break. */
async function readLines(lociDir: string): Promise<string[]> {
  await clearTheWay(pendingFile(lociDir));
  const text = (await readIfThere(pendingFile(lociDir), { maxBytes }))?.toString("utf8") ?? "";
  return text
    .replace(/\n$/, "")
    .split("\n")
    .slice(text === "" ? 1 : 0);
}

/**
 * Takes the committed records out of the journal, and the lines that were no record. Records that came since stay. Needs
 * the writer lock.
 */
export async function removePending(
  lociDir: string,
  { lines }: Pending,
  done: ReadonlySet<PendingRecord | undefined>,
  disk: Disk = nodeDisk,
): Promise<void> {
  const now = await readLines(lociDir);
  const left = now.filter((_, i) => {
    const record = lines[i];
    return i >= lines.length || (record !== undefined && !done.has(record));
  });
  if (left.length < now.length) await writeLines(lociDir, left, disk);
}

async function writeLines(lociDir: string, lines: readonly string[], disk: Disk): Promise<void> {
  const file = pendingFile(lociDir);
  for (const name of await readdir(lociDir)) {
    // What a killed process left; the lock is ours.
    if (/^pending\.[0-9a-f]{12}\.tmp$/.test(name)) await disk.unlink(join(lociDir, name));
  }
  if (lines.length === 0) return disk.unlink(file);
  const draft = `${file}.${randomBytes(6).toString("hex")}.tmp`;
  await disk.create(draft, Buffer.from(lines.map((line) => `${line}\n`).join("")), 0o600);
  await disk.rename(draft, file);
}

/** Forgets what steps made of files: they are committed as they stand on disk then. Needs the writer lock. */
export async function dropVersions(lociDir: string): Promise<void> {
  const lines = await readLines(lociDir);
  const bare = lines.map((line) => {
    const record = parseRecord(line);
    return record?.versions === undefined ? line : toLine({ ...record, versions: undefined });
  });
  if (bare.some((line, i) => line !== lines[i])) await writeLines(lociDir, bare, nodeDisk);
}

/** What is to be one commit, and what it made of its files. */
export interface PendingStep {
  readonly id: string | undefined;
  /** Its place among those that wait. */
  readonly number: number;
  readonly records: readonly PendingRecord[];
  readonly versionsByPath: ReadonlyMap<string, Versions>;
}

/** Groups what is noted by steps, in the order in which they began. */
export function toSteps(records: readonly PendingRecord[]): readonly PendingStep[] {
  return [...Map.groupBy(records, ({ step }) => step)].map(([id, own], number) => {
    const versionsByPath = new Map<string, Versions>();
    for (const { path, versions } of own) {
      if (versions === undefined) continue;
      const { before } = versionsByPath.get(path) ?? versions;
      versionsByPath.set(path, { before, after: versions.after });
    }
    return { id, number, records: own, versionsByPath };
  });
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
  const { path, op, topic, ...rest }: Partial<Record<string, unknown>> = { ...value };
  if (typeof path !== "string" || typeof topic !== "string" || !isChangeOp(op)) return undefined;
  if (!isWritten(path)) return undefined;
  const named = ["agent", "step", "undoes"].filter((key) => typeof rest[key] === "string");
  const words = Object.fromEntries(named.map((key) => [key, rest[key]]));
  const [before, after] = [fromBase64(rest.before), fromBase64(rest.after)];
  const isWhole = before !== undefined && after !== undefined;
  return { path, op, topic, ...words, ...(isWhole ? { versions: { before, after } } : {}) };
}

const fromBase64 = (text: unknown): Buffer | null | undefined =>
  typeof text === "string" ? Buffer.from(text, "base64") : text === null ? null : undefined;

/** Whether Loci could have written this path: a journal that came with a clone may name any other. */
function isWritten(path: string): boolean {
  try {
    return isCommittable(toWrittenPath(path));
  } catch {
    return false;
  }
}
