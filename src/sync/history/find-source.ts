import type { ObjectReader } from "../../git/objects/objects.ts";
import { textId } from "../../vault/entry.ts";
import { maxFileBytes } from "../../vault/list-files.ts";
import { parseTopic } from "../../vault/parse-topic.ts";
import { toTopicPath } from "../../vault/paths.ts";
import type { ChangedFile } from "./changed-files.ts";

/** A commit that touched more files, or larger ones, is no renaming by hand, and would take long to look through. */
const most = { files: 200, bytes: 16 * 2 ** 20 };

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
  if (lost.length === 0 || lost.length > most.files) return undefined;
  let left = most.bytes;
  const textsOf = async (blob: string | undefined): Promise<ReadonlySet<string>> => {
    const bytes = blob === undefined ? new Uint8Array() : await objects.read(blob);
    left -= bytes.length;
    if (bytes.length > maxFileBytes) return new Set();
    const { entries } = parseTopic(toTopicPath("any.md"), bytes);
    return new Set(entries.map(({ text }) => textId(text)));
  };
  const wanted = await textsOf(file.blob);
  let best: { readonly file: ChangedFile; readonly count: number } | undefined;
  for (const one of lost) {
    if (left <= 0) return undefined;
    const [was, is] = [await textsOf(one.before), await textsOf(one.after)];
    const count = [...was].filter((text) => wanted.has(text) && !is.has(text)).length;
    if (count * 2 >= wanted.size && count > (best?.count ?? 0)) best = { file: one, count };
  }
  return best?.file;
}

const isMarkdown = (path: string): boolean => /\.md$/i.test(path);
