import { parseRecent, type RecentTopic, stringifyRecent } from "../../../vault/recent-index.ts";
import { mergeParts, toParts } from "./merge-parts.ts";
import type { MergedLines, TextVersion, TextVersions } from "./text-version.ts";

/** Default of the setting `recent.max`. */
const usualMax = 20;

/** Merges `topics/index.txt` by topic: the newer line of each; one that was taken away comes back only with a newer one. */
export function mergeRecent(versions: TextVersions): MergedLines {
  const toRows = ({ text }: TextVersion) => toParts(parseRecent(text), ({ topic }) => topic);
  const [base, a, b] = [toRows(versions.base), toRows(versions.a), toRows(versions.b)];
  const rank = ({ time, summary }: RecentTopic): string => `${time} ${summary}`;
  const rows = mergeParts(
    { base, a, b },
    {
      both: (one, two) => [rank(one) < rank(two) ? two : one],
      keeps: ({ time }, old) => (old?.time ?? "") < time,
    },
  ).map(([, row]) => row);
  // The merge knows no settings: the longer side shows how many lines this vault keeps.
  const text = stringifyRecent(rows, Math.max(usualMax, a.size, b.size));
  return { lines: text.split("\n").slice(0, -1), keptBoth: [] };
}
