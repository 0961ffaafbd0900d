import { LociError } from "../errors.ts";

/** What work returns; undefined where it refuses, with a LociError. */
export function orNone<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof LociError) return undefined;
    throw error;
  }
}
