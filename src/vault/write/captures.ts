import { randomBytes } from "node:crypto";
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  utimesSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { DeviceClock } from "../../device-clock.ts";
import { type TopicPath, toFilePath } from "../paths.ts";
import { readOwn, readSettled, writeOwn } from "./read-settled.ts";
import { fileKey, type VaultFile } from "./vault-file.ts";

/**
 * A capture keeps what one replacement of a file took off the path, because an editor that had the old file open may
 * still write into it. Three names in `.loci/captured/<file key>/` share the stem `<file key>-<time>-<random>`:
 * - `.base`: the path on the first line, then the bytes that were expected there, or already merged since;
 * - `.late`: a second name of the old file itself;
 * - `.next`: the new version until it is put in place, so that a killed writer's rest is found here too.
 */
export interface Capture {
  readonly base: string;
  readonly late: string;
  readonly next: string;
  /** The new version again, in the file's own folder, where `.loci` is on another disk. */
  readonly beside: string;
}

/** A finished replacement whose old file was written to afterwards. */
export interface LateEdit {
  readonly capture: Capture;
  readonly base: Uint8Array;
  readonly late: Uint8Array;
}

/** How long an editor may hold on to the old file. */
const keepMs = 10_000;
/** Within this time nearly all of them are done. */
const freshMs = 500;
/** No clock of a file system ticks slower. */
const tickMs = 20;
const maxBytes = 2 ** 30;

/** Starts a capture: called with what is expected at the path, before anything is replaced. */
export function openCapture(file: VaultFile, expected: Uint8Array): Capture {
  const time = file.clock.now().toString(36);
  const capture = captureOf(
    file,
    `${fileKey(file.path)}-${time}-${randomBytes(4).toString("hex")}`,
  );
  mkdirSync(dirname(capture.base), { recursive: true });
  writeBase(capture.base, file.path, expected);
  return capture;
}

/** Forgets a capture and whatever is left of it. */
export function dropCapture({ base, late, next, beside }: Capture): void {
  for (const name of [beside, next, late, base]) {
    try {
      rmSync(name, { force: true });
    } catch {
      // A folder of that name is not ours, and a rest that cannot go now goes with the next look.
    }
  }
  try {
    rmdirSync(dirname(base));
  } catch {
    // Other captures of the file are in it.
  }
}

/**
 * Forgets the captures that hold one of these texts, as far as no late edit waits in them: that is a person's work, and
 * merged soon. Only under the lock.
 */
export function dropCapturesWith(
  vault: Pick<VaultFile, "root" | "lociDir">,
  texts: readonly string[],
): void {
  const wanted = texts.map(oneLine).filter((text) => text !== "");
  for (const stem of capturedKeys(vault.lociDir).flatMap((key) => stemsOf(vault.lociDir, key))) {
    const base = readBase(`${captureName(vault.lociDir, stem)}.base`);
    if (base === undefined) continue;
    const capture = captureOf({ ...vault, path: base.path }, stem);
    const late = readOwn(capture.late, maxBytes) ?? base.bytes;
    const said = oneLine(Buffer.from(base.bytes).toString("utf8"));
    const isIn = wanted.some((text) => said.includes(text));
    if (isIn && Buffer.compare(late, base.bytes) === 0) dropCapture(capture);
  }
}

/** An entry may run over several lines. */
const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

/** Paths that have captures, read without the lock: a hint where `lateEdits` should look. */
export function capturedPaths({
  lociDir,
  clock,
}: Pick<VaultFile, "lociDir" | "clock">): TopicPath[] {
  return capturedKeys(lociDir).flatMap((key) => {
    if (flatName.test(key)) moveIntoFolder(lociDir, key, clock);
    const bases = stemsOf(lociDir, key.slice(0, 16)).map(
      (stem) => `${captureName(lociDir, stem)}.base`,
    );
    return firstPath(bases) ?? [];
  });
}

const flatName = /^[0-9a-f]{16}-[0-9a-z]+-[0-9a-f]{8}\.(?:base|late|next)$/;

/** Captures of Loci before December 2026 lay directly in `captured/`; one that its writer may still be at stays. */
function moveIntoFolder(lociDir: string, name: string, clock: DeviceClock): void {
  if (ageOf(name, clock) < keepMs) return;
  const to = captureName(lociDir, name);
  try {
    mkdirSync(dirname(to), { recursive: true });
    renameSync(join(capturedDir(lociDir), name), to);
  } catch {
    // Another process was faster, or nothing can be written here: an answer must not fail for it.
  }
}

function firstPath(bases: readonly string[]): TopicPath | undefined {
  for (const base of bases) {
    const path = readBase(base)?.path;
    if (path !== undefined) return path;
  }
  return undefined;
}

