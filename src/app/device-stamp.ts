import {
  existsSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { isAbsolute, join } from "node:path";
import { LociError } from "../errors.ts";
import { readSmallFile } from "../vault/read-small-file.ts";
import { makeFolder } from "./make-folder.ts";

/** Not by import: that reads all it exports, which a short command had better not wait for. */
const crypto = () => process.getBuiltinModule("node:crypto");

/** A vault's own folder on this device, `.loci`, and whose environment it is opened in. */
export interface StampedFolder {
  readonly folder: string;
  /** The vault. */
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
}

/**
 * Stamps a folder as made on this device: a random id in it, and outside the vault, in the person's state folder, which
 * vault has that id. Returns false where nothing on this device will know the stamp again.
 */
export function stampFolder({ folder, root, env }: StampedFolder): boolean {
  const id = crypto().randomBytes(16).toString("base64url");
  const proof = proofOf(folder, id);
  // The record first: a kill in between leaves no unknown stamp.
  const isKept = record(id, realpathSync(root), env);
  const text = `${id}\n${proof ?? ""}\n`;
  replace(join(folder, stampName), text);
  return isKept || proof !== undefined;
}

/**
 * Whether the folder was stamped here. A vault that was moved keeps it; a copy, of which it is unknown through whose
 * hands it went, does not.
 */
export function isStampedHere({ folder, root, env }: StampedFolder): boolean {
  const stamp = readStamp(folder);
  if (stamp === undefined) return false;
  const here = realpathSync(root);
  const there = recordedVault(stamp.id, env);
  if (there === here) return true;
  const isSame = stamp.proof !== "" && stamp.proof === proofOf(folder, stamp.id);
  const isMoved = there !== undefined && readStamp(join(there, ".loci"))?.id !== stamp.id;
  if (!isSame && !isMoved) return false;
  record(stamp.id, here, env);
  return true;
}

const stampName = "stamp";

/** What a process that was killed may have left in place of a stamp. */
export const isStampDraft = (name: string): boolean => name.startsWith(`${stampName}.`);

/** Complete or not at all. */
function replace(file: string, text: string): void {
  const draft = `${file}.${crypto().randomBytes(8).toString("hex")}`;
  writeFileSync(draft, text, { mode: 0o600, flag: "wx", flush: true });
  renameSync(draft, file);
}

interface Stamp {
  readonly id: string;
  readonly proof: string;
}

/** Undefined for whatever is none: it may be anything. */
function readStamp(folder: string): Stamp | undefined {
  try {
    const text = readSmallFile(join(folder, stampName)) ?? "";
    const [, id, proof] = /^([\w-]{22})\n([\w-]{43}|)\n$/.exec(text) ?? [];
    return id === undefined || proof === undefined ? undefined : { id, proof };
  } catch (error) {
    if (error instanceof LociError) return undefined;
    throw error;
  }
}

/**
 * Ties a stamp to this very folder on this machine, for a home that is read-only or gone at the next start, as in a
 * container. The machine's id never leaves the machine, and none can be forged without it.
 */
function proofOf(folder: string, id: string): string | undefined {
  const machine = machineId();
  if (machine === undefined) return undefined;
  const { ino, birthtimeNs } = statSync(folder, { bigint: true });
  return crypto()
    .createHash("sha256")
    .update([machine, id, process.getuid?.(), ino, birthtimeNs].join("\n"))
    .digest("base64url");
}

function machineId(): string | undefined {
  try {
    const text = readFileSync("/etc/machine-id", "utf8").trim();
    return /^[0-9a-f]{32}$/.test(text) ? text : undefined;
  } catch {
    return undefined; // Other systems have none, and some containers.
  }
}

/** The person's state folder, as the XDG base directories have it; undefined where there is no home. */
function recordsFolder({ XDG_STATE_HOME = "", HOME = "" }: NodeJS.ProcessEnv): string | undefined {
  if (isAbsolute(XDG_STATE_HOME)) return join(XDG_STATE_HOME, "loci", "vaults");
  if (!isAbsolute(HOME) || !existsSync(HOME)) return undefined;
  return join(HOME, ".local", "state", "loci", "vaults");
}

function recordedVault(id: string, env: NodeJS.ProcessEnv): string | undefined {
  const records = recordsFolder(env);
  try {
    return records && readFileSync(join(records, id), "utf8");
  } catch {
    return undefined; // Not known here.
  }
}

function record(id: string, root: string, env: NodeJS.ProcessEnv): boolean {
  const records = recordsFolder(env);
  if (records === undefined) return false;
  try {
    makeFolder(records, 0o700);
    replace(join(records, id), root);
    return true;
  } catch {
    return false; // A home that cannot be written to.
  }
}
