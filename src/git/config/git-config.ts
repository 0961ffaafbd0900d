import { dirname, join, resolve } from "node:path";
import { GitConfigManager } from "isomorphic-git/managers";
import { openDrafts, readIfThere, readRules, replaceFile, withRefLock } from "../disk.ts";

/** Settings by full name (`core.autocrlf`, `remote.origin.url`), the last one written wins. */
export type GitConfig = ReadonlyMap<string, string>;

/** Where git keeps what holds for every repository of this person. */
export interface GitHome {
  readonly home?: string | undefined;
  readonly configFiles: readonly string[];
  /** With the files `ignore` and `attributes`. */
  readonly folder?: string | undefined;
}

/** Finds git's files outside a repository as git does; HOME may be unset. */
export function gitHome(env: Readonly<Record<string, string | undefined>>): GitHome {
  const home = env.HOME || undefined;
  const above = env.XDG_CONFIG_HOME || (home && join(home, ".config"));
  const folder = above && join(above, "git");
  const system = env.GIT_CONFIG_NOSYSTEM ? "" : (env.GIT_CONFIG_SYSTEM ?? "/etc/gitconfig");
  const usual = [folder && join(folder, "config"), home && join(home, ".gitconfig")];
  const personal = env.GIT_CONFIG_GLOBAL === undefined ? usual : [env.GIT_CONFIG_GLOBAL];
  const configFiles = [system, ...personal].filter((file): file is string => Boolean(file));
  return { home, configFiles, folder };
}

/** Reads the settings that hold in a repository, with the files they include; not those included under a condition. */
export async function readGitConfig(gitDir: string, person: GitHome): Promise<GitConfig> {
  const own = ["config", "config.worktree"].map((name) => join(gitDir, name));
  const read = [...person.configFiles, ...own].map((file) => readPairs(file, person.home));
  return new Map((await Promise.all(read)).flat());
}

type Pair = [key: string, value: string];

async function readPairs(file: string, home: string | undefined, depth = 0): Promise<Pair[]> {
  // A line may go on in the next one, and a setting stand behind the name of its section.
  const text = (await readRules(file, true))
    .replace(/\\\r?\n/g, "")
    .replace(/^[ \t]*\[.*?\]/gm, "$&\n");
  // No value stands with a comment or the name of a section.
  const lines: readonly { path: string; value: string | null }[] = (await parse(text)).parsedConfig;
  const read = lines.map(async ({ path, value }): Promise<Pair[]> => {
    if (value === null) return [];
    if (path !== "include.path" || depth === 10) return [[path, value]];
    return readPairs(expandPath(value, dirname(file), home), home, depth + 1);
  });
  return (await Promise.all(read)).flat();
}

/** isomorphic-git reads and writes the text of one file; of git's own only the vault's, by itself. */
const parse = (text: string) =>
  GitConfigManager.get({ fs: { read: async () => text }, gitdir: "" });

/** Writes git's settings of this clone, by full name, under git's own lock; every other line stays. */
export async function setConfig(
  gitDir: string,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  const file = join(gitDir, "config");
  await openDrafts(gitDir);
  await withRefLock({ lockTimeout: 2_000, repository: { gitDir } }, file, async () => {
    const text = (await readIfThere(file))?.toString("utf8") ?? "";
    const config = await parse(text);
    for (const [path, value] of Object.entries(values)) await config.set(path, value);
    const next = config.toString();
    if (next !== text) await replaceFile(gitDir, file, next);
  });
}

/** A setting that is yes or no, as git reads it. */
export function readBool(config: GitConfig, key: string, usual: boolean): boolean {
  const value = config.get(key);
  return value === undefined ? usual : !/^(false|no|off|0*)$/i.test(value);
}

/** A path as git writes it in a setting: relative to a folder, or with ~ for the home folder. */
export const expandPath = (path: string, folder: string, home: string | undefined): string =>
  home !== undefined && /^~(?:$|\/)/.test(path) ? join(home, path.slice(1)) : resolve(folder, path);
