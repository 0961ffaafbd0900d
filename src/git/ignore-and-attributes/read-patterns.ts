import type { GitConfig, GitHome } from "../config/git-config.ts";
import { readRules } from "../disk.ts";

/** A repository, and where the person's own patterns are. */
export interface PatternPlace {
  readonly root: string;
  readonly gitDir: string;
  readonly config: GitConfig;
  readonly person: GitHome;
}

/** More than people write; an attacker could write more to block Loci. */
const maxLines = 5_000;
const longestLine = 4_096;

/**
 * Gives a function that reads and parses each file of patterns once. Git follows links to its own and the person's
 * files, never to those that came with the vault's.
 */
export function openPatternFiles<T>(
  parse: (lines: readonly string[]) => T,
): (file: string, followLinks: boolean) => Promise<T> {
  const parsedByFile = new Map<string, Promise<T>>();
  return (file, followLinks) => {
    const parsed = parsedByFile.get(file) ?? readPatterns(file, followLinks).then(parse);
    parsedByFile.set(file, parsed);
    return parsed;
  };
}

/**
 * The lines of a .gitignore or .gitattributes file that are neither blank nor comments. A file may come from anybody
 * who can push: of one that is too large, what stands at its beginning counts.
 */
async function readPatterns(path: string, followLinks: boolean): Promise<readonly string[]> {
  const text = await readRules(path, { followLinks, onlyStart: true });
  const lines = text.replace(/^\ufeff/, "").split("\n");
  const said = lines
    .map((line) => line.replace(/\r$/, ""))
    .filter((line) => line.trim() !== "" && !line.startsWith("#") && line.length <= longestLine);
  return said.slice(0, maxLines);
}
