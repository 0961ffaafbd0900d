import { placeOf, recentIndexPath, type TopicPath } from "../paths.ts";
import { cleanText } from "../topic/entry.ts";
import type { ChangeFile } from "../write/change-file.ts";

/** One line of `topics/index.txt`: when a topic was last touched (local time without zone), and what it holds. */
export type RecentTopic = Readonly<ReturnType<typeof parseRecent>[number]>;

const line = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\|([^|\r\n]+)\|(.*)$/;

/** Reads `topics/index.txt`; lines that are not of its form are passed over (it is derived and can be remade). */
export function parseRecent(text: string) {
  return text.split(/\r?\n/).flatMap((row) => {
    const [, time, topic, summary = ""] = line.exec(row) ?? [];
    return time && topic ? [{ time, topic, summary }] : [];
  });
}

/** Each topic once, as it was last touched; newest first, at most so many. */
export function newestFirst(topics: readonly RecentTopic[], max: number): RecentTopic[] {
  const sorted = topics.toSorted((a, b) => {
    if (a.time !== b.time) return a.time < b.time ? 1 : -1;
    return a.topic < b.topic ? -1 : 1;
  });
  const each = Map.groupBy(sorted, ({ topic }) => topic).values();
  return [...each].flatMap(([newest]) => newest ?? []).slice(0, max);
}

/** `topics/index.txt` with topics that were touched in their places, without those that are gone. */
export function changeRecent(
  bytes: Uint8Array | null,
  change: { readonly touched: readonly RecentTopic[]; readonly gone?: ReadonlySet<string> },
  max: number,
): Uint8Array {
  const listed = parseRecent(new TextDecoder().decode(bytes ?? new Uint8Array()));
  const now = change.touched.map(spelled).filter(({ topic }) => topic !== "");
  const names = new Set([...(change.gone ?? []), ...now.map(({ topic }) => topic)]);
  const others = listed.filter(({ topic }) => !names.has(topic)).map(spelled);
  const lines = newestFirst([...now, ...others], max).map(
    ({ time, topic, summary }) => `${time}|${topic}|${summary}\n`,
  );
  return new TextEncoder().encode(lines.join(""));
}

/** As it stands in the file, where `|` parts the columns. */
function spelled({ time, topic, summary }: RecentTopic): RecentTopic {
  const oneLine = (text: string): string => cleanText(text).replaceAll("|", "/");
  const cut = oneLine(summary).slice(0, maxSummaryCharacters).toWellFormed().trim();
  return { time, topic: oneLine(topic), summary: cut };
}

const maxSummaryCharacters = 200;

/** Puts a topic on top of its scope's recent topics; files that are no topic are not listed there. */
export async function touchRecentIndex(
  changeFile: ChangeFile,
  { path, ...said }: Omit<RecentTopic, "topic"> & { readonly path: TopicPath },
  max: number,
): Promise<void> {
  const { kind, topic, scope } = placeOf(path);
  if (kind !== "topic") return;
  const change = { touched: [{ ...said, topic }] };
  await changeFile(recentIndexPath(scope), (bytes) => {
    return { bytes: changeRecent(bytes, change, max), result: null, ops: ["derived"] };
  });
}
