import { LociError } from "../../errors.ts";

/** One thing that is wrong, and what to do about it. */
export interface Diagnosis {
  readonly code: string;
  readonly file?: string;
  readonly line?: number;
  readonly message: string;
  readonly fix: string;
}

/** What the doctor found: what is wrong, and a sentence on each thing that there is. */
export interface Findings {
  readonly problems: readonly Diagnosis[];
  readonly found: readonly string[];
}

/** A failure as a problem to show; without `fix`, with what the error says itself. Throws what is not a LociError. */
export function toDiagnosis(failure: unknown, fix?: string): Diagnosis {
  if (!(failure instanceof LociError)) throw failure;
  const { code, message, data } = failure;
  return { code, message, fix: fix ?? String(data.fix ?? "") };
}
