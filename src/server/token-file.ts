import { randomBytes } from "node:crypto";
import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { errnoOf, LociError, messageOf } from "../errors.ts";

const tokenPattern = /^[\w-]{43,}$/;

/**
 * Reads the server's token from `<folder>/token`, or creates it (32 random bytes, base64url, mode 0600). A token that
 * others could read is replaced, and reported. Rejects with LociError BAD_CONFIG if the file cannot be trusted and
 * WRITE_FAILED if it cannot be created.
 */
export async function openToken(
  folder: string,
  report: (sentence: string) => void,
): Promise<string> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, "token");
  for (let tries = 0; ; tries++) {
    const token = createToken(path) ?? readToken(path, report);
    if (token !== "") return token;
    // Just discarded, or empty: another process is about to write the token, or died before it could.
    if (tries === 10) rmSync(path, { force: true });
    await wait(50);
  }
}

/** Creates the file and returns the token; undefined if something of that name exists. */
function createToken(path: string): string | undefined {
  let file: number;
  try {
    file = openSync(path, "wx", 0o600);
  } catch (error) {
    if (errnoOf(error) === "EEXIST") return undefined;
    throw new LociError(
      "WRITE_FAILED",
      `Cannot make the token file "${path}": ${messageOf(error)}`,
      { cause: error, data: { file: path } },
    );
  }
  try {
    const token = randomBytes(32).toString("base64url");
    writeSync(file, `${token}\n`);
    fsyncSync(file);
    return token;
  } finally {
    closeSync(file);
  }
}

function readToken(path: string, report: (sentence: string) => void): string {
  const file = openUnfollowed(path);
  try {
    const { mode, uid } = fstatSync(file);
    if ((mode & constants.S_IFMT) !== constants.S_IFREG) throw distrust(path, "it is not a file");
    if (process.getuid !== undefined && uid !== process.getuid()) {
      throw distrust(path, "it belongs to another user");
    }
    const token = readFileSync(file, "utf8").trim();
    if (token !== "" && !tokenPattern.test(token)) {
      throw distrust(path, "it does not hold one word of at least 43 letters and digits");
    }
    const isPrivate = process.platform === "win32" || (mode & 0o077) === 0;
    if (isPrivate) return token;
    discard(path);
    report(
      `Others on this machine could read ${path}: it now holds a new token, and the old one no longer works`,
    );
    return "";
  } finally {
    closeSync(file);
  }
}

/** Removes the file. Overwriting it would show the new token to a process that has it open. */
function discard(path: string): void {
  try {
    rmSync(path);
  } catch (error) {
    // ENOENT: another process has just removed it.
    if (errnoOf(error) !== "ENOENT")
      throw distrust(path, "others on this machine can read it", error);
  }
}

function openUnfollowed(path: string): number {
  try {
    // O_NONBLOCK: opening a named pipe must not block the server.
    return openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if (errnoOf(error) === "ELOOP") throw distrust(path, "it is a symbolic link", error);
    throw distrust(path, messageOf(error), error);
  }
}

function distrust(path: string, state: string, cause?: unknown): LociError {
  return new LociError(
    "BAD_CONFIG",
    `Cannot trust the token file "${path}": ${state}; delete it and start again`,
    { cause, data: { file: path } },
  );
}
