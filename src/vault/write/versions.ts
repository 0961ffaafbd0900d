import { lstatSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import type { DeviceClock } from "../../device-clock.ts";
import { type TopicPath, toFilePath } from "../paths.ts";
import { type Bytes, isSameBytes, isTrusted, type Version } from "./heal-save.ts";
import { readOwn, readSettled, writeOwn } from "./read-settled.ts";

/** One file of a vault, and the device's private folder in which its versions lie. */
export interface VaultFile {
  readonly root: string;
  /** `<vault>/.loci` */
  readonly lociDir: string;
  readonly clock: DeviceClock;
  readonly path: TopicPath;
}

/**
 * Where one version of a file is kept: `.loci/writes/<path>/<time>.<kind>.<size>`. Beside one that was replaced lie:
 * - `<time>.late`: a second name of the replaced file itself, into which an editor may still write;
 * - `<time>.next`: the new version until it is put in place, so that a killed writer's rest is found here too.
 */
interface Kept {
  readonly name: string;
  /** Where there is one. */
  readonly late: string | undefined;
  /** Milliseconds since the epoch; rises from version to version, whatever the clock does. */
  readonly at: number;
  readonly kind: Version["kind"];
  /** NaN: there was to be no file. */
  readonly size: number;
}

/** What was written into a replaced file, after it held `base`. */
export interface LateEdit {
  readonly kept: Kept;
  /** Its name. */
  readonly late: string;
  readonly base: Uint8Array;
  readonly bytes: Uint8Array;
}

/** How long an editor's old buffer is expected to come back. */
export const ledgerMs = 600_000;
/** How long an editor may hold on to a replaced file. */
const lateMs = 10_000;
/** No clock of a file system ticks slower. */
const tickMs = 20;
/** Of many versions in a row the first and so many of the last are bases enough. */
const maxVersions = 40;
const maxBytes = 2 ** 30;

/** Keeps a version, the newest of all, and gives its name without the ending. Only under the lock. */
export function keepVersion(file: VaultFile, kind: Version["kind"], bytes: Bytes): string {
  const folder = folderOf(file);
  mkdirSync(folder, { recursive: true });
  const at = Math.max(file.clock.now(), (keptOf(file).at(-1)?.at ?? 0) + 1);
  const stem = join(folder, at.toString(36));
  writeOwn(`${stem}.${kind}.${bytes?.length ?? "gone"}`, bytes ?? Buffer.alloc(0));
  return stem;
}

/** Forgets one version, and what lies beside it. */
export function dropVersion(stem: string): void {
  const isOf = (name: string): boolean => name.startsWith(`${basename(stem)}.`);
  for (const name of namesIn(dirname(stem)).filter(isOf)) remove(join(dirname(stem), name));
}

/** The versions of a file that are known, the oldest first. */
export function readVersions(file: VaultFile): Version[] {
  return keptOf(file).flatMap((kept) => readKept(kept) ?? []);
}

/** The last one that was to stand there; undefined where none is known. */
export function lastVersion(file: VaultFile): Version | undefined {
  for (const kept of keptOf(file).filter(isTrusted).reverse()) {
    const version = readKept(kept);
    if (version !== undefined) return version;
  }
  return undefined;
}

/** The edits that came too late and are not merged yet. Clears away what is over. Only under the lock. */
export async function lateEdits(file: VaultFile): Promise<LateEdit[]> {
  const folder = folderOf(file);
  const unfinished = namesIn(folder).filter((name) => name.endsWith(".next"));
  for (const name of unfinished) remove(join(folder, name));
  const inPlace = statOf(join(file.root, file.path))?.ino;
  const edits: LateEdit[] = [];
  for (const kept of keptOf(file)) {
    if (kept.late === undefined) continue;
    const isKilled = statOf(kept.late)?.ino === inPlace; // Nothing was replaced.
    const edit = isKilled ? undefined : await lateEdit(kept, kept.late, file.clock);
    if (edit !== undefined) edits.push(edit);
    else if (isKilled || ageOf(kept, file.clock) >= lateMs) remove(kept.late);
  }
  return edits;
}

async function lateEdit(
  kept: Kept,
  late: string,
  clock: DeviceClock,
): Promise<LateEdit | undefined> {
  const base = readKept(kept)?.bytes;
  if (!base || !isLateDue(kept, clock)) return undefined;
  const bytes = await readSettled(late, clock, base);
  return bytes === null || isSameBytes(bytes, base) ? undefined : { kept, late, base, bytes };
}

/** Notes that a late edit is merged and on disk; what comes after it is compared with it. */
export function acceptLateEdit(file: VaultFile, { late, bytes }: LateEdit): void {
  renameSync(late, `${keepVersion(file, "heard", bytes)}.late`);
}

/** Whether there is something to clear away or a late edit to merge; a glance, without the lock. */
export function isDue(file: VaultFile): boolean {
  const all = keptOf(file);
  return all.some((kept, i) => isLateDue(kept, file.clock) || isOutdated(all, i, file.clock));
}

/** Forgets what is too old to matter, once `lateEdits` has looked a last time. Only under the lock. */
export function dropOldVersions(file: VaultFile): void {
  const all = keptOf(file).filter(({ late }) => late === undefined);
  const over = all.filter((_, i) => isOutdated(all, i, file.clock));
  const between = all
    .slice(over.length + 1, -maxVersions)
    .filter((kept) => ageOf(kept, file.clock) >= lateMs);
  for (const { name } of [...over, ...between]) remove(name);
  // Versions before it are forgotten now: its lines came one after another.
  const after = between.length > 0 ? all.at(-maxVersions) : undefined;
  if (after) renameSync(after.name, after.name.replace(/\.\w+\.(?=\w+$)/, ".was."));
  removeIfEmpty(file);
}

/** The files that have known versions; read without the lock. */
export function writtenPaths(lociDir: string): TopicPath[] {
  const folder = join(lociDir, "writes");
  const names = namesIn(folder, { recursive: true }).filter((name) => pattern.test(name));
  return [...new Set(names.map(dirname))].flatMap((path) => {
    try {
      return toFilePath(path.replaceAll(sep, "/"));
    } catch {
      return []; // Not a folder of Loci's.
    }
  });
}

/**
 * Forgets the versions of files of which one holds one of these texts: an editor's old version is then saved as it is.
 * A late edit that waits is a person's work, and stays. Only under the lock.
 */
export function dropVersionsWith(vault: Omit<VaultFile, "path">, texts: readonly string[]): void {
  // What Loci before December 2026 remembered in other forms.
  remove(join(vault.lociDir, "captured"));
  for (const name of namesIn(join(vault.lociDir, "writes")).filter((one) => one.endsWith(".jsonl")))
    remove(join(vault.lociDir, "writes", name));
  const wanted = texts.map(oneLine).filter((text) => text !== "");
  for (const path of writtenPaths(vault.lociDir)) {
    const versions = readVersions({ ...vault, path });
    const said = versions.map(({ bytes }) => oneLine(Buffer.from(bytes ?? []).toString()));
    if (said.some((one) => wanted.some((text) => one.includes(text)))) forget({ ...vault, path });
  }
}

/** An entry may run over several lines. */
const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

/**
 * Forgets what was written before a moment (ms since the epoch) at which other versions of the files were brought in
 * on purpose, as by `git checkout`: what they lack is not lost. Only under the lock.
 */
export function dropVersionsBefore(vault: Omit<VaultFile, "path">, at: number): void {
  for (const path of writtenPaths(vault.lociDir)) {
    const last = lastVersion({ ...vault, path });
    if (last !== undefined && last.at < at) forget({ ...vault, path });
  }
}

/** Forgets the versions of a file, but for those with a late edit that waits. */
export function forget(file: VaultFile): void {
  for (const kept of keptOf(file)) {
    const late = kept.late && readOwn(kept.late, maxBytes);
    const base = readKept(kept)?.bytes;
    if (late && base && !isSameBytes(base, late)) continue;
    for (const name of [kept.name, kept.late ?? []].flat()) remove(name);
  }
  removeIfEmpty(file);
}

/** False when a replaced file cannot have been written to since its version was kept. */
function isLateDue(kept: Kept, clock: DeviceClock): boolean {
  if (kept.late === undefined) return false;
  const timeOf = (name: string): number => statOf(name)?.mtimeMs ?? 0;
  return ageOf(kept, clock) >= lateMs || timeOf(kept.late) + tickMs >= timeOf(kept.name);
}

const statOf = (path: string) => lstatSync(path, { throwIfNoEntry: false });

const remove = (path: string): void => rmSync(path, { recursive: true, force: true });

/** A clock that jumped makes it old. */
const ageOf = ({ at }: Kept, clock: DeviceClock): number => Math.abs(clock.now() - at);

/** A version is in view until the next one takes its place. */
function isOutdated(all: readonly Kept[], i: number, clock: DeviceClock): boolean {
  const next = all[i + 1] ?? all[i];
  return next !== undefined && ageOf(next, clock) >= ledgerMs;
}

const folderOf = ({ lociDir, path }: VaultFile): string => join(lociDir, "writes", path);

const pattern =
  /(?:^|[\\/])(?<time>[0-9a-z]+)\.(?<kind>was|heard|seen|healed|ours)\.(?<size>\d+|gone)$/;

/** The oldest first. */
function keptOf(file: VaultFile): Kept[] {
  const folder = folderOf(file);
  const names = new Set(namesIn(folder));
  const found = [...names].flatMap((name): Kept[] => {
    const { time = "", kind, size } = pattern.exec(name)?.groups ?? {};
    const at = Number.parseInt(time, 36);
    if (!isKind(kind) || !Number.isSafeInteger(at)) return [];
    const late = names.has(`${time}.late`) ? join(folder, `${time}.late`) : undefined;
    return [{ name: join(folder, name), late, at, kind, size: Number(size) }];
  });
  return found.sort((a, b) => a.at - b.at);
}

const isKind = (kind: string | undefined): kind is Version["kind"] => kind !== undefined;

/** Undefined for what is not as Loci wrote it: cut by a kill, or come with a clone. */
function readKept({ name, at, kind, size }: Kept): Version | undefined {
  const bytes = readOwn(name, maxBytes);
  if (bytes === undefined) return undefined;
  if (Number.isNaN(size)) return { at, kind, bytes: null };
  return bytes.length === size ? { at, kind, bytes } : undefined;
}

function namesIn(folder: string, options?: { readonly recursive: true }): string[] {
  try {
    return readdirSync(folder, { encoding: "utf8", ...options });
  } catch {
    return []; // Nothing was ever written here.
  }
}

function removeIfEmpty({ lociDir, path }: VaultFile): void {
  try {
    for (let at: string = path; at !== "."; at = dirname(at))
      rmdirSync(join(lociDir, "writes", at));
  } catch {
    // Other versions are in it, or there were none.
  }
}
