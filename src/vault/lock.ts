/**
 * The one writer's turn in a vault: `work` runs while no other writer, in this process or another, is at work.
 * Turns in one process are first come, first served. Rejects with BUSY when the turn does not come in time, with
 * `signal.reason` when aborted while waiting (work that has begun is never interrupted), and with whatever `work`
 * throws. Not re-entrant: `work` must not ask for the same lock again. A killed holder's turn ends at once.
 */
export type Lock = <T>(work: () => Promise<T> | T, signal?: AbortSignal) => Promise<T>;

/** For work within a turn that is held already. */
export const unlocked: Lock = async (work) => work();
