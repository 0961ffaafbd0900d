import { type ErrorCode, LociError, messageOf } from "../errors.ts";
import { type ModelServer, short, withoutKey } from "./server-failure.ts";

/** A failure as a caller sees it: `reason` in the caller's own words. */
export interface Failure<Reason extends string> {
  readonly reason: Reason;
  /** What is the case, and what to do. */
  readonly state: string;
  readonly passing: boolean;
  readonly retryAfter?: number;
}

/** Words a failure as the error that callers get. The key is cut out, wherever the server echoed it. */
export function failureToError<Reason extends string>(
  code: ErrorCode,
  verb: string,
  server: ModelServer,
  failure: Failure<Reason>,
  cause?: unknown,
): LociError {
  const { baseUrl, key } = server;
  const whom =
    server.model === undefined ? `the ${server.what ?? "model"}` : `"${short(server.model)}"`;
  const sentence = `Cannot ${verb} ${whom} at "${baseUrl}": ${failure.state}`;
  return new LociError(code, withoutKey(sentence, key), {
    data: {
      reason: failure.reason,
      model: server.model ?? "",
      server: baseUrl,
      passing: failure.passing,
      ...(failure.retryAfter === undefined ? {} : { retryAfter: failure.retryAfter }),
    },
    // Not the error itself: what a server echoes would come along in its fields.
    ...(cause === undefined ? {} : { cause: new Error(short(withoutKey(messageOf(cause), key))) }),
  });
}
