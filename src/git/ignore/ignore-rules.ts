import { dirname, join, relative, sep } from "node:path";
import ignore, { type Ignore, type PatternParams } from "ignore";
import { expandPath, type GitConfig, type GitHome, readBool } from "../config/git-config.ts";
import { readRules } from "../disk.ts";
import { foldersAbove } from "../path-bytes.ts";

/** A repository, and where the person's own patterns are. */
interface PatternPlace {
  readonly root: string;
  readonly gitDir: string;
  readonly config: GitConfig;
  readonly person: GitHome;
}

/**
 * Gives a function that finds the rule by which git ignores a file (or a folder and all in it): `the line "*.wav" of
 * .gitignore`; undefined where none does. Reads each file of rules once. Without those `ofVault` only the person's own
 * rules count, which no other device can push.
 */
export function openIgnoreRules(
  place: PatternPlace,
  { ofVault = true }: { readonly ofVault?: boolean } = {},
): (path: string, isFolder?: boolean) => Promise<string | undefined> {
  const { root, config, person } = place;
  const setting = config.get("core.excludesfile");
  const personal = setting ? expandPath(setting, root, person.home) : person.ignoreFile;
  const ignoreCase = readBool(config, "core.ignorecase", false);
  const names = [".gitignore", "exclude", personal] as const;
  const patternsFor = openPatterns(place, names, (lines) => lines, { ofVault, ignoreCase });
  /** The innermost rule that fits decides. */
  const find = async (path: string): Promise<string | undefined> => {
    for await (const { patterns, inside, file } of patternsFor(path)) {
      // A nearer file takes the folder back: then what this one says of the folder counts for nothing in it.
      const above = dirname(inside);
      if (above !== "." && patterns.test(`${above}/`).ignored) continue;
      const { ignored, unignored, rule } = patterns.test(inside);
      if (unignored) return undefined;
      const shown = file.startsWith(root + sep) ? relative(root, file) : file;
      if (ignored) return `the line "${rule?.pattern.slice(0, 60)}" of ${shown}`;
    }
    return undefined;
  };
  return async (path, isFolder = false) => {
    for (const above of foldersAbove(path).toReversed()) {
      const rule = await find(`${above}/`);
      if (rule !== undefined) return rule; // With all that lies in it.
    }
    return find(isFolder ? `${path}/` : path);
  };
}

/**
 * Gives a function that finds the filter by which the person's git changes a file before it stores it, as git-crypt
 * does; undefined where it stores it as it stands. Attributes of the vault name no program by themselves.
 */
export function openFilterRules(
  place: PatternPlace,
): (path: string) => Promise<string | undefined> {
  const filters = [...place.config.keys()].flatMap(
    (key) => /^filter\.(.+)\.(?:clean|process)$/.exec(key)?.[1] ?? [],
  );
  const names = [".gitattributes", "attributes", place.person.attributesFile] as const;
  const toPatterns = (lines: readonly string[]): PatternParams[] =>
    lines.flatMap((line) => {
      const [, pattern, mark = ""] = /^\s*(\S+)\s(?:.*\s)?filter=(\S+)/.exec(line) ?? [];
      return pattern !== undefined && filters.includes(mark) ? { pattern, mark } : [];
    });
  const patternsFor = openPatterns(place, names, toPatterns);
  return async (path) => {
    if (filters.length === 0) return undefined;
    for await (const { patterns, inside } of patternsFor(path)) {
      const { ignored, rule } = patterns.test(inside);
      if (ignored) return rule?.mark;
    }
    return undefined;
  };
}

/**
 * Gives a function that yields the patterns that may fit a path, the innermost file first, each read once. Git follows
 * links to the person's files, never to those of the vault, which may come from anybody who can push: more patterns than
 * people write, and those that take a matcher long, count for nothing.
 */
function openPatterns(
  { root, gitDir }: PatternPlace,
  [name, info, personal]: readonly [name: string, info: string, personal: string | undefined],
  toPatterns: (lines: readonly string[]) => readonly (string | PatternParams)[],
  { ofVault = true, ignoreCase = false } = {},
) {
  const left = { lines: 5_000, starred: 200 };
  const isCheap = (line: string): boolean => {
    const stars = line.match(/\*+\/?/g)?.length ?? 0;
    const isShort = line.length <= 256 && left.lines-- > 0;
    return isShort && (stars < 2 || (stars <= 3 && left.starred-- > 0));
  };
  const read = async (file: string, isOwn: boolean): Promise<Ignore> => {
    const text = await readRules(file, isOwn);
    const lines = text.replace(/^\ufeff/, "").split(/\r?\n/);
    const rules = lines.filter((line) => /^[^#]/.test(line.trim()) && (isOwn || isCheap(line)));
    return ignore({ allowRelativePaths: true, ignoreCase }).add(toPatterns(rules));
  };
  const known = new Map<string, Promise<Ignore>>();
  const own = [join(gitDir, "info", info), personal].filter((file) => file !== undefined);
  return async function* (path: string) {
    const folders = ofVault ? [...foldersAbove(path.replace(/\/$/, "")), ""] : [];
    for (const [at, file] of [...folders.map((one) => join(root, one, name)), ...own].entries()) {
      const folder = folders[at];
      const patterns = known.get(file) ?? read(file, folder === undefined);
      known.set(file, patterns);
      const inside = folder ? path.slice(folder.length + 1) : path;
      yield { patterns: await patterns, file, inside };
    }
  };
}
