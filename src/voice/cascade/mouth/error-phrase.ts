import type { TurnEvent } from "../../../agent/turn-event.ts";
import type { PhraseName } from "../../../language/types/phrases.ts";

/** What is said of a failure; undefined where it is plain enough, since a part of the reply was heard. Pure. */
export function errorPhrase(
  { code, message, data }: Extract<TurnEvent, { type: "error" }>,
  wasHeard: boolean,
): PhraseName | undefined {
  if (code === "MODEL_FAILED") {
    const isEnd = data?.reason === "length" || data?.reason === "filtered";
    return wasHeard && isEnd ? undefined : "model_trouble";
  }
  if (code === "BUSY") return "memory_slow";
  const isFull = /ENOSPC|SQLITE_FULL|no space|disk is full/i.test(message);
  return isFull ? "disk_full" : "failed";
}
