import { closest, distance } from "fastest-levenshtein";

/** Codes that scripts may rely on; the sentence beside one may change, the code may not. */
export type ErrorCode =
  | "AUDIO_FAILED"
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
  | "MODEL_FAILED"
  | "NOT_FOUND"
  | "NO_VAULT"
  | "OUTSIDE_VAULT"
  | "SESSION_FAILED"
  | "SYNC_FAILED"
  | "UNREADABLE"
  | "USAGE"
  | "VAULT_VANISHED"
  | "WRITE_FAILED";

/** What went wrong, in the words of whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The code of a failed system call (`ENOENT`), if that is what was thrown. */
export function errnoOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string"
    ? error.code
    : undefined;
}

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

/** The candidate that a misspelt word most likely meant; undefined where none is near. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  if (candidates.length === 0) return undefined;
  const near = closest(word, [...candidates]);
  return distance(word, near) <= Math.max(1, Math.floor(near.length / 2)) ? near : undefined;
}

/** "did you mean …?", or what else to say where nothing is near. */
export function adviceOn(word: string, candidates: readonly string[], otherwise: string): string {
  const near = nearest(word, candidates);
  return near === undefined ? otherwise : `did you mean "${near}"?`;
}
