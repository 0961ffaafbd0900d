import { readRules } from "../disk.ts";

/** More than people write; an attacker could write more to block Loci. */
const maxLines = 5_000;
const longestLine = 4_096;

/**
 * The lines of a .gitignore or .gitattributes file that are neither blank nor comments. A file may come from anybody
 * who can push: of one that is too large, what stands at its beginning counts.
 */
export async function readPatterns(
  path: string,
  { followLinks }: { readonly followLinks: boolean },
): Promise<readonly string[]> {
  const text = await readRules(path, { followLinks, onlyStart: true });
  const lines = text.replace(/^\ufeff/, "").split("\n");
  const said = lines
    .map((line) => line.replace(/\r$/, ""))
    .filter((line) => line.trim() !== "" && !line.startsWith("#") && line.length <= longestLine);
  return said.slice(0, maxLines);
}
