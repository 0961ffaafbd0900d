import { isUtf8 } from "node:buffer";
import { sha256Hex } from "../../vault/sha256.ts";

/**
 * What was purged: lines `2026-02-12T14:30:00.000Z x <64 hex digits>` of `log/forgotten.txt`, as they stand there, each with the
 * hash of a line or of an entry's text. No version of the vault holds it that does not hold the mark too: what is written
 * again later, in the knowledge of the mark, stays.
 */
export type PurgeMarks = ReadonlySet<string>;

/** Reads the marks in the file. */
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

/** The hash by which a line is known, whatever its end: by itself, or below a line that goes, whose own hash is `above`. */
export const lineHash = (line: string, above = ""): string =>
  sha256Hex(Buffer.from(above + line.replace(/[\r\n]+$/, ""), "latin1"));

/** What makes two texts of entries the same memory, whatever tags they have. */
export const textKey = (text: string): string =>
  text
    .normalize("NFC")
    .replace(/(?:^|\s)#[^\s#]+/g, "")
    .replace(/\s+/g, " ")
    .trim();

/** The hash by which an entry is known, however it is spelt, and whatever its fields say. */
export const textHash = (text: string): string => sha256Hex(textKey(text));

/** Not a text with a NUL in it, which is read as one. */
export const isBinary = (bytes: Buffer): boolean =>
  bytes.subarray(0, 8_000).includes(0) && !isUtf8(bytes);

/** The file without what is marked, of which `gone` hears line by line; itself where it holds none of it, or is not text. */
export function withoutMarked(
  bytes: Buffer,
  hashes: ReadonlySet<string>,
  gone: (line: string, hash: string) => void,
): Buffer {
  if (isBinary(bytes)) return bytes;
  const lines = rawLines(bytes);
  let above: string | undefined;
  const kept = lines.filter((line) => {
    const known = above === undefined ? [] : [lineHash(line, above)];
    above = [...known, lineHash(line)].find((hash) => hashes.has(hash));
    if (above !== undefined) gone(Buffer.from(line.trim(), "latin1").toString("utf8"), above);
    return above === undefined;
  });
  return kept.length === lines.length ? bytes : Buffer.from(kept.join(""), "latin1");
}
