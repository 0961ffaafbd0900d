import { type Commit, parseCommit } from "../objects/commit.ts";
import type { ObjectReader } from "../objects/objects.ts";
import { NewestFirst } from "./newest-first.ts";

/** The history below some commits, walked from the newest down, lazily. */
export interface KnownCommits {
  /** Whether a commit of this time belongs to it. With clocks that ran backwards it may wrongly say no. */
  has(oid: string, time: number): Promise<boolean>;
  /** The next commit, newest first; undefined at the end. */
  next(): Promise<string | undefined>;
}

/** Opens the history of some tips; those that cannot be read as commits are left out. */
export function openKnownCommits(
  objects: ObjectReader,
  tips: readonly string[],
  shallow: ReadonlySet<string>,
): KnownCommits {
  const seen = new Set<string>();
  const queue = new NewestFirst<Commit>();
  let start: Promise<void> | undefined;

  const add = async (oid: string): Promise<void> => {
    if (seen.has(oid)) return;
    seen.add(oid);
    const commit = parseCommit(oid, await objects.read(oid));
    queue.push(commit, commit.time);
  };
  const addTips = async (): Promise<void> => {
    for (const tip of tips) {
      try {
        await add(tip);
      } catch {
        seen.delete(tip); // a tag, or a commit that is not here: of no use
      }
    }
  };
  const next = async (): Promise<string | undefined> => {
    start ??= addTips();
    await start;
    const newest = queue.pop();
    if (newest === undefined) return undefined;
    if (!shallow.has(newest.oid)) for (const parent of newest.parents) await add(parent);
    return newest.oid;
  };

  return {
    next,
    async has(oid, time) {
      start ??= addTips();
      await start;
      for (let newest = queue.peek(); newest; newest = queue.peek()) {
        if (seen.has(oid) || newest.time < time) break;
        await next();
      }
      return seen.has(oid);
    },
  };
}
