import { existsSync, readFileSync } from "node:fs";
import { newestFirst, parseRecent, type RecentTopic } from "../vault/log/recent-index.ts";
import { recentIndexPath, resolveInVault } from "../vault/paths.ts";
import { type Viewer, visibleScopes } from "../vault/topic/viewer.ts";
import type { MemoryContext } from "./context.ts";
import { timeAgo } from "./local-time.ts";
import { listedTopics } from "./topics.ts";

/** The recent topics that a viewer may see, with what people wrote by hand since: their dates are in the files. */
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
    const lines = parseRecent(existsSync(file) ? readFileSync(file, "utf8") : "");
    return lines.filter(({ topic }) => here.has(topic));
  });
  const dated = topics
    .filter(({ updated }) => updated !== "")
    .map(({ updated, topic, summary, title }) => {
      return { time: `${updated}T00:00:00`, topic, summary: summary || title };
    });
  return newestFirst([...listed, ...dated], settings.recent.max).map((topic) => ({
    ...topic,
    ago: timeAgo(topic.time, time()),
  }));
}
