import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { type ErrorCode, LociError, messageOf } from "../errors.ts";

/** HTTP status by error code; exhaustive, so that a new code doesn't compile without one. */
const statusByCode: Readonly<Record<ErrorCode, ContentfulStatusCode>> = {
  AUDIO_FAILED: 503,
  BAD_CONFIG: 409,
  BAD_DATE: 400,
  BAD_FRONTMATTER: 422,
  BAD_INPUT: 400,
  BAD_NAME: 400,
  BUSY: 503,
  CHANGED_MEANWHILE: 409,
  EMBEDDING_FAILED: 502,
  FORBIDDEN: 403,
  GIT_BLOCKED: 409,
  INDEX_FAILED: 500,
  MODEL_FAILED: 502,
  NOT_FOUND: 404,
  NO_VAULT: 500,
  OUTSIDE_VAULT: 400,
  SESSION_FAILED: 500,
  SYNC_FAILED: 502,
  TOO_LARGE: 413,
  UNAUTHORIZED: 401,
  UNREADABLE: 500,
  USAGE: 400,
  VAULT_VANISHED: 503,
  WRITE_FAILED: 500,
};

/** Converts any error to a response. Details of an unexpected error go to the terminal only. */
export function toFailure(
  error: unknown,
  report: (sentence: string) => void,
): { readonly status: ContentfulStatusCode; readonly error: object } {
  if (error instanceof LociError) {
    const { code, data } = error;
    return { status: statusByCode[code], error: { code, message: messageOf(error), data } };
  }
  if (error instanceof HTTPException) {
    // What Hono itself refuses is always the body.
    const message =
      'Cannot read the body: send JSON as "Content-Type: application/json", such as {"text":"I like rice"}';
    return { status: error.status, error: { code: "BAD_INPUT", message, data: {} } };
  }
  report(`Cannot answer a web request: ${messageOf(error)}`);
  const message = "Cannot answer: Loci failed; the terminal that runs it says why";
  return { status: 500, error: { code: "INTERNAL", message, data: {} } };
}
