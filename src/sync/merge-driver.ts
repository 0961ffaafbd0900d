import { lstatSync } from "node:fs";
import { rename, rm, writeFile } from "node:fs/promises";
import { extname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { LociError, messageOf } from "../errors.ts";
import { readGitConfig, setConfig } from "../git/config/git-config.ts";
import { readIfThere } from "../git/disk.ts";
import { findGit } from "../git/system-git.ts";
import { mergeFile } from "./merge/file/merge-file.ts";
import { parseRemovals } from "./merge/file/removals.ts";
import { readForgotten } from "./round/forgotten.ts";

/**
 * Lets plain git (by the PATH of `env`) merge the vault's files as `loci sync` does, with `command` to start Loci.
 * Registers the driver in this clone's own settings, never in a file that is synced; an installation that has moved is
 * registered again. Returns whether anything was written: nothing is without git, or where the vault is no repository
 * of its own. Throws LociError GIT_BLOCKED.
 */
export async function registerMergeDriver(
  root: string,
  { env, command = ownCommand() }: { env: NodeJS.ProcessEnv; command?: readonly string[] },
): Promise<boolean> {
  const gitDir = join(root, ".git");
  if (lstatSync(gitDir, { throwIfNoEntry: false })?.isDirectory() !== true) return false;
  const settings = await readGitConfig(gitDir, { configFiles: [] });
  const driver = driverLine(command);
  if (settings.get("merge.loci.driver") === driver) return false;
  if ((await findGit(env)) === undefined) return false;
  await setConfig(gitDir, { "merge.loci.driver": driver });
  return true;
}

/** The program and the file that start Loci, in `src/` and in `dist/` alike. */
function ownCommand(): readonly string[] {
  const main = new URL(`../cli/main${extname(import.meta.url)}`, import.meta.url);
  return [process.execPath, fileURLToPath(main)];
}

/**
 * The line that git hands to a shell. Git quotes the path (%P) itself; its own temporary files need no quotes. Where
 * Loci cannot be started, or leaves the file alone, git's text merge takes over: a conflict must have its markers, or
 * the next `git add` would drop the other side.
 */
function driverLine(command: readonly string[]): string {
  const loci = command.map(shellQuote).join(" ").replaceAll("%", "%%");
  const plain = "git merge-file -L ours -L base -L theirs %A %O %B";
  return `${loci} merge-file -- %O %A %B %P || ${plain} || exit 1`;
}

const shellQuote = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

/** Three versions of one file, as git hands them to a merge driver; `cwd`: the vault, from where git runs it. */
type GitVersions = Readonly<Record<"cwd" | "base" | "ours" | "theirs", string>>;

/**
 * Merges three files as `loci sync` does, and puts the result in the place of `ours`; `path`: where that lies in the
 * vault. Gives one sentence for each line of which both versions were kept. Throws LociError BAD_INPUT, UNREADABLE or
 * WRITE_FAILED with `ours` as it was.
 */
export async function mergeForGit(
  versions: GitVersions & { readonly path?: string | undefined },
): Promise<readonly string[]> {
  const { cwd, path = versions.ours } = versions;
  const base = await readSide(cwd, versions.base);
  const { bytes, aside, keptBoth } = mergeFile({
    path,
    // Git returns an empty file where the path has no version of both sides' past.
    bases: [base.length === 0 ? null : base],
    ours: await readSide(cwd, versions.ours),
    theirs: await readSide(cwd, versions.theirs),
    removals: parseRemovals(readForgotten(cwd)),
  });
  if (aside !== undefined) {
    throw new LociError(
      "BAD_INPUT",
      `Cannot merge "${path}": both sides changed it, it is no text to merge, and git takes one result only; keep one with git checkout --ours or --theirs, or let loci sync keep both`,
    );
  }
  await replace(resolve(cwd, versions.ours), bytes ?? new Uint8Array());
  return keptBoth;
}

async function readSide(cwd: string, name: string): Promise<Buffer> {
  const bytes = await readIfThere(resolve(cwd, name)).catch((error: unknown) => error);
  if (bytes instanceof Buffer) return bytes;
  const why = bytes instanceof TypeError ? "it is not a plain file" : messageOf(bytes);
  const state = bytes === undefined ? "there is no such file" : why;
  throw new LociError("UNREADABLE", `Cannot read "${name}": ${state}`, { cause: bytes });
}

/** The file holds either version as a whole at any moment. */
async function replace(file: string, bytes: Uint8Array): Promise<void> {
  const draft = `${file}.loci-merge-${process.pid}`;
  try {
    await writeFile(draft, bytes, { mode: lstatSync(file).mode, flag: "wx" });
    await rename(draft, file);
  } catch (cause) {
    await rm(draft, { force: true });
    throw new LociError("WRITE_FAILED", `Cannot write "${file}": ${messageOf(cause)}`, { cause });
  }
}
