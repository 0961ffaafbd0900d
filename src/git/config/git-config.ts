import { dirname, isAbsolute, join } from "node:path";
import { readRules } from "../disk.ts";

/** Settings by full name (`core.autocrlf`, `remote.origin.url`), the last one written wins. */
export type GitConfig = ReadonlyMap<string, string>;

/** Where git keeps what holds for every repository of this person. */
export interface GitHome {
  readonly home?: string;
  readonly configFiles: readonly string[];
  readonly attributesFile?: string;
  readonly ignoreFile?: string;
}

/** Finds git's files outside a repository as git does; HOME may be unset. */
export function gitHome(env: Readonly<Record<string, string | undefined>>): GitHome {
  const home = env.HOME || undefined;
  const xdg = env.XDG_CONFIG_HOME || (home && join(home, ".config"));
  const system = env.GIT_CONFIG_NOSYSTEM ? [] : [env.GIT_CONFIG_SYSTEM ?? "/etc/gitconfig"];
  const global = env.GIT_CONFIG_GLOBAL;
  const personal = [xdg && join(xdg, "git", "config"), home && join(home, ".gitconfig")];
  return {
    ...(home === undefined ? {} : { home }),
    configFiles: [...system, ...(global === undefined ? personal : [global])].filter(
      (file): file is string => Boolean(file),
    ),
    ...(xdg
      ? {
          attributesFile: join(xdg, "git", "attributes"),
          ignoreFile: join(xdg, "git", "ignore"),
        }
      : {}),
  };
}

/** Reads the settings that hold in a repository, with the files they include, but no program or rewritten address that it names itself. */
export async function readGitConfig(gitDir: string, person: GitHome): Promise<GitConfig> {
  const config = new Map<string, string>();
  for (const file of person.configFiles) await readInto(config, file, person.home, 0);
  const own = new Map<string, string>();
  await readInto(own, join(gitDir, "config"), person.home, 0);
  if (isTrue(own.get("extensions.worktreeconfig"))) {
    await readInto(own, join(gitDir, "config.worktree"), person.home, 0);
  }
  for (const [key, value] of own) if (!isForPersonOnly(key)) config.set(key, value);
  return config;
}

/**
 * `url.<base>.insteadOf` sends what is meant for one address to another, `core.sshCommand` runs a program. From the
 * person's own files they are theirs; a repository may have come in an archive, and could take the memories elsewhere.
 */
const isForPersonOnly = (key: string): boolean =>
  key === "core.sshcommand" || /^url\..*\.(?:push)?insteadof$/su.test(key);

/** Whether git reads a value as yes. */
export function isTrue(value: string | undefined): boolean {
  return value !== undefined && /^(true|yes|on|[1-9]\d*)$/i.test(value);
}

/** A setting that is yes or no, as git reads it; what it is as a rule where it is neither. */
export function readBool(config: GitConfig, key: string, usual: boolean): boolean {
  const value = config.get(key);
  if (value === undefined) return usual;
  return usual ? !/^(false|no|off|0+|)$/i.test(value) : isTrue(value);
}

/** A path as git writes it in a setting: relative to a folder, or with ~ for the home folder. */
export function expandPath(path: string, folder: string, home: string | undefined): string {
  if (path.startsWith("~/") && home !== undefined) return join(home, path.slice(2));
  return isAbsolute(path) ? path : join(folder, path);
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
    const setting = /^\s*([a-z][-a-z0-9]*)\s*(?:=(.*))?(?:[#;].*)?$/is.exec(
      header ? line.slice(header[0].length) : line,
    );
    if (setting?.[1] === undefined) continue;
    const value = setting[2] === undefined ? "true" : parseValue(setting[2]);
    pairs.push([`${section}.${setting[1].toLowerCase()}`, value]);
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
    value += unescapeValue(quoted ?? token);
    if (token.trim() !== "") kept = value.length;
  }
  return value.slice(0, kept);
}

const unescapeValue = (text: string): string =>
  text.replace(/\\(.)/gs, (_, character: string) => escapes[character] ?? character);

async function readInto(
  config: Map<string, string>,
  file: string,
  home: string | undefined,
  depth: number,
): Promise<void> {
  if (depth > 10) return;
  for (const [key, value] of parseGitConfig(await readRules(file, { followLinks: true }))) {
    config.set(key, value);
    if (key === "include.path") {
      await readInto(config, expandPath(value, dirname(file), home), home, depth + 1);
    }
  }
}

/**
 * The address of a remote in git's settings, with the person's own shorthands (`url.<base>.insteadOf`) spelt out;
 * undefined where there is none of this name.
 */
export function findRemoteUrl(config: GitConfig, name: string): string | undefined {
  const url = config.get(`remote.${name}.url`);
  return url === undefined || url === "" ? undefined : spellOut(config, url);
}

/** An address with the person's own shorthands spelt out. */
export function spellOut(config: GitConfig, url: string): string {
  let longest = "";
  let base = "";
  for (const [key, prefix] of config) {
    const [, replacement] = /^url\.(.*)\.insteadof$/s.exec(key) ?? [];
    if (replacement === undefined || prefix.length <= longest.length) continue;
    if (url.startsWith(prefix)) [longest, base] = [prefix, replacement];
  }
  return base + url.slice(longest.length);
}
