import { dirname, join, relative, sep } from "node:path";
import ignore, { type Ignore, type PatternParams } from "ignore";
import { expandPath, type GitConfig, type GitHome, readBool } from "../config/git-config.ts";
import { readRules } from "../disk.ts";

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
  const load = openPatternFiles(readBool(config, "core.ignorecase", false), (line) => line);
  /** The innermost rule that fits decides. */
  const find = async (path: string, isFolder: boolean): Promise<string | undefined> => {
    const files = patternFiles(place, [".gitignore", "exclude", personal], path);
    for (const from of files.filter(({ isOwn }) => isOwn || ofVault)) {
      const { inside } = from;
      const rules = await load(from);
      // A nearer file takes the folder back: then what this one says of the folder counts for nothing in it.
      const above = dirname(inside);
      if (above !== "." && rules.test(`${above}/`).ignored) continue;
      const { ignored, unignored, rule } = rules.test(inside + (isFolder ? "/" : ""));
      if (unignored) return undefined;
      if (ignored) return `the line "${rule?.pattern.slice(0, 60)}" of ${shown(root, from.file)}`;
    }
    return undefined;
  };
  return async (path, isFolder = false) => {
    for (const above of foldersAbove(path)) {
      const rule = await find(above, true);
      if (rule !== undefined) return rule; // With all that lies in it.
    }
    return find(path, isFolder);
  };
}

/**
 * Gives a function that finds the filter by which the person's git changes a file before it stores it, such as that of git-crypt;
 * undefined where it stores it as it stands. Attributes that came with the vault name no program by themselves.
 */
export function openFilterRules(
  place: PatternPlace,
): (path: string) => Promise<string | undefined> {
  const filters = [...place.config.keys()].flatMap(
    (key) => /^filter\.(.+)\.(?:clean|process)$/.exec(key)?.[1] ?? [],
  );
  if (filters.length === 0) return async () => undefined;
  const load = openPatternFiles(false, (line) => {
    const [, pattern, filter = ""] = /^\s*(\S+)\s(?:.*\s)?filter=(\S+)/.exec(line) ?? [];
    return pattern !== undefined && filters.includes(filter) ? { pattern, mark: filter } : [];
  });
  const names = [".gitattributes", "attributes", place.person.attributesFile] as const;
  return async (path) => {
    for (const from of patternFiles(place, names, path)) {
      const { ignored, rule } = (await load(from)).test(from.inside);
      if (ignored) return rule?.mark;
    }
    return undefined;
  };
}

interface PatternFile {
  readonly file: string;
  /** The path that is asked about, as the file's patterns see it. */
  readonly inside: string;
  /** The person's own, and not one that came with the vault. */
  readonly isOwn: boolean;
}

/** The files that may have a pattern for a path, the innermost first. */
function patternFiles(
  { root, gitDir }: PatternPlace,
  [name, info, personal]: readonly [name: string, info: string, personal: string | undefined],
  path: string,
): readonly PatternFile[] {
  const inVault = ["", ...foldersAbove(path)].toReversed().map((folder) => ({
    file: join(root, folder, name),
    inside: folder === "" ? path : path.slice(folder.length + 1),
    isOwn: false,
  }));
  const own = { inside: path, isOwn: true };
  const ofPerson = personal === undefined ? [] : [{ ...own, file: personal }];
  return [...inVault, { ...own, file: join(gitDir, "info", info) }, ...ofPerson];
}

/** A file as it is named to the person. */
const shown = (root: string, file: string): string =>
  file.startsWith(root + sep) ? relative(root, file) : file;

const foldersAbove = (path: string): string[] => {
  const names = path.split("/").slice(0, -1);
  return names.map((_, depth) => names.slice(0, depth + 1).join("/"));
};

/**
 * Reads each file of patterns once. Git follows links to the person's files, never to those that came with the vault, which may
 * come from anybody who can push: more of them than people write, and those that take a matcher long, count for nothing.
 */
function openPatternFiles(
  ignorecase: boolean,
  toPattern: (line: string) => string | PatternParams | [],
): (from: PatternFile) => Promise<Ignore> {
  const left = { lines: 5_000, starred: 200 };
  const isCheap = (line: string): boolean => {
    const stars = line.match(/\*+\/?/g)?.length ?? 0;
    const isShort = line.length <= 256 && left.lines-- > 0;
    return isShort && (stars < 2 || (stars <= 3 && left.starred-- > 0));
  };
  const read = async ({ file, isOwn }: PatternFile): Promise<Ignore> => {
    const text = await readRules(file, { followLinks: isOwn, only: "start" });
    const lines = text.replace(/^\ufeff/, "").split(/\r?\n/);
    const patterns = lines
      .filter((line) => /^[^#]/.test(line.trim()) && (isOwn || isCheap(line)))
      .flatMap(toPattern);
    return ignore({ allowRelativePaths: true, ignorecase }).add(patterns);
  };
  const known = new Map<string, Promise<Ignore>>();
  return (from) => {
    const found = known.get(from.file) ?? read(from);
    known.set(from.file, found);
    return found;
  };
}
