import { execFile } from "node:child_process";
import { constants, existsSync, lstatSync } from "node:fs";
import { open } from "node:fs/promises";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { LociError, messageOf } from "../errors.ts";
import { parseGitConfig } from "../git/config/git-config.ts";
import { readRules } from "../git/disk.ts";
import { findProgram } from "../git/find-program.ts";

export interface MergeDriverOptions {
  /** Whose PATH says where git is. */
  readonly env: NodeJS.ProcessEnv;
  /** Also names the files that the driver merges in the vault's `.gitattributes`, where they are not named yet. */
  readonly attributes?: boolean;
  /** How to start `loci`; by default this Node and this installation. */
  readonly command?: readonly string[];
}

export interface MergeDriverSetup {
  /** "registered": written into this clone's `.git/config` just now; "current": it stood there already. */
  readonly driver: "registered" | "current" | "no git" | "no repository";
  /** Whether `.gitattributes` was written; it is then the caller's to commit. */
  readonly attributes: "written" | "kept";
}

/**
 * Lets plain git merge the vault's files as `loci sync` does. Registers the driver in this clone's own settings, never
 * in a file that is synced; an installation that has moved is registered again. Without git, or where the vault is no
 * repository of its own, nothing happens. Throws LociError WRITE_FAILED.
 */
export async function setUpMergeDriver(
  root: string,
  options: MergeDriverOptions,
): Promise<MergeDriverSetup> {
  const driver = await register(root, options);
  const wanted = options.attributes === true && driver !== "no repository";
  return { driver, attributes: wanted && (await nameFiles(root)) ? "written" : "kept" };
}

async function register(
  root: string,
  { env, command = ownCommand() }: MergeDriverOptions,
): Promise<MergeDriverSetup["driver"]> {
  const gitDir = join(root, ".git");
  const isOwn = lstatSync(gitDir, { throwIfNoEntry: false })?.isDirectory() === true;
  if (!isOwn || !existsSync(join(gitDir, "config"))) return "no repository";
  const git = await findProgram("git", env);
  if (git === undefined) return "no git";
  const file = join(gitDir, "config");
  const settings = new Map(parseGitConfig(await readRules(file, { followLinks: true })));
  const wanted = { name: "Loci, entry by entry", driver: driverLine(command) };
  const missing = Object.entries(wanted).filter(
    ([key, value]) => settings.get(`merge.loci.${key}`) !== value,
  );
  for (const [key, value] of missing) {
    const write = ["config", "--file", file, "--replace-all", `merge.loci.${key}`, value];
    try {
      await promisify(execFile)(git, write, { env: plainEnv(env), timeout: 10_000 });
    } catch (cause) {
      const why = messageOf(cause);
      throw new LociError("WRITE_FAILED", `Cannot register the merge driver: ${why}`, { cause });
    }
  }
  return missing.length > 0 ? "registered" : "current";
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

/** No repository but the one that is named. */
function plainEnv(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith("GIT_")));
}

const patterns = ["*.md", "**/topics/index.txt", "log/forgotten.txt", "loci.yaml"];

/** Adds to `.gitattributes` what it does not say yet; what it says otherwise is the person's will. */
async function nameFiles(root: string): Promise<boolean> {
  const path = join(root, ".gitattributes");
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat !== undefined && !stat.isFile()) return false;
  const text = await readRules(path, { followLinks: false });
  const lines = text.split(/\r?\n/).map((line) => line.trim().split(/\s+/));
  const isNamed = (pattern: string): boolean =>
    lines.some(([first, ...words]) => first === pattern && words.some((word) => isMerge(word)));
  const missing = patterns.filter((pattern) => !isNamed(pattern));
  if (missing.length === 0) return false;
  const end = text.includes("\r\n") ? "\r\n" : "\n";
  const added = [
    ...(text === "" || text.endsWith("\n") ? [] : [""]),
    "# Merged entry by entry; loci init registers the driver, and without it git merges these as any text.",
    ...missing.map((pattern) => `${pattern} merge=loci`),
    "",
  ].join(end);
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND | constants.O_NOFOLLOW;
  const file = await open(path, flags, 0o666);
  await file.appendFile(added).finally(() => file.close());
  return true;
}

const isMerge = (word: string): boolean => /^[-!]?merge(?:=|$)/.test(word);
