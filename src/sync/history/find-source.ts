import type { Objects } from "../../git/objects/objects.ts";
import { type ChangedFile, changedFiles } from "../../git/objects/tree.ts";
import { textId } from "../../vault/entry.ts";
import { maxFileBytes } from "../../vault/list-files.ts";
import { parseTopic } from "../../vault/parse-topic.ts";
import { toTopicPath } from "../../vault/paths.ts";
import { rankByShare } from "../merge/trees/follow-renames.ts";
import type { FileVersion } from "./file-versions.ts";

/** A commit that changed more files, or larger ones, is no renaming by hand, and would take long to look through. */
const most = { files: 200, bytes: 16 * 2 ** 20 };

/**
 * The file that one was before the commit that made it: one that is gone and had the same content, else the one that
 * lost most of the entries that the new one begins with. That covers topics that were renamed, and those that were
 * split. Throws where something is missing or damaged.
 */
export async function findSource(
  objects: Objects,
  { commit, path, before, after }: FileVersion,
): Promise<ChangedFile | undefined> {
  const [parent] = commit.parents;
  if (parent === undefined || before.length > 0 || !isMarkdown(path)) return undefined;
  const { tree } = await objects.readCommit(parent);
  const changed = await changedFiles(objects, tree, commit.tree);
  const lost = changed.filter((file) => file.before !== undefined && isMarkdown(file.path));
  const renamed = lost.find((file) => file.before === after && file.after === undefined);
  if (renamed !== undefined || lost.length > most.files) return renamed;
  let left = most.bytes;
  const textsOf = async (blob: string | undefined): Promise<ReadonlySet<string>> => {
    const bytes = blob === undefined || left <= 0 ? new Uint8Array() : await objects.read(blob);
    left -= bytes.length;
    if (bytes.length > maxFileBytes) return new Set();
    const { entries } = parseTopic(toTopicPath("any.md"), bytes);
    return new Set(entries.map(({ text }) => textId(text)));
  };
  const wanted = await textsOf(after);
  const textsByFile = new Map<ChangedFile, ReadonlySet<string>>();
  for (const file of lost) {
    const [was, is] = [await textsOf(file.before), await textsOf(file.after)];
    textsByFile.set(file, new Set([...was].filter((text) => !is.has(text))));
  }
  const [best] = rankByShare(wanted, textsByFile);
  return left > 0 && best !== undefined && best.share >= 0.5 ? best.key : undefined;
}

const isMarkdown = (path: string): boolean => /\.md$/i.test(path);
