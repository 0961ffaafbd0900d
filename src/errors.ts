/** Codes that scripts may rely on; the sentence beside one may change, the code may not. */
export type ErrorCode =
  | "BAD_CONFIG"
  | "BAD_DATE"
  | "BAD_FRONTMATTER"
  | "BAD_INPUT"
  | "BAD_NAME"
  | "BUSY"
  | "CHANGED_MEANWHILE"
  | "EMBEDDING_FAILED"
  | "GIT_BLOCKED"
  | "INDEX_FAILED"
  | "NOT_FOUND"
  | "NO_VAULT"
  | "OUTSIDE_VAULT"
  | "UNREADABLE"
  | "USAGE"
  | "VAULT_VANISHED"
  | "WRITE_FAILED";

/** An error a caller may catch: `code` is stable, `data` is for machines, `message` is one sentence for people. */
export class LociError extends Error {
  readonly code: ErrorCode;
  readonly data: Readonly<Record<string, unknown>>;

  constructor(
    code: ErrorCode,
    message: string,
    options: { data?: Readonly<Record<string, unknown>>; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.name = "LociError";
    this.code = code;
    this.data = options.data ?? {};
  }
}