/** True when `lateEdits` has something to do for a file; read without the lock. */
export function hasDueCaptures(file: VaultFile): boolean {
  const stems = stemsOf(file.lociDir, fileKey(file.path));
  return stems.some((stem) => isDue(captureOf(file, stem), file.clock));
}

/**
 * Under the lock: clears away what is over, and returns the edits that came too late and are not merged yet. A quick
 * look (many changes in a row) leaves out what is neither fresh nor over.
 */
export async function lateEdits(file: VaultFile, isQuick = false): Promise<LateEdit[]> {
  const inPlace = lstatSync(join(file.root, file.path), { throwIfNoEntry: false })?.ino;
  const edits: LateEdit[] = [];
  for (const stem of stemsOf(file.lociDir, fileKey(file.path))) {
    const age = ageOf(stem, file.clock);
    if (isQuick && age > freshMs && age < keepMs) continue;
    const edit = await lateEdit(captureOf(file, stem), file.clock, inPlace);
    if (edit !== undefined) edits.push(edit);
  }
  return edits;
}

/** Notes that a late edit is merged and on disk; what comes after it is compared with it. */
export function acceptLateEdit({ path }: VaultFile, { capture, late }: LateEdit): void {
  writeBase(capture.base, path, late);
}

async function lateEdit(
  capture: Capture,
  clock: DeviceClock,
  inPlace: number | undefined,
): Promise<LateEdit | undefined> {
  if (!isDue(capture, clock)) return undefined;
  const old = lstatSync(capture.late, { throwIfNoEntry: false });
  const base = readBase(capture.base);
  // Nothing was replaced: the writer was killed before, or the old file is still the one at the path.
  const isOver = ageOf(capture.base, clock) >= keepMs;
  const isOurs = old?.isFile() && old.ino !== inPlace;
  if (!isOurs || (base === undefined && isOver)) {
    dropCapture(capture);
    return undefined;
  }
  if (base === undefined) return undefined;
  const now = new Date(clock.now());
  const size = base.bytes.length;
  const isSame = (bytes: Uint8Array): boolean => Buffer.compare(bytes, base.bytes) === 0;
  const late = (await readSettled(capture.late, clock, { size, isSame })) ?? base.bytes;
  if (!isSame(late)) return { capture, base: base.bytes, late };
  if (isOver) dropCapture(capture);
  else utimesSync(capture.base, now, now);
  return undefined;
}

/** False when the old file cannot have been written to since it was last compared. */
function isDue(capture: Capture, clock: DeviceClock): boolean {
  const old = lstatSync(capture.late, { throwIfNoEntry: false });
  const compared = lstatSync(capture.base, { throwIfNoEntry: false });
  if (old === undefined || compared === undefined || ageOf(capture.base, clock) >= keepMs)
    return true;
  return old.mtimeMs + tickMs >= compared.mtimeMs;
}

/** Milliseconds since a capture was opened, from its name; a clock that jumped makes it old. */
function ageOf(name: string, clock: DeviceClock): number {
  return Math.abs(clock.now() - openedAt(name));
}

const openedAt = (name: string): number => Number.parseInt(name.split("-").at(-2) ?? "", 36);

const capturedDir = (lociDir: string): string => join(lociDir, "captured");

function captureOf({ root, lociDir, path }: Omit<VaultFile, "clock">, stem: string): Capture {
  const name = captureName(lociDir, stem);
  const beside = join(root, dirname(path), `.loci-${stem}.next`);
  return { base: `${name}.base`, late: `${name}.late`, next: `${name}.next`, beside };
}

const captureName = (lociDir: string, stem: string): string =>
  join(capturedDir(lociDir), stem.slice(0, stem.indexOf("-")), stem);

/** Of the files that have captures. */
const capturedKeys = (lociDir: string): string[] => namesIn(capturedDir(lociDir));

/** Of one file's captures, the oldest first. */
function stemsOf(lociDir: string, key: string): string[] {
  const names = namesIn(join(capturedDir(lociDir), key)).sort();
  return [...new Set(names.map((name) => name.slice(0, name.lastIndexOf("."))))];
}

function namesIn(dir: string): string[] {
  try {
    return readdirSync(dir);
  } catch {
    return []; // Nothing was ever replaced here.
  }
}

function writeBase(base: string, path: TopicPath, bytes: Uint8Array): void {
  writeOwn(base, Buffer.concat([Buffer.from(`${path}\n`), bytes]), "replace");
}

function readBase(base: string): { path: TopicPath; bytes: Uint8Array } | undefined {
  try {
    const bytes = readOwn(base, maxBytes) ?? new Uint8Array();
    const end = bytes.indexOf(0x0a);
    const path = toFilePath(Buffer.from(bytes.subarray(0, Math.max(0, end))).toString("utf8"));
    return { path, bytes: bytes.subarray(end + 1) };
  } catch {
    return undefined; // Gone meanwhile, or cut by a power loss: the lock's owner clears it away.
  }
}
