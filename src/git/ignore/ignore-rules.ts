import { dirname, join } from "node:path";
import ignore, { type Ignore, type PatternParams } from "ignore";
import { expandPath, type GitConfig, type GitHome, isTrue } from "../config/git-config.ts";
import { readRules } from "../disk.ts";

/** A repository, and where the person's own patterns are. */
export interface PatternPlace {
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
  const { root, gitDir, config, person } = place;
  const setting = config.get("core.excludesfile");
  const personal = setting ? expandPath(setting, root, person.home) : person.ignoreFile;
  const load = openPatternFiles(isTrue(config.get("core.ignorecase")), (line) => line);
  const outermost = personal === undefined ? [] : [personal];
  const foldersWithRules = (path: string): string[] =>
    ofVault ? ["", ...foldersAbove(path)].toReversed() : [];
  /** The innermost rule that fits decides. */
  const find = async (path: string, isFolder: boolean): Promise<string | undefined> => {
    const end = isFolder ? "/" : "";
    const inVault = foldersWithRules(path).map((folder) => {
      const shown = join(folder, ".gitignore");
      const inside = folder === "" ? path : path.slice(folder.length + 1);
      return { shown, inside, file: join(root, shown), isOwn: false };
    });
    const outer = [join(gitDir, "info", "exclude"), ...outermost].map((file) => {
      const shown = file.startsWith(gitDir) ? ".git/info/exclude" : file;
      return { shown, inside: path, file, isOwn: true };
    });
    for (const { shown, inside, file, isOwn } of [...inVault, ...outer]) {
      const rules = await load(file, isOwn);
      // A nearer file takes the folder back: then what this one says of the folder counts for nothing in it.
      const above = dirname(inside);
      if (above !== "." && rules.test(`${above}/`).ignored) continue;
      const { ignored, unignored, rule } = rules.test(inside + end);
      if (unignored) return undefined;
      if (ignored) return `the line "${rule?.pattern.slice(0, 60)}" of ${shown}`;
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
export function openFilterRules({
  root,
  gitDir,
  config,
  person,
}: PatternPlace): (path: string) => Promise<string | undefined> {
  const programs = [...config.keys()].flatMap(
    (key) => /^filter\.(.+)\.(?:clean|process)$/.exec(key)?.[1] ?? [],
  );
  if (programs.length === 0) return async () => undefined;
  const load = openPatternFiles(false, (line) => {
    const [, pattern, filter = ""] = /^\s*(\S+)\s(?:.*\s)?filter=(\S+)/.exec(line) ?? [];
    return pattern !== undefined && programs.includes(filter) ? { pattern, mark: filter } : [];
  });
  return async (path) => {
    const places: [file: string, inside: string, isOwn: boolean][] = [
      [join(gitDir, "info", "attributes"), path, true],
      [person.attributesFile ?? "", path, true],
      ...["", ...foldersAbove(path)].map((folder): [string, string, boolean] => [
        join(root, folder, ".gitattributes"),
        folder === "" ? path : path.slice(folder.length + 1),
        false,
      ]),
    ];
    for (const [file, inside, isOwn] of places) {
      const { ignored, rule } = file === "" ? {} : (await load(file, isOwn)).test(inside);
      if (ignored) return rule?.mark;
    }
    return undefined;
  };
}

const foldersAbove = (path: string): string[] =>
  path
    .split("/")
    .slice(0, -1)
    .map((_, depth, names) => names.slice(0, depth + 1).join("/"));

/**
 * More than people write; an attacker could push more to block Loci. Stars take a pattern's matcher long. What is beyond these
 * counts for nothing: in each file of the person's own, and in all together that came with the vault.
 */
const maxLines = 5_000;
const longestLine = 256;
const maxStars = 3;
const maxStarred = 200;

/**
 * Reads each file of patterns once. Git follows links to its own and the person's files, never to those that came with the
 * vault. A file may come from anybody who can push: of one that is too large, what stands at its beginning counts.
 */
function openPatternFiles(
  ignorecase: boolean,
  toPattern: (line: string) => string | PatternParams | [],
): (file: string, isOwn: boolean) => Promise<Ignore> {
  const ofVault = { lines: maxLines, starred: maxStarred };
  const read = async (file: string, isOwn: boolean): Promise<Ignore> => {
    const text = await readRules(file, { followLinks: isOwn, onlyStart: true });
    const lines = text.replace(/^\ufeff/, "").split(/\r?\n/);
    const left = isOwn ? { lines: maxLines, starred: maxStarred } : ofVault;
    const isCheap = (line: string): boolean => {
      const stars = line.match(/\*+\/?/g)?.length ?? 0;
      return stars < 2 || (stars <= maxStars && left.starred-- > 0);
    };
    const patterns = lines
      .filter((line) => /^[^#]/.test(line.trim()) && line.length <= longestLine)
      .slice(0, Math.max(0, left.lines))
      .filter(isCheap)
      .flatMap(toPattern);
    left.lines -= patterns.length;
    return ignore({ allowRelativePaths: true, ignorecase }).add(patterns);
  };
  const known = new Map<string, Promise<Ignore>>();
  return (file, isOwn) => {
    const found = known.get(file) ?? read(file, isOwn);
    known.set(file, found);
    return found;
  };
}
