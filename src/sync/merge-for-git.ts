import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { lstat } from "node:fs/promises";
import { isAbsolute, join, resolve } from "node:path";
import { LociError, messageOf } from "../errors.ts";
import { nodeDisk, readIfThere, unlinkIfThere } from "../git/disk.ts";
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
  const { cwd } = versions;
  const named = versions.path ?? versions.ours;
  const { vault, path } = placeInVault(cwd, named);
  const base = await readSide(cwd, versions.base);
  const { bytes, aside, keptBoth } = mergeFile({
    path,
    // Git returns an empty file where the path has no version of both sides' past.
    bases: [base.length === 0 ? null : base],
    ours: await readSide(cwd, versions.ours),
    theirs: await readSide(cwd, versions.theirs),
    removals: await readRemovals(vault, versions.now),
  });
  if (aside !== undefined) {
    throw new LociError(
      "BAD_INPUT",
      `Cannot merge "${named}": both sides changed a binary file, and git takes one result only; keep one with git checkout --ours or --theirs, or let loci sync keep both`,
    );
  }
  await replace(resolve(cwd, versions.ours), bytes ?? new Uint8Array());
  return keptBoth;
}

async function readSide(cwd: string, name: string): Promise<Buffer> {
  const no = (state: string, cause?: unknown): LociError =>
    new LociError("UNREADABLE", `Cannot read "${name}": ${state}`, { cause });
  const bytes = await readIfThere(resolve(cwd, name)).catch((cause: unknown) => {
    throw no(cause instanceof TypeError ? "it is not a plain file" : messageOf(cause), cause);
  });
  if (bytes === undefined) throw no("there is no such file");
  return bytes;
}

/** A vault may be a folder of the repository: the nearest upward that looks like one, else the top. */
function placeInVault(cwd: string, path: string) {
  const names = path.split("/");
  const isOutside = isAbsolute(path) || names.includes("..");
  const depths = isOutside ? [] : [...names.keys()].reverse();
  const above = (depth: number): string => join(cwd, ...names.slice(0, depth));
  const depth = depths.find((at) =>
    ["loci.yaml", "log/forgotten.txt"].some((mark) => existsSync(join(above(at), mark))),
  );
  return depth ? { vault: above(depth), path: names.slice(depth).join("/") } : { vault: cwd, path };
}

/** The file holds either version as a whole at any moment. */
async function replace(file: string, bytes: Uint8Array): Promise<void> {
  const draft = `${file}.loci-merge-${randomBytes(4).toString("hex")}`;
  try {
    const mode = (await lstat(file)).mode & 0o777;
    await nodeDisk.create(draft, bytes, mode);
    await nodeDisk.chmod(draft, mode); // Whatever the umask.
    await nodeDisk.rename(draft, file);
  } catch (cause) {
    await unlinkIfThere(nodeDisk, draft);
    throw new LociError("WRITE_FAILED", `Cannot write "${file}": ${messageOf(cause)}`, { cause });
  }
}
