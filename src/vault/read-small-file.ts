import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { errnoOf, LociError, messageOf } from "../errors.ts";

const maxBytes = 65_536;

/**
 * The text of a small regular file; undefined where there is none. A link, a device or a pipe in its place is refused,
 * for a cloned vault may hold anything under any name. Throws LociError BAD_CONFIG.
 */
export function readSmallFile(path: string): string | undefined {
  let handle: number;
  try {
    handle = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return undefined;
    const state = errnoOf(error) === "ELOOP" ? "it is a link" : messageOf(error);
    throw new LociError("BAD_CONFIG", `Cannot read "${path}": ${state}`, { cause: error });
  }
  try {
    const stat = fstatSync(handle);
    const state = stat.isFile() ? "it is larger than 64 KB" : "it is not a regular file";
    if (stat.isFile() && stat.size <= maxBytes) return readFileSync(handle, "utf8");
    throw new LociError("BAD_CONFIG", `Cannot read "${path}": ${state}`, { data: { file: path } });
  } finally {
    closeSync(handle);
  }
}
