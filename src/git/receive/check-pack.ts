import { stat } from "node:fs/promises";
import { errnoOf } from "../../errors.ts";
import type { ObjectType } from "../object-format.ts";
import type { PackLimits } from "../packs/pack-limits.ts";
import { inspectPack } from "./inspect-pack.ts";
import { openThread } from "./thread.ts";

/** A pack that came from elsewhere, and what it shall bring. */
export interface PackCheck {
  /** The file that holds it. */
  readonly path: string;
  /** The repository that shall take it. */
  readonly gitDir: string;
  /** The commit that was asked for. */
  readonly wanted: string;
  /** The commits at which the history of that repository is cut off. */
  readonly shallow: ReadonlySet<string>;
  readonly limits: PackLimits;
}

/** A sound pack, with which the repository lacks nothing that `wanted` needs. */
export interface CheckedPack {
  /** The hash at its end. */
  readonly name: string;
  /** The bytes of its index. */
  readonly index: Uint8Array;
  readonly holdsWanted: boolean;
  /** The objects of a small pack, each after those that it names. */
  readonly few: readonly LooseObject[] | undefined;
}

interface LooseObject {
  readonly type: Exclude<ObjectType, "tag">;
  readonly content: Uint8Array;
}

const MB = 2 ** 20;

const smallBytes = MB / 16;

/** What is checked within these takes milliseconds, and less than a thread costs. */
const small = (limits: PackLimits): PackLimits => ({
  ...limits,
  maxObjects: Math.min(limits.maxObjects, 500),
  maxObjectBytes: Math.min(limits.maxObjectBytes, MB),
  maxChain: Math.min(limits.maxChain, 50),
  maxUnpackedBytes: Math.min(limits.maxUnpackedBytes, 4 * MB),
  maxMadePerByte: 0,
  maxMadeBytes: Math.min(limits.maxMadeBytes, 4 * MB),
});

/**
 * Checks a pack: a small one here, as most are that one evening makes, any other in a thread of its own, so that a
 * hostile one can neither block this thread nor take its memory. Throws a SyntaxError, whose message is half a sentence,
 * where it is not sound or goes past a limit; the signal's reason where that ends it.
 */
export async function checkPack(
  check: PackCheck,
  signal: AbortSignal | undefined,
): Promise<CheckedPack> {
  signal?.throwIfAborted();
  const few = await checkSmall(check);
  signal?.throwIfAborted(); // A listener added from here on misses an earlier abort.
  const pack = few ?? (await checkInThread(check, signal));
  signal?.throwIfAborted();
  return pack;
}

/** A small pack that is sound; undefined for any other. */
async function checkSmall(check: PackCheck): Promise<CheckedPack | undefined> {
  const { size } = await stat(check.path);
  if (size > smallBytes) return undefined;
  try {
    return await inspectPack({ ...check, limits: small(check.limits) });
  } catch (error) {
    if (error instanceof SyntaxError) return undefined; // The thread says what is wrong, or takes what is larger.
    throw error;
  }
}

/** Ends the thread before it returns. */
async function checkInThread(
  check: PackCheck,
  signal: AbortSignal | undefined,
): Promise<CheckedPack> {
  const { maxMs, maxHeapBytes } = check.limits;
  const thread = openThread(check);
  const stopped = Promise.withResolvers<never>();
  const abort = (): void => stopped.reject(signal?.reason);
  signal?.addEventListener("abort", abort, { once: true });
  const late = new SyntaxError(`it takes more than ${maxMs / 1_000} s to check`);
  const timer = setTimeout(() => stopped.reject(late), maxMs);
  try {
    return await Promise.race([thread.inspect(check), stopped.promise]);
  } catch (error) {
    if (errnoOf(error) !== "ERR_WORKER_OUT_OF_MEMORY") throw error;
    throw new SyntaxError(`it takes more than ${maxHeapBytes / MB} MB of memory to check`);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
    await thread.close();
  }
}
