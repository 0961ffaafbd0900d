import { placeOf, recentIndexPath, type TopicPath, toScope } from "../paths.ts";
import { cleanText } from "../topic/entry.ts";
import type { ChangeFile } from "../write/change-file.ts";

/** One line of `topics/index.txt`: when a topic was last touched, and what it holds. */
export interface RecentTopic {
  /** Local time without zone, `YYYY-MM-DDTHH:MM:SS`. */
  readonly time: string;
  readonly topic: string;
  readonly summary: string;
}

const line = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\|([^|\r\n]+)\|(.*)$/;

/** Reads `topics/index.txt`; lines that are not of its form are passed over (it is derived and can be remade). */
export function parseRecent(text: string): RecentTopic[] {
  return text.split(/\r?\n/).flatMap((row) => {
    const [, time, topic, summary] = line.exec(row) ?? [];
    return time && topic ? [{ time, topic, summary: summary ?? "" }] : [];
  });
}

/** The text of `topics/index.txt`: newest first, a topic once, at most so many lines. */
export function stringifyRecent(topics: readonly RecentTopic[], max?: number): string {
  return newestFirst(topics.map(spelled), max)
    .filter(({ topic }) => topic !== "")
    .map(({ time, topic, summary }) => `${time}|${topic}|${summary}\n`)
    .join("");
}

/** Each topic once, as it was last touched; newest first, at most so many. */
export function newestFirst(topics: readonly RecentTopic[], max?: number): RecentTopic[] {
  const newest = new Map<string, RecentTopic>();
  for (const topic of [...topics].sort(byTime)) {
    if (!newest.has(topic.topic)) newest.set(topic.topic, topic);
  }
  return [...newest.values()].slice(0, max);
}

/** Puts a topic that was just touched on top. */
export function touchRecent(text: string, touched: RecentTopic, max: number): string {
  const { topic } = spelled(touched);
  const others = parseRecent(text).filter((other) => other.topic !== topic);
  return stringifyRecent([touched, ...others], max);
}

function byTime(a: RecentTopic, b: RecentTopic): number {
  if (a.time !== b.time) return a.time < b.time ? 1 : -1;
  return a.topic < b.topic ? -1 : 1;
}

/** As it stands in the file, where `|` parts the columns. */
const spelled = ({ time, topic, summary }: RecentTopic): RecentTopic => ({
  time,
  topic: oneLine(topic),
  summary: oneLine(summary).slice(0, maxSummaryCharacters).toWellFormed().trim(),
});

const maxSummaryCharacters = 200;

const oneLine = (text: string): string => cleanText(text).replaceAll("|", "/");

export interface TouchedTopic {
  readonly path: TopicPath;
  /** What it holds, in a few words. */
  readonly summary: string;
  /** Local time, `YYYY-MM-DDTHH:MM:SS`. */
  readonly time: string;
  /** Who touched it, where the person did not. */
  readonly agent?: string | undefined;
}

/** Puts a topic on top of its scope's recent topics; files that are no topic are not listed there. */
export async function touchRecentIndex(
  changeFile: ChangeFile,
  touched: TouchedTopic,
  max: number,
): Promise<void> {
  const { time, summary, agent } = touched;
  const { kind, topic, scope } = placeOf(touched.path);
  if (kind !== "topic") return;
  const recent: RecentTopic = { time, topic, summary };
  const path = recentIndexPath(toScope(scope));
  await changeFile(
    path,
    (bytes) => {
      const text = new TextDecoder().decode(bytes ?? new Uint8Array());
      return { bytes: new TextEncoder().encode(touchRecent(text, recent, max)), result: undefined };
    },
    () => [{ path, topic, op: "derived", ...(agent === undefined ? {} : { agent }) }],
  );
}
