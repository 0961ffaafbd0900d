import { blocked } from "../blocked.ts";
import { isThere } from "../disk.ts";
import { openPacks } from "../packs/open-packs.ts";
import { ownReadLimits } from "../packs/pack-limits.ts";
import { createYielder } from "../yield-to-event-loop.ts";
import { loosePath, readLoose } from "./loose-object.ts";

/** What a repository holds, to be read. */
export interface StoredObjects {
  /** The content of an object, checked against its name; throws a blocked error where no sound copy of it is found. */
  read(oid: string): Promise<Buffer>;
  /** Whether there is an object of that name, without reading it. */
  has(oid: string): Promise<boolean>;
  /** Closes the packs at once; reading opens them again. Idle packs close after a second. */
  close(): void;
}

/** How often the packs are looked at again: a `git gc` or a fetch meanwhile may have replaced them, and go on doing so. */
const maxRenewals = 3;

/** Opens what is stored: the packs first, then the files of single objects. */
export function openStored(gitDir: string, limits = ownReadLimits): StoredObjects {
  const readSingle = (oid: string) => readLoose(gitDir, oid, limits.maxObjectBytes);
  const packs = openPacks(gitDir, readSingle, limits);
  const yieldToEventLoop = createYielder();

  const readOnce = (oid: string): Attempt<Buffer> => {
    const packed = attempt(() => packs.read(oid)?.content);
    if (packed.value !== undefined) return packed;
    const loose = attempt(() => readSingle(oid)?.content);
    return { value: loose.value, cause: packed.cause ?? loose.cause };
  };

  return {
    async read(oid) {
      await yieldToEventLoop();
      let found = readOnce(oid);
      for (let n = 0; n < maxRenewals && found.value === undefined; n++) {
        if (attempt(packs.renew).value !== true) break;
        found = readOnce(oid);
      }
      if (found.value !== undefined) return found.value;
      throw blocked(
        `object ${oid} of its git history is missing or damaged`,
        "run `git fsck` in the vault and restore the object from another copy; the files themselves are not affected",
        found.cause,
      );
    },

    async has(oid) {
      const isHere = async () => packs.has(oid) || (await isThere(loosePath(gitDir, oid)));
      return (await isHere()) || (packs.renew() && (await isHere()));
    },

    close: packs.close,
  };
}

interface Attempt<T> {
  readonly value: T | undefined;
  /** What was wrong. */
  readonly cause?: unknown;
}

function attempt<T>(read: () => T | undefined): Attempt<T> {
  try {
    return { value: read() };
  } catch (cause) {
    return { value: undefined, cause };
  }
}
