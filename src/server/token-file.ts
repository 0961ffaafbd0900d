import { randomBytes } from "node:crypto";
import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { LociError, messageOf } from "../errors.ts";

const tokenPattern = /^[\w-]{43,}$/;

/**
 * The server's token: read from `<lociDir>/token`, or made (32 random bytes, base64url) in a file that only its owner
 * can read. One that others could read is replaced and reported. Throws LociError BAD_CONFIG for a file that cannot be
 * trusted and WRITE_FAILED where none can be made.
 */
export async function openToken(
  lociDir: string,
  report: (sentence: string) => void,
): Promise<string> {
  const path = join(lociDir, "token");
  for (let tries = 0; ; tries++) {
    const token = makeToken(path) ?? readToken(path, report);
    if (token !== "") return token;
    // It was known and is gone, or empty: another process is about to write it, or died before it could.
    if (tries === 10) rmSync(path, { force: true });
    await wait(50);
  }
}

/** The new token, or undefined where a file, a link or anything else has that name already. */
function makeToken(path: string): string | undefined {
  let file: number;
  try {
    file = openSync(path, "wx", 0o600);
  } catch (error) {
    if (isErrno(error, "EEXIST")) return undefined;
    throw new LociError(
      "WRITE_FAILED",
      `Cannot make the token file "${path}": ${reasonOf(error)}`,
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
      `Others on this machine could read ${path}: it holds a new token now, and the old one opens nothing any more`,
    );
    return "";
  } finally {
    closeSync(file);
  }
}

/** A new file must follow, not a new text in this one: a process that has it open would read on. */
function discard(path: string): void {
  try {
    rmSync(path);
  } catch (error) {
    // Another process that starts was faster.
    if (!isErrno(error, "ENOENT"))
      throw distrust(path, "others on this machine can read it", error);
  }
}

function openUnfollowed(path: string): number {
  try {
    // O_NONBLOCK: a pipe of that name must not make the server wait for a writer.
    return openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if (isErrno(error, "ELOOP")) throw distrust(path, "it is a symbolic link", error);
    throw distrust(path, reasonOf(error), error);
  }
}

function distrust(path: string, state: string, cause?: unknown): LociError {
  return new LociError(
    "BAD_CONFIG",
    `Cannot trust the token file "${path}": ${state}; delete it and start again`,
    { cause, data: { file: path } },
  );
}

const isErrno = (error: unknown, code: string): boolean =>
  error instanceof Error && "code" in error && error.code === code;

const reasonOf = (error: unknown): string => messageOf(error);
