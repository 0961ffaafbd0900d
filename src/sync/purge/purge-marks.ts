import { sha256Hex } from "../../vault/sha256.ts";

/**
 * What may stand in no version of the vault any more: lines `2026-02-12T14:30:00.000Z x <64 hex digits>` of `log/forgotten.txt`,
 * each with the hash of a whole line. No device takes one away.
 */
export function readPurgeMarks(bytes: Uint8Array | null | undefined): ReadonlySet<string> {
  const text = Buffer.from(bytes ?? []).toString("latin1");
  return new Set(
    Array.from(text.matchAll(/^\S+ x ([0-9a-f]{64})[ \t\r]*$/gm), ([, hash = ""]) => hash),
  );
}

export const purgeLine = (time: string, hash: string): string => `${time} x ${hash}`;

/** The lines of a file, one character a byte, with their ends. */
export const rawLines = (bytes: Uint8Array): string[] =>
  Buffer.from(bytes)
    .toString("latin1")
    .match(/[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+$/g) ?? [];

/** The hash by which a line is known, without its end. */
export const lineHash = (line: string): string =>
  sha256Hex(Buffer.from(line.replace(/[\r\n]+$/, ""), "latin1"));

/** The file without those lines, of which `gone` hears; itself where it holds none, or is no text. */
export function withoutMarked(
  bytes: Buffer,
  marks: ReadonlySet<string>,
  gone: (line: string) => void,
): Buffer {
  if (bytes.subarray(0, 8_000).includes(0)) return bytes;
  const lines = rawLines(bytes);
  const isKept = (line: string): boolean => {
    const isMarked = marks.has(lineHash(line));
    if (isMarked) gone(Buffer.from(line.trim(), "latin1").toString("utf8"));
    return !isMarked;
  };
  const kept = lines.filter(isKept);
  return kept.length === lines.length ? bytes : Buffer.from(kept.join(""), "latin1");
}
