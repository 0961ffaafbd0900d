import { type BigIntStats, lstatSync } from "node:fs";
import { isMissing } from "../../git/disk.ts";

/** What stands at a path, links not followed; undefined where nothing does. */
export function lookAt(path: string): BigIntStats | undefined {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false });
  } catch (error) {
    if (isMissing(error)) return undefined; // a file where a folder of the path should be
    throw error;
  }
}
