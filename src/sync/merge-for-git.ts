import { randomBytes } from "node:crypto";
import { existsSync, lstatSync } from "node:fs";
import { chmod, open, rename, rm } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { LociError, messageOf } from "../errors.ts";
import { readIfThere } from "../git/disk.ts";
import { mergeFile } from "./merge/file/merge-file.ts";
import { readRemovals } from "./round/forgotten.ts";

/** Three versions of one file, as git hands them to a merge driver. */
export interface GitVersions {
  /** The folder that the names of the files are relative to: for git, the top of the work tree. */
  readonly cwd: string;
  readonly base: string;
  /** The result is put here. */
  readonly ours: string;
  readonly theirs: string;
  /** The path in the repository; by default that of `ours`. */
  readonly path?: string | undefined;
  readonly now: Date;
}

/**
 * Merges three files as `loci sync` does, and puts the result in the place of `ours`. Gives one sentence for each line
 * of which both versions were kept. Throws LociError BAD_INPUT, UNREADABLE or WRITE_FAILED with `ours` as it was.
 */
export async function mergeForGit(versions: GitVersions): Promise<readonly string[]> {
  const named = versions.path ?? versions.ours;
  const { vault, path } = placeInVault(versions.cwd, named);
  const file = resolve(versions.cwd, versions.ours);
  const read = (name: string): Promise<Buffer> => readSide(versions.cwd, name);
  const base = await read(versions.base);
  const ours = await read(versions.ours);
  const theirs = await read(versions.theirs);
  const removals = await readRemovals(vault, versions.now);
  const merged = mergeFile({
    path,
    // Git returns an empty file where the path has no version of both sides' past.
    bases: [base.length === 0 ? null : base],
    ours,
    theirs,
    removals,
  });
  if (merged.aside !== undefined) {
    throw new LociError(
      "BAD_INPUT",
      `Cannot merge "${named}": both sides changed a binary file, and git takes one result only; keep one with git checkout --ours or --theirs, or let loci sync keep both`,
    );
  }
  await replace(file, merged.bytes ?? new Uint8Array());
  return merged.keptBoth;
}

async function readSide(cwd: string, name: string): Promise<Buffer> {
  const file = resolve(cwd, name);
  const no = (state: string, cause?: unknown): LociError =>
    new LociError("UNREADABLE", `Cannot read "${name}": ${state}`, { cause });
  let bytes: Buffer | undefined;
  try {
    bytes = await readIfThere(file);
  } catch (cause) {
    throw no(cause instanceof TypeError ? "it is not a plain file" : messageOf(cause), cause);
  }
  if (bytes === undefined) throw no("there is no such file");
  return bytes;
}

interface Placed {
  /** The vault that the path lies in. */
  readonly vault: string;
  /** The path in the vault. */
  readonly path: string;
}

/** A vault may be a folder of the repository: the nearest upward that looks like one, else the top. */
function placeInVault(cwd: string, path: string): Placed {
  if (isAbsolute(path) || path.split(/[\\/]/).includes("..")) return { vault: cwd, path };
  const names = path.split("/");
  for (let depth = names.length - 1; depth > 0; depth--) {
    const vault = join(cwd, ...names.slice(0, depth));
    const marks = ["loci.yaml", join("log", "forgotten.txt")];
    if (marks.some((mark) => existsSync(join(vault, mark)))) {
      return { vault, path: names.slice(depth).join("/") };
    }
  }
  return { vault: cwd, path };
}

/** The file holds either version as a whole at any moment. */
async function replace(file: string, bytes: Uint8Array): Promise<void> {
  const draft = join(
    dirname(file),
    `.loci-merge-${basename(file)}-${randomBytes(4).toString("hex")}`,
  );
  try {
    const { mode } = lstatSync(file);
    const handle = await open(draft, "wx", mode & 0o777);
    try {
      await handle.writeFile(bytes);
    } finally {
      await handle.close();
    }
    await chmod(draft, mode & 0o777);
    await rename(draft, file);
  } catch (cause) {
    await rm(draft, { force: true });
    throw new LociError("WRITE_FAILED", `Cannot write "${file}": ${messageOf(cause)}`, { cause });
  }
}
