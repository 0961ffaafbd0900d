import { placeOf, toTopicPath } from "../vault/paths.ts";
import { parseTopic } from "../vault/topic/parse-topic.ts";
import type { Entry, Topic } from "../vault/topic/topic.ts";
import { forViewer, isScopeVisible, type ReadFile, type Viewer } from "../vault/topic/viewer.ts";
import { readNote } from "../vault/write/read-settled.ts";
import type { MemoryContext } from "./context.ts";

/** Reads the current topic file, to change it; undefined where there is no plain file that can be read. */
export function readTopicFile(
  { root }: Pick<MemoryContext, "root">,
  file: string,
): ReadFile | undefined {
  const path = toTopicPath(file);
  const bytes = readNote(root, path);
  return bytes && { topic: parseTopic(path, bytes), text: new TextDecoder().decode(bytes) };
}

/** The same for a viewer; undefined also where they may not see it. */
export function readTopicFor(
  context: Pick<MemoryContext, "root">,
  viewer: Viewer,
  file: string,
): ReadFile | undefined {
  if (!isScopeVisible(viewer, placeOf(toTopicPath(file)).scope)) return undefined;
  const read = readTopicFile(context, file);
  return read && forViewer(viewer, read);
}

/** Finds entries that a viewer may see, by file and id, as they stand in their files; each file is read once. */
export function createEntryFinder(
  context: Pick<MemoryContext, "root">,
  viewer: Viewer,
): (file: string, id: string) => Entry | undefined {
  const topicsByFile = new Map<string, Topic | undefined>();
  return (file, id) => {
    if (!topicsByFile.has(file)) topicsByFile.set(file, readTopicFor(context, viewer, file)?.topic);
    return topicsByFile.get(file)?.entries.find((entry) => entry.id === id);
  };
}
