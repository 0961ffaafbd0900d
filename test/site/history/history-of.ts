import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { DocumentHistory } from "../../../site/history/describe-history.ts";
import { type HistoryOptions, readHistory } from "../../../site/history/read-history.ts";
import { toTopicPath } from "../../../src/vault/paths.ts";

export const cacheOf = (root: string): string => join(root, ".loci", "site-history.json");

/** The histories of documents of a test's vault; everything in them may be shown unless told otherwise. */
export async function historiesOf(
  root: string,
  paths: readonly string[],
  options: Partial<HistoryOptions> = {},
): Promise<ReadonlyMap<string, DocumentHistory>> {
  mkdirSync(join(root, ".loci"), { recursive: true });
  return readHistory(root, {
    person: { configFiles: [] },
    documents: paths.map(toTopicPath),
    choice: { defaultBank: "General", protectedBanks: ["Health"], include: [] },
    ...{ cacheFile: cacheOf(root), version: "1" },
    ...options,
  });
}

/** The history of one document. */
export async function historyOf(
  root: string,
  path: string,
  options: Partial<HistoryOptions> = {},
): Promise<DocumentHistory> {
  const history = (await historiesOf(root, [path], options)).get(path);
  if (history === undefined) throw new Error(`No history of ${path}`);
  return history;
}
