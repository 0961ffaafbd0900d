import { changeBlock, logBlock } from "../vault/log/digest-log.ts";
import { placeOf, type TopicPath } from "../vault/paths.ts";
import type { ChangeFile } from "../vault/write/change-file.ts";
import type { MemoryContext } from "./context.ts";
import { offsetTime } from "./local-time.ts";

/** A change of a file that somebody asked for. */
interface LoggedChange {
  readonly path: TopicPath;
  readonly summary: string;
  /** Such as "1 edited". */
  readonly what: string;
}

/** Logs a change in numbers, as edits by hand are: the log is no place for words that may have to go. */
export async function logChange(
  { now, settings }: MemoryContext,
  change: ChangeFile,
  { path, summary, what }: LoggedChange,
): Promise<void> {
  const { kind, topic } = placeOf(path);
  const block = changeBlock({
    time: offsetTime(now(), settings.timezone),
    topic: kind === "topic" ? topic : "",
    summary,
    lines: [{ type: "changed", file: path, what }],
  });
  await logBlock(change, block);
}
