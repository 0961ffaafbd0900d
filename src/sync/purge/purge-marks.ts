import { isUtf8 } from "node:buffer";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { openDrafts, readIfThere, replaceFile } from "../../git/disk.ts";
import { sha256Hex } from "../../vault/sha256.ts";

/**
 * What was purged: lines `2026-02-12T14:30:00.000Z x <64 hex digits>` of `log/forgotten.txt`, as they stand there, each
 * with the hash of a line or of an entry's text. A commit that holds the mark was made in the knowledge of it: what it
 * holds stays.
 */
export type PurgeMarks = ReadonlySet<string>;

/** Reads the marks in the file. */
export const readPurgeMarks = (bytes: Uint8Array | null): PurgeMarks =>
  new Set(
    Buffer.from(bytes ?? [])
      .toString("latin1")
      .match(/^\S+ x [0-9a-f]{64}(?=[ \t\r]*$)/gm),
  );

/** The marks of hashes, made now. */
export const toMarks = (hashes: readonly string[], now: Date): PurgeMarks =>
  new Set(hashes.map((hash) => `${now.toISOString()} x ${hash}`));

/** The hashes of marks. */
export const hashesOf = (marks: Iterable<string>): Set<string> =>
  new Set(Array.from(marks, (mark) => mark.slice(-64)));

/** Why a mark is to be purged here: that began here, or is another device's and agreed to. */
type Agreed = "yes" | "follow";

/** The marks whose purge is agreed to and not finished. They count in the folder of which they were noted, not in a copy. */
export async function readUnfinished(gitDir: string): Promise<Map<string, Agreed>> {
  const bytes = await readIfThere(fileOf(gitDir), { maxBytes: 2 ** 28 });
  const text = bytes?.toString("latin1") ?? "";
  const isOurs = text.startsWith(await placeOf(gitDir));
  const lines = isOurs ? text.matchAll(/^(yes|follow) (\S+ x [0-9a-f]{64})$/gm) : [];
  return new Map(Array.from(lines, ([, why, mark = ""]) => [mark, why === "yes" ? why : "follow"]));
}

/** Notes that marks are to be purged, so that a kill is made good; undefined: that was done. */
export async function noteUnfinished(
  gitDir: string,
  marks: PurgeMarks,
  why: Agreed | undefined,
): Promise<void> {
  const all = await readUnfinished(gitDir);
  for (const mark of marks) why === undefined ? all.delete(mark) : all.set(mark, why);
  const lines = Array.from(all, ([mark, is]) => `${is} ${mark}\n`);
  const text = (await placeOf(gitDir)) + lines.join("");
  await openDrafts(gitDir);
  await replaceFile(gitDir, fileOf(gitDir), Buffer.from(text));
}

const fileOf = (gitDir: string): string => join(gitDir, "loci", "purged");

const placeOf = async (gitDir: string): Promise<string> => `in ${(await stat(gitDir)).ino}\n`;

/** The lines of a file, one character a byte, with their ends. */
export const rawLines = (bytes: Uint8Array): string[] =>
  Buffer.from(bytes)
    .toString("latin1")
    .match(/[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+$/g) ?? [];

/** The hash by which a line is known, whatever its end: by itself, or below a line that goes, whose own hash is `above`. */
export const lineHash = (line: string, above = ""): string =>
  sha256Hex(Buffer.from(above + line.replace(/[\r\n]+$/, ""), "latin1"));

/** The hashes by which a line may go: below the line that went before it, if one did, and by itself. */
export const hashesOfLine = (line: string, above: string): string[] =>
  above === "" ? [lineHash(line)] : [lineHash(line, above), lineHash(line)];

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
  if (hashes.size === 0 || isBinary(bytes)) return bytes;
  const lines = rawLines(bytes);
  let above = "";
  const kept = lines.filter((line) => {
    above = hashesOfLine(line, above).find((hash) => hashes.has(hash)) ?? "";
    if (above !== "") gone(Buffer.from(line.trim(), "latin1").toString("utf8"), above);
    return above === "";
  });
  return kept.length === lines.length ? bytes : Buffer.from(kept.join(""), "latin1");
}
