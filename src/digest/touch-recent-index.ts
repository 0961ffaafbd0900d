import type { ChangeFile } from "../vault/change-file.ts";
import { placeOf, recentIndexPath, type TopicPath, toScope } from "../vault/paths.ts";
import { type RecentTopic, touchRecent } from "../vault/recent-index.ts";

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
      return { bytes: new TextEncoder().encode(touchRecent(text, recent)), result: undefined };
    },
    () => [{ path, topic, op: "derived", ...(agent === undefined ? {} : { agent }) }],
  );
}
