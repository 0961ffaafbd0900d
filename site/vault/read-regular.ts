import { closeSync, constants, fstatSync, openSync, readSync, realpathSync } from "node:fs";
import { join, sep } from "node:path";
import { errnoOf } from "../../src/errors.ts";

/**
 * The bytes of a regular file of the vault, at most `mostBytes`; undefined where it is gone, larger, or no regular file
 * any more. No link is followed, neither in its place nor on the way to it. Throws what the system says of anything else.
 */
export function readRegular(root: string, path: string, mostBytes: number): Buffer | undefined {
  let fd: number;
  try {
    fd = openSync(
      join(root, path),
      constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
    );
  } catch (error) {
    if (["ENOENT", "ELOOP"].includes(errnoOf(error) ?? "")) return undefined;
    throw error;
  }
  try {
    const stat = fstatSync(fd);
    if (!stat.isFile() || stat.size > mostBytes || !isInside(root, path)) return undefined;
    const bytes = Buffer.allocUnsafe(stat.size);
    let length = 0;
    while (length < bytes.length) {
      const count = readSync(fd, bytes, length, bytes.length - length, null);
      if (count === 0) break;
      length += count;
    }
    return bytes.subarray(0, length);
  } finally {
    closeSync(fd);
  }
}

/** True for a path of the vault without links on its way. */
export function isInside(root: string, path: string): boolean {
  try {
    const base = realpathSync.native(root);
    const inside = base.endsWith(sep) ? base : base + sep;
    return realpathSync.native(join(root, path)) === inside + path.split("/").join(sep);
  } catch {
    return false; // Gone, so not there.
  }
}
