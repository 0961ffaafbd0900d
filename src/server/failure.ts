import { type ErrorCode, LociError, messageOf } from "../errors.ts";
import { Refusal } from "./refusal.ts";

/** A failure as HTTP tells it. */
export interface Failure {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: {
    readonly error: {
      readonly code: string;
      readonly message: string;
      readonly data: Readonly<Record<string, unknown>>;
    };
  };
}

/** Complete on purpose: a new code does not compile until somebody has chosen its status. */
const statusByCode: Readonly<Record<ErrorCode, number>> = {
  AUDIO_FAILED: 503,
  BAD_CONFIG: 500,
  BAD_DATE: 400,
  BAD_FRONTMATTER: 422,
  BAD_INPUT: 400,
  BAD_NAME: 400,
  BUSY: 503,
  CHANGED_MEANWHILE: 409,
  EMBEDDING_FAILED: 502,
  GIT_BLOCKED: 409,
  INDEX_FAILED: 500,
  MODEL_FAILED: 502,
  NOT_FOUND: 404,
  NO_VAULT: 500,
  OUTSIDE_VAULT: 400,
  SESSION_FAILED: 500,
  SYNC_FAILED: 502,
  UNREADABLE: 500,
  USAGE: 400,
  VAULT_VANISHED: 503,
  WRITE_FAILED: 500,
};

/** Translates any error; one that nobody foresaw is told to the terminal and not to the network. */
export function toFailure(error: unknown, report: (sentence: string) => void): Failure {
  if (error instanceof Refusal) {
    const { status, headers, code, message, data } = error;
    return { status, headers, body: { error: { code, message, data } } };
  }
  if (error instanceof LociError) {
    const { code, message, data } = error;
    const status = statusByCode[code];
    const headers: Record<string, string> = status === 503 ? { "retry-after": "2" } : {};
    return { status, headers, body: { error: { code, message, data } } };
  }
  const reason = messageOf(error);
  report(`Cannot answer a web request: ${reason}`);
  const message = "Cannot answer: Loci failed; the terminal that runs it says why";
  return { status: 500, headers: {}, body: { error: { code: "INTERNAL", message, data: {} } } };
}
