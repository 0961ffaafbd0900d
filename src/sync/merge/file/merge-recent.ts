import { parseRecent, type RecentTopic, stringifyRecent } from "../../../vault/recent-index.ts";
import type { MergedLines, TextVersion, TextVersions } from "./text-version.ts";

/** Default of the setting `recent.max`. */
const usualMax = 20;

/** Merges `topics/index.txt` by topic: the newest line of each; one that was taken away comes back only with a newer one. */
export function mergeRecent({ bases, a, b }: TextVersions): MergedLines {
  const [olds, one, two] = [bases.map((base) => newestOf(base)), newestOf(a), newestOf(b)];
  const topics = [...newestOf(a, b).values()].filter(({ topic, time }) => {
    const isNew = olds.some((old) => (old.get(topic)?.time ?? "") < time);
    return isNew || olds.length === 0 || (one.has(topic) && two.has(topic));
  });
  // The merge knows no settings: the longer side shows how many lines this vault keeps.
  const text = stringifyRecent(topics, Math.max(usualMax, one.size, two.size));
  return { lines: text.split("\n").slice(0, -1), keptBoth: [] };
}

/** The newest line of each topic. */
function newestOf(...versions: readonly TextVersion[]): ReadonlyMap<string, RecentTopic> {
  const newest = new Map<string, RecentTopic>();
  const rank = (row: RecentTopic | undefined): string => `${row?.time ?? ""} ${row?.summary ?? ""}`;
  for (const row of versions.flatMap(({ text }) => parseRecent(text))) {
    if (rank(newest.get(row.topic)) < rank(row)) newest.set(row.topic, row);
  }
  return newest;
}
