import type { ObjectReader } from "../../git/objects/objects.ts";
import { blobTexts, lostTexts } from "./blob-texts.ts";
import type { ChangedFile } from "./changed-files.ts";

/** A commit that touched more files is no renaming by hand, and would take long to look through. */
const mostFiles = 200;

/**
 * The file that a new one was before its commit, by all that the commit changed: one that is gone and had the same content, else the one that lost most
 * of the entries that the new one begins with. That covers topics that were renamed, and those that were split.
 */
export async function findSource(
  objects: ObjectReader,
  changed: readonly ChangedFile[],
  file: { readonly path: string; readonly blob: string },
): Promise<string | undefined> {
  if (!isMarkdown(file.path)) return undefined;
  const lost = changed.filter(({ path, before }) => before !== undefined && isMarkdown(path));
  const renamed = lost.find(({ before, after }) => before === file.blob && after === undefined);
  if (renamed !== undefined) return renamed.path;
  if (lost.length === 0 || lost.length > mostFiles) return undefined;
  const textsOf = blobTexts(objects);
  const wanted = await textsOf(file.blob);
  let best: { readonly path: string; readonly count: number } | undefined;
  for (const one of lost) {
    const count = [...(await lostTexts(textsOf, one))].filter((text) => wanted.has(text)).length;
    if (count * 2 >= wanted.size && count > (best?.count ?? 0)) best = { path: one.path, count };
  }
  return best?.path;
}

const isMarkdown = (path: string): boolean => /\.md$/i.test(path);
