import type { ObjectReader } from "../../git/objects/objects.ts";

/** How much one question may read, and whether it is called off. */
export interface LookBudget extends ObjectReader {
  /** True once something was not read since all was spent. */
  isSpent(): boolean;
}

/** What an object costs besides its bytes. */
const overhead = 1_000;

/**
 * A reader of objects that ends: what goes beyond `maxBytes`, or comes after the signal, is not read but throws. Each
 * byte costs about the same to look at, whether of a file or of the list of a folder.
 */
export function openBudget(
  objects: ObjectReader,
  maxBytes: number,
  signal?: AbortSignal,
): LookBudget {
  let left = maxBytes;
  let isSpent = false;
  return {
    async read(oid) {
      signal?.throwIfAborted();
      isSpent ||= left <= 0;
      if (isSpent) throw new RangeError("Cannot look at more of the history: enough was read");
      const bytes = await objects.read(oid);
      left -= bytes.length + overhead;
      return bytes;
    },
    isSpent: () => isSpent,
  };
}
