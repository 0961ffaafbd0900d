import { dirname, join, resolve } from "node:path";
import { readRules } from "../disk.ts";

/** Settings by full name (`core.autocrlf`, `remote.origin.url`), the last one written wins. */
export type GitConfig = ReadonlyMap<string, string>;

/** Where git keeps what holds for every repository of this person. */
export interface GitHome {
  readonly home?: string | undefined;
  readonly configFiles: readonly string[];
  readonly ignoreFile?: string | undefined;
  readonly attributesFile?: string | undefined;
}

/** Finds git's files outside a repository as git does; HOME may be unset. */
export function gitHome(env: Readonly<Record<string, string | undefined>>): GitHome {
  const home = env.HOME || undefined;
  const folder = env.XDG_CONFIG_HOME || (home && join(home, ".config"));
  const inFolder = (name: string) => (folder ? join(folder, "git", name) : undefined);
  const system = env.GIT_CONFIG_NOSYSTEM ? "" : (env.GIT_CONFIG_SYSTEM ?? "/etc/gitconfig");
  const usual = [inFolder("config"), home && join(home, ".gitconfig")];
  const personal = env.GIT_CONFIG_GLOBAL === undefined ? usual : [env.GIT_CONFIG_GLOBAL];
  return {
    home,
    configFiles: [system, ...personal].filter((file): file is string => Boolean(file)),
    ignoreFile: inFolder("ignore"),
    attributesFile: inFolder("attributes"),
  };
}

/**
 * Reads the settings that hold in a repository, with the files they include: those that are included under a condition only
 * where `includes` takes them in.
 */
export async function readGitConfig(
  gitDir: string,
  person: GitHome,
  includes: RegExp = /^include\.path$/,
): Promise<GitConfig> {
  const config = new Map<string, string>();
  const own = ["config", "config.worktree"].map((name) => join(gitDir, name));
  for (const file of [...person.configFiles, ...own])
    await readInto(config, { file, includes, ...person });
  return config;
}

async function readInto(
  config: Map<string, string>,
  one: { readonly file: string; readonly includes: RegExp } & Pick<GitHome, "home">,
  depth = 0,
): Promise<void> {
  const { file, includes, home } = one;
  for (const [key, value] of parseGitConfig(await readRules(file, true))) {
    config.set(key, value);
    if (includes.test(key) && depth < 10)
      await readInto(config, { ...one, file: expandPath(value, dirname(file), home) }, depth + 1);
  }
}

/** A setting that is yes or no, as git reads it. */
export function readBool(config: GitConfig, key: string, usual: boolean): boolean {
  const value = config.get(key);
  return value === undefined ? usual : !/^(false|no|off|0*)$/i.test(value);
}

/** A path as git writes it in a setting: relative to a folder, or with ~ for the home folder. */
export function expandPath(path: string, folder: string, home: string | undefined): string {
  return path.startsWith("~/") && home ? join(home, path.slice(2)) : resolve(folder, path);
}

/** Reads the text of a git configuration file as pairs of full name and value, in order. */
export function parseGitConfig(text: string): [key: string, value: string][] {
  const pairs: [string, string][] = [];
  let section = "";
  for (const line of text.replace(/\\\r?\n/g, "").split(/\r?\n/)) {
    const header = /^\s*\[\s*([-.\w]+)\s*(?:"((?:[^"\\]|\\.)*)"\s*)?\]/.exec(line);
    if (header) {
      const [, name = "", sub] = header;
      section = name.toLowerCase() + (sub === undefined ? "" : `.${sub.replace(/\\(.)/g, "$1")}`);
    }
    const rest = header ? line.slice(header[0].length) : line;
    const [, key, raw] = /^\s*([a-z][-a-z0-9]*)\s*(?:=(.*))?(?:[#;].*)?$/is.exec(rest) ?? [];
    if (key === undefined) continue;
    pairs.push([`${section}.${key.toLowerCase()}`, raw === undefined ? "true" : parseValue(raw)]);
  }
  return pairs;
}

const escapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", b: "\b" };

/** Quotes keep blanks and comment signs; outside of them a comment ends the value. */
function parseValue(raw: string): string {
  let value = "";
  let kept = 0;
  for (const [token, quoted] of raw.trimStart().matchAll(/"((?:[^"\\]|\\.)*)"?|\\.|[^\\]/gs)) {
    if (token === "#" || token === ";") break;
    value += (quoted ?? token).replace(/\\(.)/gs, (_, sign: string) => escapes[sign] ?? sign);
    if (token.trim() !== "") kept = value.length;
  }
  return value.slice(0, kept);
}

/** The address of a remote in git's settings; undefined where there is none of this name. */
export const findRemoteUrl = (config: GitConfig, name: string): string | undefined =>
  config.get(`remote.${name}.url`) || undefined;
