import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { buffer } from "node:stream/consumers";
import { errnoOf, LociError, messageOf } from "../errors.ts";
import type { CliEnvironment } from "./command.ts";

/** Yields the lines of a stream as they arrive. Only LF and CRLF end a line, not other Unicode line ends. */
export async function* readLines(stream: AsyncIterable<unknown>): AsyncGenerator<string> {
  for await (const lines of readBatches(stream)) yield* lines;
}

/** Most lines per batch, so that one write, and the wait for it, stays short. */
const maxLines = 200;

/** Yields the lines that have arrived together. A last line without a line end counts. */
export async function* readBatches(stream: AsyncIterable<unknown>): AsyncGenerator<string[]> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of stream) {
    rest += chunk instanceof Uint8Array ? decoder.decode(chunk, { stream: true }) : String(chunk);
    const lines = rest.split(/\r?\n/);
    rest = lines.pop() ?? "";
    for (let at = 0; at < lines.length; at += maxLines) yield lines.slice(at, at + maxLines);
  }
  rest += decoder.decode();
  if (rest !== "") yield [rest];
}

/** Enough for an export of years of conversations, and within what a JavaScript string can hold. */
const maxBytes = 500 * 2 ** 20;

/** Reads a text file, or standard input if its name is `-`. Rejects with LociError UNREADABLE. */
export function readInput({ stdin, cwd }: CliEnvironment, name: string): Promise<string> {
  return orUnreadable(name, async () => {
    const bytes = name === "-" ? await buffer(stdin) : await readFile(resolve(cwd, name));
    if (bytes.length > maxBytes) throw new Error("it is larger than 500 MB; split it");
    if (bytes.includes(0)) throw new Error("it is not text; unpack an archive first");
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  });
}

/** Reads a file. Rejects with LociError UNREADABLE. */
export const readBytes = (cwd: string, name: string): Promise<Buffer> =>
  orUnreadable(name, () => readFile(resolve(cwd, name)));

async function orUnreadable<T>(name: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw new LociError("UNREADABLE", `Cannot read "${name}": ${reasonOf(error)}`, {
      cause: error,
      data: { file: name },
    });
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof TypeError) return "it is not text in UTF-8";
  return reasons[errnoOf(error) ?? ""] ?? messageOf(error);
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EISDIR: "it is a folder",
  EACCES: "this user may not read it",
};
