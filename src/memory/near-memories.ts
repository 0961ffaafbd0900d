import type { NearMemory } from "../digest/digest-ports.ts";
import { entriesWithKey } from "../index/entries.ts";
import { toTopicPath } from "../vault/paths.ts";
import type { Viewer } from "../vault/topic/viewer.ts";
import type { MemoryContext } from "./context.ts";
import { findSame } from "./find-same.ts";
import { createEntryFinder, readTopicFile, readTopicFor } from "./read-topic.ts";
import { type RecallRequest, recallMemories } from "./recall.ts";

/** All that have a word of the text, because a statement answers no question; of these so many. */
const request: RecallRequest = { limit: 8, kinds: ["entry"], floor: 0 };

/** Finds the entries near a text that a viewer may see, best first. Each file is read once, however many texts are asked for. */
export function createNearFinder(
  context: MemoryContext,
  viewer: Viewer,
): (text: string) => Promise<readonly NearMemory[]> {
  const entryAt = createEntryFinder((file) => readTopicFor(context, viewer, file)?.topic);
  return async (text) => {
    const same = await findSame(context, viewer, text); // Recall may miss it among many alike.
    const { hits } = await recallMemories(context, viewer, text, request);
    const others = hits.flatMap(({ file, id, score, meant = [] }) => {
      const entry = entryAt(file, id);
      const isSame = file === same?.file && id === same.entry.id;
      return entry === undefined || isSame ? [] : [{ file, entry, score, meant }];
    });
    return [...(same === undefined ? [] : [{ ...same, score: 1 }]), ...others]
      .filter(mayCompare(context, viewer))
      .map((one) => ({ ...one, file: toTopicPath(one.file) }));
  };
}

/** The entries with a key that are known of a viewer. */
export async function memoriesWithKey(
  context: MemoryContext,
  viewer: Viewer,
  key: string,
): Promise<readonly NearMemory[]> {
  await context.freshness.ensureFresh();
  const entryAt = createEntryFinder((file) => readTopicFile(context, file)?.topic);
  return context.index
    .run((db) => entriesWithKey(db, viewer, key))
    .filter(mayCompare(context, viewer))
    .flatMap(({ file, id }) => {
      const entry = entryAt(file, id);
      return entry === undefined ? [] : [{ file: toTopicPath(file), entry, score: 1 }];
    });
}

/** Without a person, the example's own memories are not compared with. */
const mayCompare =
  ({ isExamples }: MemoryContext, { person }: Viewer) =>
  ({ file }: { readonly file: string }): boolean =>
    person != null || !isExamples(file);
