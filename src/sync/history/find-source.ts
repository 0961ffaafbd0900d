import type { ObjectReader } from "../../git/objects/objects.ts";
import { textId } from "../../vault/entry.ts";
import { maxFileBytes } from "../../vault/list-files.ts";
import { parseTopic } from "../../vault/parse-topic.ts";
import { toTopicPath } from "../../vault/paths.ts";
import type { ChangedFile } from "./changed-files.ts";

/** A commit that touched more files is no renaming by hand, and would take long to look through. */
const maxFiles = 200;

/**
 * The file that a new one was before its commit, among all that the commit changed: one that is gone and had the same
 * content, else the one that lost most of the entries that the new one begins with. That covers topics that were
 * renamed, and those that were split.
 */
export async function findSource(
  objects: ObjectReader,
  changed: readonly ChangedFile[],
  file: { readonly path: string; readonly blob: string },
): Promise<ChangedFile | undefined> {
  if (!isMarkdown(file.path)) return undefined;
  const lost = changed.filter(({ path, before }) => before !== undefined && isMarkdown(path));
  const renamed = lost.find(({ before, after }) => before === file.blob && after === undefined);
  if (renamed !== undefined) return renamed;
  if (lost.length === 0 || lost.length > maxFiles) return undefined;
  const wanted = await textsOf(objects, file.blob);
  let best: { readonly file: ChangedFile; readonly count: number } | undefined;
  for (const one of lost) {
    const [was, is] = [await textsOf(objects, one.before), await textsOf(objects, one.after)];
    const count = [...was].filter((text) => wanted.has(text) && !is.has(text)).length;
    if (count * 2 >= wanted.size && count > (best?.count ?? 0)) best = { file: one, count };
  }
  return best?.file;
}

const isMarkdown = (path: string): boolean => /\.md$/i.test(path);

/** The ids of the texts of the entries in a file's content; none where there is no file. */
async function textsOf(
  objects: ObjectReader,
  blob: string | undefined,
): Promise<ReadonlySet<string>> {
  const bytes = blob === undefined ? new Uint8Array() : await objects.read(blob);
  if (bytes.length > maxFileBytes) return new Set();
  const { entries } = parseTopic(toTopicPath("any.md"), bytes);
  return new Set(entries.map(({ text }) => textId(text)));
}
