import { closeSync, constants, lstatSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { DeviceClock } from "../../device-clock.ts";
import { LociError } from "../../errors.ts";
import type { TopicPath } from "../paths.ts";
import { sha256Hex } from "../sha256.ts";

/** One file of a vault, and the device's private folder in which the bookkeeping of its changes lies. */
export interface VaultFile {
  readonly root: string;
  /** `<vault>/.loci` */
  readonly lociDir: string;
  readonly clock: DeviceClock;
  readonly path: TopicPath;
}

/** Name of a file's bookkeeping in `.loci`, whatever its path looks like. */
export function fileKey(path: TopicPath): string {
  return sha256Hex(path).slice(0, 16);
}

/** Rights of a file and a folder that are made again. */
export interface NewRights {
  readonly file: number;
  readonly folder: number;
}

/** Only the owner may read transcripts, whatever process writes them; undefined: as the person's files usually have. */
export function newRights(path: TopicPath): NewRights | undefined {
  return path.startsWith("conversations/") ? { file: 0o600, folder: 0o700 } : undefined;
}

/** The folder of a file, held so that no exchange of names leads a write elsewhere. */
export interface HeldFolder {
  /** Where the held folder can be reached, whatever its path now leads to (Linux; elsewhere its path). */
  readonly at: string;
  /** Whether the path of the file still leads into it. */
  isInPlace(): boolean;
  close(): void;
}

/** Opens the folder of a file step by step, following no link below the root; undefined where there is none. */
export function holdFolder(
  file: VaultFile,
  { create }: { readonly create: boolean },
): HeldFolder | undefined {
  const path = join(file.root, dirname(file.path));
  let step = openStep(file.root, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    for (const name of dirname(file.path).split("/")) {
      if (name === ".") break;
      const next = enterFolder(join(step.at, name), file.path, create);
      if (next === undefined) return undefined;
      closeStep(step);
      step = next;
    }
    const held = step;
    const { dev, ino } = statSync(held.at, { bigint: true });
    step = { at: held.at };
    const isInPlace = (): boolean => {
      const now = lstatSync(path, { bigint: true, throwIfNoEntry: false });
      const same = file.path.includes("/") ? now : statSync(path, { bigint: true });
      return same?.dev === dev && same.ino === ino;
    };
    return { at: held.at, isInPlace, close: () => closeStep(held) };
  } finally {
    closeStep(step);
  }
}

interface Step {
  readonly at: string;
  readonly fd?: number;
}

/** Linux names every open folder; what is reached through that name is in it, wherever it was moved to. */
function openStep(path: string, flags: number): Step {
  if (!hasFolderNames) return { at: path };
  const fd = openSync(path, flags);
  return { at: `/proc/self/fd/${fd}`, fd };
}

const hasFolderNames = lstatSync("/proc/self/fd", { throwIfNoEntry: false }) !== undefined;

function closeStep({ fd }: Step): void {
  if (fd !== undefined) closeSync(fd);
}

function enterFolder(at: string, path: TopicPath, create: boolean): Step | undefined {
  let found = lstatSync(at, { throwIfNoEntry: false });
  if (found === undefined) {
    if (!create) return undefined;
    makeFolder(at, newRights(path));
    found = lstatSync(at);
  }
  if (found.isSymbolicLink()) throw ledOut(path);
  try {
    return openStep(at, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  } catch (cause) {
    const now = lstatSync(at, { throwIfNoEntry: false });
    if (now?.isSymbolicLink()) throw ledOut(path, cause);
    throw cause;
  }
}

function makeFolder(at: string, rights: NewRights | undefined): void {
  try {
    mkdirSync(at, rights?.folder);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
}

/** The refusal of a path on which a link stands. */
function ledOut(path: TopicPath, cause?: unknown): LociError {
  const message = `Cannot use the path "${path}": a folder in it is a symbolic link`;
  return new LociError("OUTSIDE_VAULT", message, { data: { path }, cause });
}
