import { lstatSync, mkdirSync, readdirSync, rmdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { DeviceClock } from "../../device-clock.ts";
import { maxFileBytes } from "../list-files.ts";
import { type TopicPath, toFilePath } from "../paths.ts";
import { sha256Hex } from "../sha256.ts";
import { type Bytes, isSameBytes, type Version } from "./heal-save.ts";
import { readOwn, readSettled, writeOwn } from "./read-settled.ts";

/** One file of a vault, and the device's private folder in which the bookkeeping of its changes lies. */
export interface VaultFile {
  readonly root: string;
  /** `<vault>/.loci` */
  readonly lociDir: string;
  readonly clock: DeviceClock;
  readonly path: TopicPath;
}

/**
 * One write of a file, remembered so that what an editor saves from an old version can be merged. Its names in
 * `.loci/writes/<file key>/` share a stem, its time:
 * - `.was`: size and path on the first line, then the version that was replaced; none where there was no file;
 * - `.seen`: a version of another program's, and nothing else;
 * - `.late`: a second name of the replaced file itself, into which an editor may still write;
 * - `.next`: the new version until it is put in place, so that a killed writer's rest is found here too;
 * - `.stale`: what was healed, if this write heals; `.heard`: what was merged of `.late` already;
 * - `.healed`, `.now` or `.gone`: the version that took its place. All in the same form.
 */
export interface Write {
  /** Milliseconds since the epoch; rises from write to write, whatever the clock does. */
  readonly at: number;
  /** Path of its names, without their ending. */
  readonly stem: string;
}

/** What was written to the replaced file afterwards. */
export interface LateEdit {
  readonly write: Write;
  readonly late: Uint8Array;
  /** What the replaced file held, or was merged of it already. */
  readonly base: Uint8Array;
}

/** How long an editor's old buffer is expected to come back. */
export const ledgerMs = 600_000;
/** How long an editor may hold on to the old file, and within what time nearly all of them are done. */
const lateMs = 10_000;
const freshMs = 500;
/** No clock of a file system ticks slower. */
const tickMs = 20;
/** Of many writes in a row the first and so many of the last are bases enough. */
const maxWrites = 16;
const maxBytes = 2 ** 30;
const kinds = ["was", "seen", "stale", "healed", "now", "gone"] as const;
const endings = ["next", "late", "heard", ...kinds] as const;

/** Begins a write: called with what is expected at the path, before anything is replaced. Only under the lock. */
export function openWrite(file: VaultFile, expected: Bytes, stale?: Uint8Array): Write {
  const folder = folderOf(file);
  mkdirSync(folder, { recursive: true });
  const at = Math.max(file.clock.now(), (writesOf(file).at(-1)?.at ?? 0) + 1);
  const write = { at, stem: join(folder, at.toString(36)) };
  if (expected !== null) put(file, write, "was", expected);
  if (stale !== undefined) put(file, write, "stale", stale);
  return write;
}

/** Notes which version took the place of the old one, and what it was healed to before it was changed. */
export function closeWrite(file: VaultFile, write: Write, next: Bytes, healed = next): void {
  if ((next?.length ?? 0) > maxFileBytes) return; // Never looked at line by line.
  if (healed !== null && isThere(write, "stale")) {
    put(file, write, "healed", healed);
    if (isSameBytes(healed, next)) return;
  }
  put(file, write, next === null ? "gone" : "now", next ?? new Uint8Array());
}

/** Remembers a version of another program's: what is saved from it needs no healing. */
export function noteVersion(file: VaultFile, seen: Uint8Array): void {
  if (seen.length <= maxFileBytes) put(file, openWrite(file, null), "seen", seen);
}

/** Forgets a write and whatever is left of it. */
export function dropWrite({ stem }: Write): void {
  for (const ending of endings) rmSync(`${stem}.${ending}`, { recursive: true, force: true });
}

/** The versions of a file that are remembered, the oldest first. */
export function readVersions(file: VaultFile): Version[] {
  const writes = writesOf(file);
  const versions = writes.flatMap((write) => versionsOf(write));
  const [first] = writes;
  if (first === undefined || isThere(first, "was") || isThere(first, "seen")) return versions;
  return [{ bytes: null, at: first.at, kind: "was" }, ...versions];
}

/** The last one that was to stand there; undefined where none is remembered. */
export function lastVersion(file: VaultFile): Version | undefined {
  for (const write of writesOf(file).reverse()) {
    const version = versionsOf(write).findLast(({ kind }) => kind !== "stale");
    if (version !== undefined) return version;
  }
  return undefined;
}

/** The edits that came too late and are not merged yet. A quick look, in the middle of many changes, leaves out what is neither fresh nor over. */
export async function lateEdits(file: VaultFile, isQuick = false): Promise<LateEdit[]> {
  const inPlace = lstatSync(join(file.root, file.path), { throwIfNoEntry: false })?.ino;
  const edits: LateEdit[] = [];
  for (const write of writesOf(file)) {
    const age = ageOf(write, file.clock);
    if (isQuick && age > freshMs && age < lateMs) continue;
    const edit = await lateEdit(write, file.clock, inPlace);
    if (edit !== undefined) edits.push(edit);
    else if (age >= lateMs) rmSync(`${write.stem}.late`, { force: true });
  }
  return edits;
}

/** Notes that a late edit is merged and on disk; what comes after it is compared with it. */
export function acceptLateEdit(file: VaultFile, { write, late }: LateEdit): void {
  put(file, write, "heard", late);
}

/** Forgets what is too old to matter, once `lateEdits` has looked a last time. Only under the lock. */
export function dropOldWrites(file: VaultFile): void {
  const writes = writesOf(file);
  const isOver = (write: Write, i: number): boolean => {
    const age = ageOf(write, file.clock);
    const isOld = age >= ledgerMs || (age >= lateMs && i > 0 && i < writes.length - maxWrites);
    return isOld && !isThere(write, "late");
  };
  for (const write of writes.filter(isOver)) dropWrite(write);
  removeIfEmpty(folderOf(file));
}

/** Whether there is something to clear away or a late edit to merge; a glance, without the lock. */
export function isDue(file: VaultFile): boolean {
  return writesOf(file).some((write) => {
    const age = ageOf(write, file.clock);
    return age >= ledgerMs || (isThere(write, "late") && (age >= lateMs || wasTouched(write)));
  });
}

/** The files that have remembered writes; read without the lock. */
export function writtenPaths(lociDir: string): TopicPath[] {
  return namesIn(join(lociDir, "writes")).flatMap(
    (key) => pathIn(join(lociDir, "writes", key)) ?? [],
  );
}

/**
 * Forgets what is remembered of files of which a version holds one of these texts: an editor's old version is then saved as
 * it is. A late edit that waits is a person's work, and stays. Only under the lock.
 */
export function dropWritesWith(vault: Omit<VaultFile, "path">, texts: readonly string[]): void {
  // What Loci before December 2026 remembered in other forms.
  rmSync(join(vault.lociDir, "captured"), { recursive: true, force: true });
  for (const name of namesIn(join(vault.lociDir, "writes")).filter((one) => one.endsWith(".jsonl")))
    rmSync(join(vault.lociDir, "writes", name), { recursive: true, force: true });
  const wanted = texts.map(oneLine).filter((text) => text !== "");
  for (const path of writtenPaths(vault.lociDir)) {
    const file = { ...vault, path };
    const versions = readVersions(file).map(({ bytes }) =>
      oneLine(Buffer.from(bytes ?? []).toString()),
    );
    if (versions.some((version) => wanted.some((text) => version.includes(text)))) forget(file);
  }
}

/**
 * Forgets what was written before a moment (ms since the epoch) at which other versions of the files were brought in
 * on purpose, as by `git checkout`: what they lack is not lost. Only under the lock.
 */
export function dropWritesBefore(vault: Omit<VaultFile, "path">, at: number): void {
  for (const path of writtenPaths(vault.lociDir)) {
    const file = { ...vault, path };
    const last = lastVersion(file);
    if (last !== undefined && last.at < at) forget(file);
  }
}

/** Forgets the versions of a file, but for those with a late edit that waits. */
export function forget(file: VaultFile): void {
  for (const write of writesOf(file)) {
    const base = baseOf(write);
    const late = readOwn(`${write.stem}.late`, maxBytes);
    if (base === undefined || late === undefined || isSameBytes(base, late)) dropWrite(write);
  }
  removeIfEmpty(folderOf(file));
}

/** An entry may run over several lines. */
const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

async function lateEdit(
  write: Write,
  clock: DeviceClock,
  inPlace: number | undefined,
): Promise<LateEdit | undefined> {
  const name = `${write.stem}.late`;
  const old = lstatSync(name, { throwIfNoEntry: false });
  // Nothing was replaced: its writer was killed before, and the file is still the one at the path.
  if ((old !== undefined && old.ino === inPlace) || isThere(write, "next")) {
    dropWrite(write);
    return undefined;
  }
  const base = baseOf(write);
  if (!old?.isFile() || base === undefined) return undefined;
  if (ageOf(write, clock) < lateMs && !wasTouched(write)) return undefined;
  const isSame = (bytes: Uint8Array): boolean => isSameBytes(bytes, base);
  const late = (await readSettled(name, clock, { size: base.length, isSame })) ?? base;
  return isSame(late) ? undefined : { write, base, late };
}

/** What the replaced file held when it was last looked at. */
const baseOf = ({ stem }: Write): Uint8Array | undefined =>
  (readVersion(`${stem}.heard`) ?? readVersion(`${stem}.was`))?.bytes;

const isThere = ({ stem }: Write, ending: (typeof endings)[number]): boolean =>
  lstatSync(`${stem}.${ending}`, { throwIfNoEntry: false }) !== undefined;

/** False when the old file cannot have been written to since it was replaced. */
function wasTouched({ stem }: Write): boolean {
  const timeOf = (ending: string): number | undefined =>
    lstatSync(`${stem}.${ending}`, { throwIfNoEntry: false })?.mtimeMs;
  const looked = timeOf("heard") ?? timeOf("was") ?? 0;
  return (timeOf("late") ?? 0) + tickMs >= looked;
}

/** A clock that jumped makes it old. */
const ageOf = ({ at }: Write, clock: DeviceClock): number => Math.abs(clock.now() - at);

/** Name of a file's bookkeeping, whatever its path looks like. */
export const fileKey = (path: TopicPath): string => sha256Hex(path).slice(0, 16);

const folderOf = ({ lociDir, path }: VaultFile): string => join(lociDir, "writes", fileKey(path));

/** The oldest first. */
function writesOf(file: VaultFile): Write[] {
  const folder = folderOf(file);
  const stems = new Set(namesIn(folder).map((name) => name.slice(0, name.indexOf("."))));
  return [...stems]
    .map((stem) => ({ at: Number.parseInt(stem, 36), stem: join(folder, stem) }))
    .filter(({ at }) => Number.isSafeInteger(at))
    .sort((a, b) => a.at - b.at);
}

/** What a healing found is no version that was to stand there. */
function versionsOf(write: Write): Version[] {
  const isHealing = isThere(write, "stale");
  const own = kinds.filter((kind) => kind !== "was" || !isHealing);
  return own.flatMap((kind) => {
    const found = readVersion(`${write.stem}.${kind}`);
    return found ? { bytes: kind === "gone" ? null : found.bytes, at: write.at, kind } : [];
  });
}

function put({ path }: VaultFile, { stem }: Write, ending: string, bytes: Uint8Array): void {
  const name = `${stem}.${ending}`;
  writeOwn(name, Buffer.concat([Buffer.from(`${bytes.length} ${path}\n`), bytes]));
}

/** Undefined for what is not there, or not as Loci writes it: cut by a kill, or come with a clone. */
function readVersion(name: string): { path: TopicPath; bytes: Uint8Array } | undefined {
  const bytes = readOwn(name, maxBytes);
  const end = bytes?.indexOf(0x0a) ?? -1;
  if (bytes === undefined || end < 0) return undefined;
  try {
    const [, size, path = ""] =
      /^(\d+) (.*)$/.exec(Buffer.from(bytes.subarray(0, end)).toString()) ?? [];
    const isWhole = Number(size) === bytes.length - end - 1;
    return isWhole ? { path: toFilePath(path), bytes: bytes.subarray(end + 1) } : undefined;
  } catch {
    return undefined;
  }
}

function pathIn(folder: string): TopicPath | undefined {
  for (const name of namesIn(folder)) {
    const path =
      /\.(?:was|seen|stale|now|healed|gone)$/.test(name) && readVersion(join(folder, name))?.path;
    if (path) return path;
  }
  return undefined;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // Nothing was ever written here.
  }
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Other writes are in it, or there were none.
  }
}
