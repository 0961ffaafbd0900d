import { existsSync, readFileSync } from "node:fs";
import { listTopics } from "../index/overview.ts";
import { recentIndexPath, resolveInVault, type Scope, scopeFolder } from "../vault/paths.ts";
import { newestFirst, parseRecent, type RecentTopic } from "../vault/recent-index.ts";
import { lookAtFiles } from "./keep-fresh.ts";
import { timeAgo } from "./local-time.ts";
import type { Parts } from "./parts.ts";

/** The recent-topics index of some scopes, with what people wrote by hand since: their dates are in the files. */
export async function recentTopics(
  parts: Parts,
  scopes: readonly Scope[] = [{ kind: "global" }],
): Promise<(RecentTopic & { readonly ago: string })[]> {
  const { root, index, time } = parts;
  await lookAtFiles(parts);
  const listed = scopes.flatMap((scope) => {
    const file = resolveInVault(root, recentIndexPath(scope));
    return parseRecent(existsSync(file) ? readFileSync(file, "utf8") : "");
  });
  const folders = new Set(scopes.map(scopeFolder));
  const dated = index
    .run(listTopics)
    .filter(({ kind, scope, updated }) => kind === "topic" && folders.has(scope) && updated !== "")
    .map(({ topic, title, summary, updated }) => ({
      time: `${updated}T00:00:00`,
      topic,
      summary: summary || title,
    }));
  return newestFirst([...listed, ...dated]).map((topic) => ({
    ...topic,
    ago: timeAgo(topic.time, time()),
  }));
}
