import { LociError, messageOf } from "../errors.ts";
import type { TurnEvent } from "./turn-event.ts";

export type ErrorEvent = Extract<TurnEvent, { type: "error" }>;

/** A failure as an event: a LociError has its own message; anything else goes to the log, and `message` to the person. */
export function toErrorEvent(
  error: unknown,
  report: (error: unknown) => void = () => {},
  message = internalFailure,
): ErrorEvent {
  if (error instanceof LociError) {
    return { type: "error", code: error.code, message: messageOf(error), data: error.data };
  }
  report(error);
  return { type: "error", code: "INTERNAL", message };
}

const internalFailure =
  "Something went wrong inside Loci, and this part was left out; the log has the details";
