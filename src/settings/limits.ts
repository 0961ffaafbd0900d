import { isSynced, type Settings } from "./schema.ts";
import { plainSettings, valueAt } from "./tree.ts";

const sections = ["split", "consolidate", "prune", "dedup", "recent"];

/** The synced settings that decide what leaves recall: value by key. */
export function limitsOf(settings: Settings): Readonly<Record<string, unknown>> {
  const limits = plainSettings().filter(
    ({ path }) => sections.includes(path[0] ?? "") && isSynced(path),
  );
  return Object.fromEntries(limits.map(({ path }) => [path.join("."), valueAt(settings, path)]));
}
