import { isUtf8 } from "node:buffer";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { type Disk, openDrafts, readIfThere, replaceFile } from "../../git/disk.ts";
import { sha256Hex } from "../../vault/sha256.ts";

/**
 * What was purged: lines `2026-02-12T14:30:00.000Z x <64 hex digits>` of `log/forgotten.txt`, as they stand there, each with the
 * hash of a line or of an entry's text. No version of the vault holds it that does not hold the mark too: what is written
 * again later, in the knowledge of the mark, stays.
 */
export type PurgeMarks = ReadonlySet<string>;

/** Reads the marks in the file. */
export function readPurgeMarks(bytes: Uint8Array | null): PurgeMarks {
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

/** The marks by what becomes of them here: they are to be followed, were refused, or nothing here holds them any more. */
interface Answers {
  readonly yes: Set<string>;
  readonly no: Set<string>;
  readonly done: Set<string>;
}

/** Reads the answers. They count in the folder that they were given for, not in a copy, whoever made it. */
export async function readAnswers(gitDir: string): Promise<Answers> {
  const bytes = await readIfThere(fileOf(gitDir), { maxBytes: 2 ** 28 });
  const text = bytes?.toString("latin1") ?? "";
  const answers: Answers = { yes: new Set(), no: new Set(), done: new Set() };
  if (!text.startsWith(await placeOf(gitDir))) return answers;
  for (const [, word, mark = ""] of text.matchAll(/^(?:(yes|no) )?(\S+ x [0-9a-f]{64})$/gm))
    answers[word === "yes" || word === "no" ? word : "done"].add(mark);
  return answers;
}

/** Keeps an answer. "yes" for a purge that begins here, so that nobody is asked. */
export async function answerPurge(
  disk: Disk,
  gitDir: string,
  marks: PurgeMarks,
  answer: keyof Answers,
): Promise<void> {
  const answers = await readAnswers(gitDir);
  for (const mark of marks) {
    for (const others of Object.values(answers)) others.delete(mark);
    answers[answer].add(mark);
  }
  const { yes, no, done } = answers;
  const words = [
    ...Array.from(yes, (one) => `yes ${one}`),
    ...Array.from(no, (one) => `no ${one}`),
  ];
  const text = [...done, ...words].map((line) => `${line}\n`).join("");
  await openDrafts(disk, gitDir);
  await replaceFile(disk, gitDir, fileOf(gitDir), Buffer.from((await placeOf(gitDir)) + text));
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
export const hashesOfLine = (line: string, above: string | undefined): string[] =>
  above === undefined ? [lineHash(line)] : [lineHash(line, above), lineHash(line)];

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
    above = hashesOfLine(line, above).find((hash) => hashes.has(hash));
    if (above !== undefined) gone(Buffer.from(line.trim(), "latin1").toString("utf8"), above);
    return above === undefined;
  });
  return kept.length === lines.length ? bytes : Buffer.from(kept.join(""), "latin1");
}
