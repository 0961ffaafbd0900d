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
  | "FORBIDDEN"
  | "GIT_BLOCKED"
  | "INDEX_FAILED"
  | "MODEL_FAILED"
  | "NOT_FOUND"
  | "NO_VAULT"
  | "OUTSIDE_VAULT"
  | "SESSION_FAILED"
  | "SYNC_FAILED"
  | "TOO_LARGE"
  | "UNAUTHORIZED"
  | "UNREADABLE"
  | "USAGE"
  | "VAULT_VANISHED"
  | "WRITE_FAILED";

/** What went wrong, in the words of whatever was thrown, and what to do about it where the error names that apart. */
export function messageOf(error: unknown): string {
  if (error instanceof LociError) return withFix(error.message, error.data.fix);
  return error instanceof Error ? error.message : String(error);
}

/** A sentence with what to do, unless that stands in it already. */
export function withFix(message: string, fix: unknown): string {
  if (typeof fix !== "string" || fix === "" || message.includes(fix)) return message;
  return `${message}; ${fix}`;
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

/**
 * The candidate that a misspelt word most likely meant, undefined where none is near: it may have one slip for three
 * letters; two letters that changed places are one.
 */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const typed = word.toLowerCase();
  const meant = candidates.map((candidate) => candidate.toLowerCase());
  const best = meant.length === 0 ? "" : closest(typed, meant);
  const isSwapped = [...typed].sort().join() === [...best].sort().join();
  const slips = distance(typed, best) - Number(isSwapped);
  return slips * 3 <= Math.max(typed.length, best.length)
    ? candidates[meant.indexOf(best)]
    : undefined;
}

/** "did you mean …?", or what else to say where nothing is near. */
export function adviceOn(word: string, candidates: readonly string[], otherwise: string): string {
  const near = nearest(word, candidates);
  return near === undefined ? otherwise : `did you mean "${near}"?`;
}
