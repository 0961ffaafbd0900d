import fs from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import type { DeviceClock } from "../../device-clock.ts";
import { pathOrNone, type TopicPath, toFilePath } from "../paths.ts";
import { type Bytes, isSameBytes, isTrusted, type Version } from "./heal-save.ts";
import { readOwn, readSettled } from "./read-settled.ts";

/** One file of a vault, and the device's private folder in which its versions lie. */
export interface VaultFile {
  readonly root: string;
  /** `<vault>/.loci` */
  readonly lociDir: string;
  readonly clock: DeviceClock;
  readonly path: TopicPath;
}

/** How long an editor's old buffer is expected to come back. */
export const ledgerMs = 600_000;
/** How long an editor may hold on to a replaced file. */
const lateMs = 10_000;
/** Of many versions in a row the first and so many of the last are bases enough. */
const maxVersions = 40;
const maxBytes = 2 ** 30;

/**
 * Keeps a version, the newest of all, as `.loci/writes/<path>/<time>.<kind>.<size>`, and gives its name without the
 * ending. Only under the lock. Its time rises from version to version, whatever the clock does.
 */
export function keepVersion(file: VaultFile, kind: Version["kind"], bytes: Bytes): string {
  const folder = folderOf(file);
  fs.mkdirSync(folder, { recursive: true });
  const at = Math.max(file.clock.now(), (keptOf(file).at(-1)?.at ?? 0) + 1);
  const stem = join(folder, at.toString(36));
  fs.writeFileSync(`${stem}.${kind}.${bytes?.length ?? "gone"}`, bytes ?? "", { flag: "wx" });
  return stem;
}

/** Forgets one version, and what lies beside it. */
export function dropVersion(stem: string): void {
  for (const name of namesIn(dirname(stem)))
    if (name.startsWith(`${basename(stem)}.`)) remove(join(dirname(stem), name));
}

/** The versions of a file that are known, the oldest first. */
export const readVersions = (file: VaultFile): Version[] =>
  keptOf(file).flatMap((kept) => readKept(kept) ?? []);

/** The last one that was to stand there; undefined where none is known. */
export function lastVersion(file: VaultFile): Version | undefined {
  const trusted = keptOf(file).filter(isTrusted).reverse().values();
  return trusted.map(readKept).find((version) => version !== undefined);
}

/** What was written into a replaced file, after it held `base`. */
export type LateEdit = { readonly base: Uint8Array; readonly bytes: Uint8Array; kept: Kept };

/** The edits that came too late and are not merged yet. Clears away what is over. Only under the lock. */
export async function lateEdits(file: VaultFile): Promise<LateEdit[]> {
  const inPlace = statOf(join(file.root, file.path))?.ino;
  const edits: LateEdit[] = [];
  for (const kept of keptOf(file).filter(({ hasLate }) => hasLate)) {
    const isKilled = statOf(kept.late)?.ino === inPlace; // Nothing was replaced.
    const base = isKilled ? undefined : readKept(kept)?.bytes;
    const bytes = base ? await readSettled(kept.late, file.clock, base) : null;
    if (base && bytes && !isSameBytes(bytes, base)) edits.push({ kept, base, bytes });
    else if (isKilled || ageOf(kept, file.clock) >= lateMs) remove(kept.late);
  }
  return edits;
}

/** Notes that a late edit is merged and on disk; what comes after it is compared with it. */
export function acceptLateEdit(file: VaultFile, { kept, bytes }: LateEdit): void {
  fs.renameSync(kept.late, `${keepVersion(file, "was", bytes)}.late`);
}

/** Whether there is something to clear away or a late edit to merge; a glance, without the lock. */
export function isDue(file: VaultFile): boolean {
  const all = keptOf(file);
  return isOver(all, file.clock) || all.some(({ hasLate }) => hasLate);
}

/** Forgets what is too old to matter, once `lateEdits` has looked a last time. Only under the lock. */
export function dropOldVersions(file: VaultFile): void {
  const folder = folderOf(file);
  for (const name of namesIn(folder)) if (name.endsWith(".next")) remove(join(folder, name));
  const all = keptOf(file);
  const settled = all.filter(({ hasLate }) => !hasLate);
  const isOld = (kept: Kept): boolean => ageOf(kept, file.clock) >= lateMs;
  const between = settled.slice(1, -maxVersions).filter(isOld);
  const after = settled.at(-maxVersions);
  if (isOver(all, file.clock)) forget(file);
  else if (after !== undefined && between.length > 0) {
    for (const { name } of between) remove(name);
    // Versions before it are forgotten now: its lines came one after another.
    fs.renameSync(after.name, after.name.replace(/\.\w+\.(?=\w+$)/, ".was."));
  }
}

