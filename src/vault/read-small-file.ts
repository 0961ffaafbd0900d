import { errnoOf, LociError, messageOf } from "../errors.ts";
import { readPlain } from "./write/read-settled.ts";

/**
 * The text of a small regular file; undefined where there is none. What has its name but is no such file is refused,
 * for a cloned vault may hold anything under any name. Throws LociError BAD_CONFIG.
 */
export function readSmallFile(path: string): string | undefined {
  try {
    return Buffer.from(readPlain(path, 65_536).bytes).toString("utf8");
  } catch (cause) {
    if (errnoOf(cause) === "ENOENT") return undefined;
    const state = errnoOf(cause) === "ELOOP" ? "it is a link" : messageOf(cause);
    throw new LociError("BAD_CONFIG", `Cannot read "${path}": ${state}`, {
      data: { file: path },
      cause,
    });
  }
}
