import { lstatSync } from "node:fs";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { LociError } from "../errors.ts";
import { parseGitConfig } from "../git/config/git-config.ts";
import { nodeDisk, readRules } from "../git/disk.ts";
import { findGit } from "../git/system-git.ts";

export interface MergeDriverOptions {
  /** Whose PATH says where git is. */
  readonly env: NodeJS.ProcessEnv;
  /** How to start `loci`; by default this Node and this installation. */
  readonly command?: readonly string[];
}

/**
 * Lets plain git merge the vault's files as `loci sync` does. Registers the driver in this clone's own settings, never
 * in a file that is synced; an installation that has moved is registered again. Returns whether anything was written:
 * nothing is where the driver stands there, without git, or where the vault is no repository of its own. Throws
 * LociError WRITE_FAILED.
 */
export async function registerMergeDriver(
  root: string,
  { env, command = ownCommand() }: MergeDriverOptions,
): Promise<boolean> {
  const gitDir = join(root, ".git");
  if (lstatSync(gitDir, { throwIfNoEntry: false })?.isDirectory() !== true) return false;
  const file = join(gitDir, "config");
  const settings = new Map(parseGitConfig(await readRules(file, { followLinks: true })));
  const wanted = { name: "Loci, entry by entry", driver: driverLine(command) };
  const missing = Object.entries(wanted)
    .map(([name, value]) => [`merge.loci.${name}`, value] as const)
    .filter(([key, value]) => settings.get(key) !== value);
  const git = missing.length === 0 ? undefined : await findGit(env, nodeDisk);
  if (git === undefined) return false;
  for (const setting of missing) {
    const write = ["config", "--file", file, "--replace-all", ...setting];
    const { code, stderr } = await git.run(gitDir, write);
    if (code === 0) continue;
    throw new LociError("WRITE_FAILED", `Cannot register the merge driver: ${stderr.trim()}`);
  }
  return true;
}

/** The program and the file that start Loci: `main` lies in `cli/` beside this file's folder, in `src/` and in `dist/` alike. */
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