/** The files that have known versions; read without the lock, and through no link. */
export function writtenPaths(lociDir: string): TopicPath[] {
  const writes = join(lociDir, "writes");
  const found = orNone(() => fs.readdirSync(writes, { recursive: true, withFileTypes: true }));
  const kept = found.filter((one) => one.isFile() && pattern.test(one.name));
  const folders = new Set(kept.map(({ parentPath }) => relative(writes, parentPath)));
  return [...folders].flatMap((path) => pathOrNone(toFilePath, path.replaceAll(sep, "/")) ?? []);
}

/** Forgets the versions of each file of which `isOver` says so, as `forget` does. Only under the lock. */
export function dropVersions(
  vault: Omit<VaultFile, "path">,
  isOver: (versions: readonly Version[]) => boolean,
): void {
  for (const path of writtenPaths(vault.lociDir))
    if (isOver(readVersions({ ...vault, path }))) forget({ ...vault, path });
}

/** The same for files of which a version holds one of these texts: an editor's old version is then saved as it is. */
export function dropVersionsWith(vault: Omit<VaultFile, "path">, texts: readonly string[]): void {
  const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim(); // An entry may run over several.
  const wanted = texts.map(oneLine).filter((text) => text !== "");
  dropVersions(vault, (versions) => {
    const all = versions
      .map(({ bytes }) => oneLine(Buffer.from(bytes ?? []).toString()))
      .join("\n");
    return wanted.some((text) => all.includes(text));
  });
}

/** Forgets the versions of a file, but for those with a late edit that waits: that is a person's work. */
export function forget(file: VaultFile): void {
  for (const kept of keptOf(file)) {
    const late = kept.hasLate ? readOwn(kept.late, maxBytes) : undefined;
    const base = readKept(kept)?.bytes;
    if (late && base && !isSameBytes(base, late)) continue;
    for (const name of [kept.name, kept.late]) remove(name);
  }
  try {
    for (let at: string = file.path; at !== "."; at = dirname(at))
      fs.rmdirSync(join(file.lociDir, "writes", at));
  } catch {
    // Other versions are in it, or there were none.
  }
}

/** A clock that jumped makes it old. */
const ageOf = ({ at }: Kept, clock: DeviceClock): number => Math.abs(clock.now() - at);

/** No editor's old buffer is expected any more. */
function isOver(all: readonly Kept[], clock: DeviceClock): boolean {
  const last = all.at(-1);
  return last !== undefined && ageOf(last, clock) >= ledgerMs;
}

const statOf = (path: string) => fs.lstatSync(path, { throwIfNoEntry: false });

const remove = (path: string): void => fs.rmSync(path, { recursive: true, force: true });

const folderOf = ({ lociDir, path }: VaultFile): string => join(lociDir, "writes", path);

const kinds = ["was", "seen", "healed", "ours"] as const;
const pattern = new RegExp(`^([0-9a-z]+)\\.(${kinds.join("|")})\\.(\\d+|gone)$`);

type Kept = ReturnType<typeof keptOf>[number];

/**
 * The versions of a file, the oldest first. Beside one that was replaced lie:
 * - `<time>.late`: a second name of the replaced file itself, into which an editor may still write;
 * - `<time>.next`: the new version until it is put in place, so that a killed writer's rest is found here too.
 */
function keptOf(file: VaultFile) {
  const folder = folderOf(file);
  const names = new Set(namesIn(folder));
  const found = [...names].flatMap((name) => {
    const [, time = "", kind, size] = pattern.exec(name) ?? [];
    const at = Number.parseInt(time, 36);
    const known = kinds.find((one) => one === kind);
    if (known === undefined || !Number.isSafeInteger(at)) return [];
    const late = `${time}.late`;
    const paths = { name: join(folder, name), late: join(folder, late) };
    // Not a number: there was to be no file.
    return [{ ...paths, hasLate: names.has(late), at, kind: known, size: Number(size) }];
  });
  return found.sort((a, b) => a.at - b.at);
}

/** Undefined for what is not as Loci wrote it: cut by a kill, or come with a clone. */
function readKept({ name, at, kind, size }: Kept): Version | undefined {
  const bytes = readOwn(name, maxBytes);
  if (bytes === undefined) return undefined;
  if (Number.isNaN(size)) return { at, kind, bytes: null };
  return bytes.length === size ? { at, kind, bytes } : undefined;
}

const namesIn = (folder: string): string[] => orNone(() => fs.readdirSync(folder));

function orNone<T>(list: () => T[]): T[] {
  try {
    return list();
  } catch {
    return []; // Nothing was ever written here.
  }
}
