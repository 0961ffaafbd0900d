import { LociError } from "../errors.ts";
import type { TurnEvent } from "./turn-event.ts";

export type ErrorEvent = Extract<TurnEvent, { type: "error" }>;

/** What the person is told of a failure: a LociError says it itself, anything else is for the log. */
export function toErrorEvent(error: unknown, report: (error: unknown) => void): ErrorEvent {
  if (error instanceof LociError) {
    const { code, message, data } = error;
    return { type: "error", code, message, data };
  }
  report(error);
  return { type: "error", code: "INTERNAL", message: internalFailure };
}

const internalFailure =
  "Something went wrong inside Loci, and this part was left out; the log has the details";
