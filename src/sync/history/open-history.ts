import { hash } from "node:crypto";
import { constants, readFileSync } from "node:fs";
import { join } from "node:path";
import { inflateSync } from "node:zlib";
import { LociError, messageOf } from "../../errors.ts";
import { nodeDisk, readIfThere } from "../git/disk.ts";
import type { GitHome } from "../git/git-config.ts";
import { readHead } from "../git/head.ts";
import { type Objects, openObjects } from "../git/objects.ts";
import { openRepository } from "../git/repository.ts";
import { openPacks, type Packs } from "./open-packs.ts";

/** What is read of the past. */
export type ObjectReader = Pick<Objects, "read">;

/** The past of a vault, to be read. */
export interface History {
  readonly objects: ObjectReader;
  /** The newest commit of what is checked out; undefined where there is none yet. */
  readonly head: string | undefined;
  /** Commits whose parents were not fetched. */
  readonly shallow: ReadonlySet<string>;
  close(): void;
}

/** Opens the history of a vault. Throws LociError GIT_BLOCKED where it has none that can be read. */
export async function openHistory(root: string, person: GitHome): Promise<History> {
  try {
    const { gitDir } = await openRepository(root, person);
    const shallow = (await readIfThere(join(gitDir, "shallow")))?.toString("latin1") ?? "";
    const head = (await detachedHead(gitDir)) ?? (await readHead(gitDir)).oid;
    const packs = openPacks(gitDir);
    return {
      objects: openReader(gitDir, packs),
      head,
      shallow: new Set(shallow.split("\n").filter(Boolean)),
      close: packs.close,
    };
  } catch (cause) {
    if (!(cause instanceof LociError) || cause.code !== "GIT_BLOCKED") throw cause;
    throw noHistory(stateOf(cause), String(cause.data.fix), cause);
  }
}

/** The error for a past that cannot be read. */
export function noHistory(state: string, fix: string, cause?: unknown): LociError {
  const message = `Cannot read the history of the vault: ${state}; ${fix}`;
  return new LociError("GIT_BLOCKED", message, { data: { fix }, cause });
}

/** What is wrong, without what it stood in the way of. */
export const stateOf = (error: unknown): string =>
  messageOf(error).replace(/^Cannot commit to the vault: /, "");

/** To look at an old commit is no reason to show no past. */
async function detachedHead(gitDir: string): Promise<string | undefined> {
  const text = (await readIfThere(join(gitDir, "HEAD")))?.toString("latin1").trim() ?? "";
  return /^[0-9a-f]{40}$/.test(text) ? text : undefined;
}

/** A long past is a hundred thousand small reads: the quick ways first. What they do not give, the careful way may. */
function openReader(gitDir: string, packs: Packs): ObjectReader {
  const careful = openObjects(gitDir, nodeDisk);
  return {
    async read(oid) {
      try {
        return packs.read(oid) ?? readLoose(gitDir, oid) ?? (await careful.read(oid));
      } catch {
        return careful.read(oid);
      }
    },
  };
}

const plainRead = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** The content of a loose object; undefined where there is none of that name, or it is damaged. */
function readLoose(gitDir: string, oid: string): Buffer | undefined {
  const file = join(gitDir, "objects", oid.slice(0, 2), oid.slice(2));
  const wrapped = inflateSync(readFileSync(file, { flag: plainRead }), {
    maxOutputLength: 2 ** 28,
  });
  if (hash("sha1", wrapped, "hex") !== oid) return undefined;
  return wrapped.subarray(wrapped.indexOf(0) + 1);
}
