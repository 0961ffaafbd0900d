import { LociError } from "../../errors.ts";

/** One thing that is wrong, and what to do about it. */
export interface Diagnosis {
  readonly code: string;
  readonly file?: string;
  readonly line?: number;
  readonly message: string;
  readonly fix: string;
}

/** A failure as a problem to show. Throws what is not a LociError. */
export function toDiagnosis(failure: unknown, fix: string): Diagnosis {
  if (!(failure instanceof LociError)) throw failure;
  return { code: failure.code, message: failure.message, fix };
}
