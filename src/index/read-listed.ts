import { constants, readFileSync } from "node:fs";
import { join } from "node:path";
import { messageOf } from "../errors.ts";
import type { TopicPath } from "../vault/paths.ts";

/** One scan of the files: when it began, and what it could not read. */
export interface Look {
  readonly root: string;
  /** ms since the epoch. */
  readonly startedAt: number;
  readonly unreadable: { path: string; reason: string }[];
}

/** The bytes of a listed file; undefined when it cannot be read, and reported unless it is just gone. */
export function readListed({ root, unreadable }: Look, path: TopicPath): Buffer | undefined {
  try {
    return readFileSync(join(root, path), { flag: readNoLink });
  } catch (error) {
    // Removed since it was listed: the next pass sees that. Anything else is reported, and the others go on.
    if (!isGone(error)) unreadable.push({ path, reason: messageOf(error) });
    return undefined;
  }
}

/** A file that became a symbolic link since it was listed is not followed. */
const readNoLink = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0);

const isGone = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ENOENT";
