import { randomBytes } from "node:crypto";
import { linkSync, mkdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { errnoOf, LociError, messageOf } from "../errors.ts";
import { readSmallFile } from "../vault/read-small-file.ts";
import { writeWhole } from "../vault/write/write-file.ts";

/**
 * Reads the owner's token from `<folder>/token`, or creates it (32 random bytes, mode 0600). One that others could read
 * is replaced, and reported. Throws LociError BAD_CONFIG for what cannot be trusted, WRITE_FAILED.
 */
export function openToken(folder: string, report: (sentence: string) => void): string {
  const path = join(folder, "token");
  const token = readSmallFile(path)?.trim() ?? createToken(folder, path);
  const { mode } = statSync(path);
  if (!/^[\w-]{43,}$/.test(token)) {
    const state = "it does not hold one word of at least 43 letters and digits";
    throw new LociError(
      "BAD_CONFIG",
      `Cannot trust "${path}": ${state}; delete it and start again`,
    );
  }
  if (process.platform === "win32" || (mode & 0o077) === 0) return token;
  rmSync(path); // Overwriting it would show the new token to a process that has it open.
  report(
    `Others on this machine could read ${path}: it now holds a new token, and the old one no longer works`,
  );
  return createToken(folder, path);
}

/** Creates the file whole, or reads the one that another process has just made. */
function createToken(folder: string, path: string): string {
  const token = randomBytes(32).toString("base64url");
  const beside = `${path}.${token.slice(0, 8)}`;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeWhole(beside, `${token}\n`);
    linkSync(beside, path);
    return token;
  } catch (cause) {
    if (errnoOf(cause) === "EEXIST") return readSmallFile(path)?.trim() ?? "";
    const message = `Cannot make the token file "${path}": ${messageOf(cause)}`;
    throw new LociError("WRITE_FAILED", message, { cause, data: { file: path } });
  } finally {
    rmSync(beside, { force: true });
  }
}
