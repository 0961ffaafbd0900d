import { runInNewContext } from "node:vm";

/**
 * Runs what may take time in the square of its input, and stops it after so long. Throws what it throws, or
 * `ERR_SCRIPT_EXECUTION_TIMEOUT`. `work` must keep nothing outside itself: it may stop anywhere.
 */
export function runWithin<T>(milliseconds: number, work: () => T): T {
  const results: { readonly value: T }[] = [];
  const run = (): void => {
    results.push({ value: work() });
  };
  // For its timeout alone, which reaches into the functions it calls; nothing runs that is not ours.
  runInNewContext("run()", { run }, { timeout: milliseconds });
  const [result] = results;
  if (result === undefined) throw new RangeError("Cannot finish in time: no result");
  return result.value;
}
