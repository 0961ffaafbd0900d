import { readFile, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { errnoOf, LociError, messageOf } from "../errors.ts";

/** An export of years of conversations may be large; more is no transcript, and no text that JavaScript can hold. */
const maxBytes = 500 * 2 ** 20;
const tooLarge = `it is larger than ${maxBytes / 2 ** 20} MB`;

/** Reads a transcript from a file, or from a pipe where it is `-`. Throws LociError UNREADABLE. */
export async function readTranscriptFile(
  stdin: AsyncIterable<unknown>,
  cwd: string,
  file: string,
): Promise<string> {
  try {
    const bytes = file === "-" ? await readPipe(stdin) : await readWhole(resolve(cwd, file));
    return decode(bytes);
  } catch (error) {
    throw new LociError("UNREADABLE", `Cannot read the transcript "${file}": ${reasonOf(error)}`, {
      cause: error,
      data: { file },
    });
  }
}

async function readWhole(path: string): Promise<Buffer> {
  const { size } = await stat(path);
  if (size > maxBytes) throw new RangeError(tooLarge);
  return readFile(path);
}

async function readPipe(stdin: AsyncIterable<unknown>): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of stdin) {
    const bytes = Buffer.from(part instanceof Uint8Array ? part : String(part));
    length += bytes.length;
    if (length > maxBytes) throw new RangeError(tooLarge);
    parts.push(bytes);
  }
  return Buffer.concat(parts);
}

/** What no text editor writes is a picture or an archive, such as the one an export comes in. */
function decode(bytes: Buffer): string {
  if (!bytes.includes(0)) return bytes.toString("utf8");
  throw new TypeError("it is no text; unpack an export first, and take its conversations.json");
}

function reasonOf(error: unknown): string {
  const code = errnoOf(error);
  if (code === "ENOENT") return "it is not there";
  if (code === "EISDIR") return "it is a folder";
  return code === "EACCES" ? "this user may not read it" : messageOf(error);
}
