import { parseRecent, type RecentTopic, stringifyRecent } from "../../../vault/recent-index.ts";
import type { MergedLines, TextVersions } from "./text-version.ts";

/** Default of the setting `recent.max`. */
const usualMax = 20;

/** Merges `topics/index.txt` by topic: the newest line of each; one that was taken away comes back only with a newer one. */
export function mergeRecent({ bases, a, b }: TextVersions): MergedLines {
  const known = bases.map(({ text }) => byTopic(text));
  const [one, two] = [byTopic(a.text), byTopic(b.text)];
  const topics = [...new Set([...one.keys(), ...two.keys()])].flatMap((topic) => {
    const [x, y] = [one.get(topic), two.get(topic)];
    const newest = greater(x, y);
    const isRemoved = (x === undefined || y === undefined) && wasKnown(known, newest);
    return newest === undefined || isRemoved ? [] : [newest];
  });
  // The merge knows no settings: the longer side shows how many lines this vault keeps.
  const text = stringifyRecent(topics, Math.max(usualMax, one.size, two.size));
  return { lines: text.split("\n").slice(0, -1), keptBoth: [] };
}

function byTopic(text: string): ReadonlyMap<string, RecentTopic> {
  const topics = new Map<string, RecentTopic>();
  for (const topic of parseRecent(text)) {
    const newest = greater(topics.get(topic.topic), topic);
    if (newest !== undefined) topics.set(topic.topic, newest);
  }
  return topics;
}

function greater(x: RecentTopic | undefined, y: RecentTopic | undefined): RecentTopic | undefined {
  if (x === undefined || y === undefined) return x ?? y;
  if (x.time !== y.time) return x.time > y.time ? x : y;
  return x.summary > y.summary ? x : y;
}

function wasKnown(
  bases: readonly ReadonlyMap<string, RecentTopic>[],
  topic: RecentTopic | undefined,
): boolean {
  if (bases.length === 0 || topic === undefined) return false;
  return bases.every((base) => (base.get(topic.topic)?.time ?? "") >= topic.time);
}
