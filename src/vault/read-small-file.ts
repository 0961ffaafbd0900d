import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { type ErrorCode, errnoOf, LociError, messageOf } from "../errors.ts";

/**
 * The text of a small regular file; undefined where there is none. What has its name but is no such file is refused,
 * for a cloned vault may hold anything under any name. Throws LociError BAD_CONFIG.
 */
export function readSmallFile(path: string): string | undefined {
  const found = readIfThere(path, "BAD_CONFIG", 65_536);
  return found && Buffer.from(found.bytes).toString("utf8");
}

/** A plain file as `readPlain` reads it; undefined where there is none. Throws LociError with the code. */
export function readIfThere(path: string, code: ErrorCode, maxBytes?: number) {
  try {
    return readPlain(path, maxBytes);
  } catch (cause) {
    if (errnoOf(cause) === "ENOENT") return undefined;
    const state = errnoOf(cause) === "ELOOP" ? "it is a link" : messageOf(cause);
    throw new LociError(code, `Cannot read "${path}": ${state}`, { data: { file: path }, cause });
  }
}

/** Follows no link, and waits for no pipe. */
export const plainRead: number = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * Reads a plain file, and throws where something else has its name: a link, a pipe or a device may come with a clone,
 * and is neither followed nor waited for. The time is taken after the reading, so that bytes older than it are all there.
 */
export function readPlain(path: string, maxBytes: number = Number.POSITIVE_INFINITY) {
  const fd = openSync(path, plainRead);
  try {
    const stat = fstatSync(fd);
    if (!stat.isFile()) throw new TypeError("it is not a regular file");
    if (stat.size > maxBytes) throw new RangeError(`it is larger than ${maxBytes / 1024} KB`);
    const bytes: Uint8Array = readFileSync(fd);
    return { bytes, mtimeMs: fstatSync(fd).mtimeMs };
  } finally {
    closeSync(fd);
  }
}
