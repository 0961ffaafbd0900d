import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Says whose folder it is, nobody's else is emptied, and, behind an empty line, which of its names are Loci's, a line each. */
export const siteMark = ".loci-site";

/**
 * What of a folder is a site that Loci built; undefined where it is none. What a person has put there since is theirs, such
 * as the repository that it is published from. Where an earlier Loci noted no names, all are but those with a dot.
 */
export function builtNames(out: string): string[] | undefined {
  const mark = join(out, siteMark);
  if (!existsSync(mark)) return undefined;
  const text = readFileSync(mark, "utf8");
  const noted = new Set(text.split("\n"));
  return readdirSync(out).filter(
    (name) => !name.startsWith(".") && (text === "" || noted.has(name)),
  );
}
