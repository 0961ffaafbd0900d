import { LociError } from "../../errors.ts";
import type { Diagnosis } from "../diagnose.ts";

/** A failure as a problem to show, with what to do about it. Throws what is none of ours. */
export function toDiagnosis(error: unknown, fix: string): Diagnosis {
  if (!(error instanceof LociError)) throw error;
  return { code: error.code, message: error.message, fix };
}
