import { type ErrorCode, LociError, messageOf } from "../errors.ts";

/** Error codes that only exist in HTTP; all other failures keep the code of their LociError. */
export type RefusalCode =
  | "CANNOT_HEAR"
  | "FORBIDDEN"
  | "METHOD_NOT_ALLOWED"
  | "NOT_FOUND"
  | "TOO_LARGE"
  | "UNAUTHORIZED"
  | "UNSUPPORTED_MEDIA_TYPE";

const statusByRefusal: Readonly<Record<RefusalCode, number>> = {
  CANNOT_HEAR: 409,
  FORBIDDEN: 403,
  METHOD_NOT_ALLOWED: 405,
  NOT_FOUND: 404,
  TOO_LARGE: 413,
  UNAUTHORIZED: 401,
  UNSUPPORTED_MEDIA_TYPE: 415,
};

/** A request that the server rejects by itself. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly data: Readonly<Record<string, unknown>>;

  constructor(
    code: RefusalCode,
    message: string,
    options: {
      headers?: Readonly<Record<string, string>>;
      data?: Readonly<Record<string, unknown>>;
    } = {},
  ) {
    super(message);
    this.name = "Refusal";
    this.code = code;
    this.status = statusByRefusal[code];
    this.headers = options.headers ?? {};
    this.data = options.data ?? {};
  }
}

/** A failure as an HTTP response. */
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

/** HTTP status by error code; exhaustive, so that a new code doesn't compile without one. */
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

/** Converts any error to a response. Details of an unexpected error go to the terminal only. */
export function toFailure(error: unknown, report: (sentence: string) => void): Failure {
  if (error instanceof Refusal) {
    const { status, headers, code, message, data } = error;
    return { status, headers, body: { error: { code, message, data } } };
  }
  if (error instanceof LociError) {
    const { code, data } = error;
    const message = messageOf(error);
    const status = statusByCode[code];
    const headers: Record<string, string> = status === 503 ? { "retry-after": "2" } : {};
    return { status, headers, body: { error: { code, message, data } } };
  }
  const reason = messageOf(error);
  report(`Cannot answer a web request: ${reason}`);
  const message = "Cannot answer: Loci failed; the terminal that runs it says why";
  return { status: 500, headers: {}, body: { error: { code: "INTERNAL", message, data: {} } } };
}
