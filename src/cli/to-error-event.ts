import type { TurnEvent } from "../agent/turn-event.ts";
import { LociError, messageOf } from "../errors.ts";

/** What went wrong, as an event of the conversation. */
export function toErrorEvent(error: unknown): TurnEvent {
  const message = messageOf(error);
  if (!(error instanceof LociError)) return { type: "error", code: "INTERNAL", message };
  return { type: "error", code: error.code, message, data: error.data };
}
