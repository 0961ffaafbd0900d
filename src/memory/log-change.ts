import { appendDigestBlock } from "../vault/log/digest-log.ts";
import { logPath, placeOf, type TopicPath } from "../vault/paths.ts";
import type { ChangeFile } from "../vault/write/change-file.ts";
import type { MemoryContext } from "./context.ts";
import { offsetTime } from "./local-time.ts";

/** A change of a file that somebody asked for. */
interface LoggedChange {
  readonly path: TopicPath;
  readonly summary: string;
  /** Such as "1 moved from Personal to Work". */
  readonly what: string;
}

/** Logs a change in numbers, as edits by hand are: the log is no place for words that may have to go. */
export async function logChange(
  { now, settings }: Pick<MemoryContext, "now" | "settings">,
  change: ChangeFile,
  { path, summary, what }: LoggedChange,
): Promise<void> {
  const time = offsetTime(now(), settings.timezone);
  const { kind, topic } = placeOf(path);
  const file = logPath(time.slice(0, "2026-02".length));
  await change(
    file,
    (bytes) => ({
      bytes: appendDigestBlock(bytes, {
        time,
        topic: kind === "topic" ? topic : "",
        summary,
        session: "",
        agent: "",
        person: null,
        modes: [],
        languages: [],
        lines: [{ type: "changed", file: path, what }],
      }),
      result: null,
    }),
    () => [{ path: file, topic, op: "derived" }],
  );
}
