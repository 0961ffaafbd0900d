import { findTopics } from "../index/overview.ts";
import type { ReadFile, Viewer } from "../vault/viewer.ts";
import { missingTopic } from "./answer.ts";
import { lookAtFiles } from "./keep-fresh.ts";
import type { Parts } from "./parts.ts";
import type { LoggedBlock, LogRequest } from "./read-log.ts";
import { readTopicFor } from "./see.ts";

/** The digest log of a topic or of all, newest first. Throws LociError NOT_FOUND for a topic that is not there. */
export async function tellLog(
  parts: Parts,
  viewer: Viewer,
  request: LogRequest = {},
): Promise<readonly LoggedBlock[]> {
  const { readLog } = await import("./read-log.ts");
  const { openBlocks } = await import("./open-blocks.ts");
  await lookAtFiles(parts);
  const { topic } = request;
  if (topic === undefined) return openBlocks(parts, readLog(parts, viewer, request));
  const [found] = parts.index.run((db) => findTopics(db, viewer, topic));
  const blocks = readLog(parts, viewer, { ...request, topic: found?.topic ?? topic });
  // A topic that is gone may have a past.
  if (found === undefined && blocks.length === 0) throw missingTopic(parts, viewer, topic);
  return openBlocks(parts, blocks);
}

/** A topic by name, as a viewer may see it. Throws LociError NOT_FOUND. */
export async function showTopic(parts: Parts, viewer: Viewer, name: string): Promise<ReadFile> {
  const { index } = parts;
  await lookAtFiles(parts);
  const [found] = index.run((db) => findTopics(db, viewer, name));
  const read = found && readTopicFor(parts, viewer, found.file);
  if (read === undefined) throw missingTopic(parts, viewer, name);
  return read;
}
