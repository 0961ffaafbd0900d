import { existsSync, readFileSync } from "node:fs";
import { findTopics, type TopicSummary } from "../index/overview.ts";
import { newestFirst, parseRecent, type RecentTopic } from "../vault/log/recent-index.ts";
import { recentIndexPath, resolveInVault } from "../vault/paths.ts";
import { type Viewer, visibleScopes } from "../vault/topic/viewer.ts";
import type { MemoryContext } from "./context.ts";
import { timeAgo } from "./local-time.ts";
import { listedTopics } from "./topics.ts";

/**
 * The recent topics that a viewer may see, with what people wrote by hand since: their dates are in the files. A line
 * whose topic is gone, as another device or an old copy may have it, is that of the topic that has its name as an alias.
 */
export async function recentTopics(
  { root, index, time, freshness, settings }: MemoryContext,
  viewer: Viewer,
): Promise<(RecentTopic & { readonly ago: string })[]> {
  await freshness.ensureFresh();
  const all = listedTopics(index, viewer);
  const topics = all.filter(({ kind }) => kind === "topic");
  const scopes = visibleScopes(viewer) ?? new Set(all.map(({ scope }) => scope));
  const listed = [...scopes].flatMap((scope) => {
    const file = resolveInVault(root, recentIndexPath(scope));
    const here = new Set(topics.flatMap((one) => (one.scope === scope ? one.topic : [])));
    return parseRecent(existsSync(file) ? readFileSync(file, "utf8") : "").flatMap((line) => {
      if (here.has(line.topic)) return line;
      const heir = index.run((db) => findTopics(db, viewer, line.topic)).find(isIn(scope));
      return heir === undefined ? [] : { ...line, topic: heir.topic, summary: summaryOf(heir) };
    });
  });
  const dated = topics
    .filter(({ updated }) => updated !== "")
    .map((topic) => ({
      time: `${topic.updated}T00:00:00`,
      topic: topic.topic,
      summary: summaryOf(topic),
    }));
  return newestFirst([...listed, ...dated], settings.recent.max).map((topic) => ({
    ...topic,
    ago: timeAgo(topic.time, time()),
  }));
}

const isIn =
  (folder: string) =>
  ({ kind, scope, archived }: TopicSummary): boolean =>
    kind === "topic" && scope === folder && archived === 0;

const summaryOf = ({ summary, title }: TopicSummary): string => summary || title;
