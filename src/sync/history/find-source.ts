import type { ObjectReader } from "../../git/objects/objects.ts";
import { textId } from "../../vault/entry.ts";
import { maxFileBytes } from "../../vault/list-files.ts";
import { parseTopic } from "../../vault/parse-topic.ts";
import { toTopicPath } from "../../vault/paths.ts";
import type { ChangedFile } from "./changed-files.ts";

/** A commit that changed more files, or larger ones, is no renaming by hand, and would take long to look through. */
const most = { files: 200, bytes: 16 * 2 ** 20 };

/**
 * The file that a new one was before its commit, among all that the commit changed: one that is gone and had the same
 * content, else the one that lost most of the entries that the new one begins with. That covers topics that were
 * renamed, and those that were split.
 */
export async function findSource(
  objects: ObjectReader,
  changed: readonly ChangedFile[],
  created: { readonly path: string; readonly blob: string },
): Promise<ChangedFile | undefined> {
  if (!isMarkdown(created.path)) return undefined;
  const lost = changed.filter(({ path, before }) => before !== undefined && isMarkdown(path));
  const renamed = lost.find(({ before, after }) => before === created.blob && after === undefined);
  if (renamed !== undefined || lost.length === 0 || lost.length > most.files) return renamed;
  let left = most.bytes;
  const textsOf = async (blob: string | undefined): Promise<ReadonlySet<string>> => {
    const bytes = blob === undefined || left <= 0 ? new Uint8Array() : await objects.read(blob);
    left -= bytes.length;
    if (bytes.length > maxFileBytes) return new Set();
    const { entries } = parseTopic(toTopicPath("any.md"), bytes);
    return new Set(entries.map(({ text }) => textId(text)));
  };
  const wanted = await textsOf(created.blob);
  let best: ChangedFile | undefined;
  let bestCount = 0;
  for (const file of lost) {
    const [was, is] = [await textsOf(file.before), await textsOf(file.after)];
    const count = [...was].filter((text) => wanted.has(text) && !is.has(text)).length;
    if (count * 2 >= wanted.size && count > bestCount) [best, bestCount] = [file, count];
  }
  return left > 0 ? best : undefined;
}

const isMarkdown = (path: string): boolean => /\.md$/i.test(path);
