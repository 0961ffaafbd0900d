import type { TurnEvent } from "../../agent/turn-event.ts";
import { LociError } from "../../errors.ts";

/** A failure as the conversation would have told it. */
export function toErrorEvent(error: unknown): Extract<TurnEvent, { type: "error" }> {
  if (error instanceof LociError) {
    const { code, message, data } = error;
    return { type: "error", code, message, data };
  }
  const message = "Something went wrong inside Loci, and this was left out; try again";
  return { type: "error", code: "INTERNAL", message };
}
