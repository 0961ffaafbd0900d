import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { messageOf } from "../errors.ts";
import type { MemoryContext } from "./context.ts";

/** Says of which vault a folder is the site, and which of its names are Loci's, a line each. */
const siteMark = ".loci-site";
/** In such a folder: a site that is being written. */
export const siteDraft = ".loci-draft";

/** A vault's id, which its sites have in their mark, and where on this device they were built. */
function readRecord(root: string): { file: string; id: string; outs: string[] } {
  const file = join(root, ".loci/sites");
  const text = existsSync(file) ? readFileSync(file, "utf8") : randomUUID();
  const [id = "", ...outs] = text.split("\0");
  return { file, id, outs };
}

/** Says which names of a folder are a site's, and notes where it is, for a purge to erase it there. */
export function markSite(root: string, out: string, names: readonly string[]): void {
  const { file, id, outs } = readRecord(root);
  mkdirSync(join(root, ".loci"), { recursive: true, mode: 0o700 });
  writeFileSync(file, [id, ...new Set([...outs, out])].join("\0"), { mode: 0o600 });
  rmSync(join(out, siteMark), { force: true }); // A link would be followed.
  writeFileSync(join(out, siteMark), [id, ...names, ""].join("\n"));
}

/**
 * What of a folder is a site that Loci built of a vault; undefined where it is none. What else is there is a person's,
 * such as the repository that it is published from.
 */
export function builtNames(root: string, out: string): string[] | undefined {
  const mark = join(out, siteMark);
  if (!existsSync(mark)) return undefined;
  const [id, ...names] = readFileSync(mark, "utf8").split("\n");
  if (id !== readRecord(root).id) return undefined;
  return readdirSync(out).filter((name) => name === siteDraft || names.includes(name));
}

/** Folders that hold a site of a vault. */
export const standingSites = (root: string): string[] =>
  [...new Set([...readRecord(root).outs, join(root, ".loci/site")])].filter(
    (out) => (builtNames(root, out) ?? []).length > 0,
  );

/** Erases the sites that were built of a vault, and says so; what else lies in their folders stays. */
export function eraseSites({ root, report }: Pick<MemoryContext, "root" | "report">): void {
  for (const out of standingSites(root)) {
    try {
      for (const name of builtNames(root, out) ?? [])
        rmSync(join(out, name), { recursive: true, force: true });
      report(
        `Erased the site in "${out}" too; what else lies there stays. "loci site build" makes it anew, and copies elsewhere are yours to delete`,
      );
    } catch (error) {
      report(`The site in "${out}" may still hold it: ${messageOf(error)}; delete it`);
    }
  }
}
