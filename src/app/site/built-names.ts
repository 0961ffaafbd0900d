import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sha256Hex } from "../../vault/sha256.ts";
import { realOf } from "../vault/device-place.ts";

/** Says of which vault a folder is the site, nobody's else is emptied, and which of its names are Loci's, a line each. */
export const siteMark = ".loci-site";

/** Its first line. The same for a vault whichever link it is reached by. */
export const vaultMark = (root: string): string => sha256Hex(realOf(root)).slice(0, 16);

/**
 * What of a folder is a site that Loci built of a vault; undefined where it is none. What a person has put there since is
 * theirs, such as the repository that it is published from. An earlier Loci noted no vault, or not even names: then all
 * are but those with a dot.
 */
export function builtNames(out: string, root: string): string[] | undefined {
  const mark = join(out, siteMark);
  if (!existsSync(mark)) return undefined;
  const text = readFileSync(mark, "utf8");
  const [vault, ...names] = text.split("\n");
  if (vault !== "" && vault !== vaultMark(root)) return undefined;
  return readdirSync(out).filter(
    (name) => !name.startsWith(".") && (text === "" || names.includes(name)),
  );
}
