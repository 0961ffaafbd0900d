import { isUtf8 } from "node:buffer";
import { sha256Hex } from "../../vault/sha256.ts";

/**
 * What was purged: lines `2026-02-12T14:30:00.000Z x <64 hex digits>` of `log/forgotten.txt`, as they stand there, each with the
 * hash of a line, of a line with what is below it, or of an entry's text. No version of the vault holds it that does not
 * hold the mark too: what is written again later, in the knowledge of the mark, stays.
 */
export type PurgeMarks = ReadonlySet<string>;

export function readPurgeMarks(bytes: Uint8Array | null | undefined): PurgeMarks {
  const text = Buffer.from(bytes ?? []).toString("latin1");
  return new Set(
    Array.from(text.matchAll(/^(\S+ x [0-9a-f]{64})[ \t\r]*$/gm), ([, mark = ""]) => mark),
  );
}

/** The marks of hashes, made now. */
export const toMarks = (hashes: readonly string[], now: Date): PurgeMarks =>
  new Set(hashes.map((hash) => `${now.toISOString()} x ${hash}`));

/** The hashes of marks. */
export const hashesOf = (marks: Iterable<string>): Set<string> =>
  new Set(Array.from(marks, (mark) => mark.slice(-64)));

/** The lines of a file, one character a byte, with their ends. */
export const rawLines = (bytes: Uint8Array): string[] =>
  Buffer.from(bytes)
    .toString("latin1")
    .match(/[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+$/g) ?? [];

/** The hash by which a line is known, or several, whatever their ends. */
export const lineHash = (lines: string): string =>
  sha256Hex(Buffer.from(lines.replace(/[\r\n]+$/, "").replace(/\r\n?/g, "\n"), "latin1"));

/** What makes two texts of entries the same memory, whatever tags they have. */
export const textKey = (text: string): string =>
  text
    .normalize("NFC")
    .replace(/(?:^|\s)#[^\s#]+/g, "")
    .replace(/\s+/g, " ")
    .trim();

/** The hash by which an entry is known, however it is spelt, and whatever its fields say. */
export const textHash = (text: string): string => sha256Hex(textKey(text));

/** More do not stand below one line, or not as one. */
const maxBelow = 100;

/** Where a line ends with what stands below it: what is further in, up to a blank line. */
export function endBelow(lines: readonly string[], at: number): number {
  const depth = depthOf(lines[at] ?? "");
  let end = at + 1;
  if (depth < 0) return end;
  while (end < lines.length && depthOf(lines[end] ?? "") > depth) end++;
  return end - at > maxBelow ? at + 1 : end;
}

/** How far in a line stands; a blank one is out of everything. */
function depthOf(line: string): number {
  const at = line.search(/[^ \t]/);
  return at < 0 || line[at] === "\n" || line[at] === "\r" ? -1 : at;
}

/** Not a text with a NUL in it, which is read as one. */
export const isBinary = (bytes: Buffer): boolean =>
  bytes.subarray(0, 8_000).includes(0) && !isUtf8(bytes);

/** The file without what is marked, of which `gone` hears line by line; itself where it holds none of it, or is not text. */
export function withoutMarked(
  bytes: Buffer,
  hashes: ReadonlySet<string>,
  gone: (line: string) => void,
): Buffer {
  if (isBinary(bytes)) return bytes;
  const lines = rawLines(bytes);
  const kept: string[] = [];
  for (let at = 0; at < lines.length; ) {
    const end = endOfMarked(lines, at, hashes);
    for (const line of lines.slice(at, end)) gone(toText(line.trim()));
    if (end === at) kept.push(lines[at++] ?? "");
    else at = end;
  }
  return kept.length === lines.length ? bytes : Buffer.from(kept.join(""), "latin1");
}

/** Where what is marked there ends; the same place where nothing is. */
function endOfMarked(lines: readonly string[], at: number, hashes: ReadonlySet<string>): number {
  const end = endBelow(lines, at);
  if (end > at + 1 && hashes.has(lineHash(lines.slice(at, end).join("")))) return end;
  return hashes.has(lineHash(lines[at] ?? "")) ? at + 1 : at;
}

const toText = (line: string): string => Buffer.from(line, "latin1").toString("utf8");
