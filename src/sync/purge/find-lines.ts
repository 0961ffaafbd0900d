import { plainText } from "../../vault/entry.ts";
import { type ForgottenEntry, forgetInLog } from "../../vault/forget-in-log.ts";
import { countLines, lineKey } from "../../vault/merge-lines.ts";
import { parseTopic } from "../../vault/parse-topic.ts";
import { isLogPath, toTopicPath } from "../../vault/paths.ts";
import { rawLines } from "./purge-marks.ts";

/** What is to be gone: the memories, and the words that they were learned of. */
export interface Purged {
  readonly entries: readonly ForgottenEntry[];
  readonly said: readonly string[];
}

/** Shorter words stand in too much else; an entry of that very text goes all the same. */
const enoughCharacters = 12;

/** The lines of one version of a file that say what is to be gone, one character a byte. */
export function linesSaying(path: string, bytes: Buffer, { entries, said }: Purged): string[] {
  if (bytes.subarray(0, 8_000).includes(0)) return [];
  const words = [...entries.map(({ text }) => text), ...said]
    .filter((text) => text.length >= enoughCharacters)
    .map((text) => Buffer.from(text).toString("latin1"));
  const quoting = rawLines(bytes).filter((line) => words.some((one) => line.includes(one)));
  return [...quoting, ...ownLines(path, bytes, entries)].filter((line) => saysAnything.test(line));
}

/** A blank line is everybody's. */
const saysAnything = /[A-Za-z0-9\x80-\xff]/;

function ownLines(path: string, bytes: Buffer, entries: readonly ForgottenEntry[]): string[] {
  const topic = topicPath(path);
  if (topic === undefined) return [];
  if (isLogPath(topic)) return linesGone(bytes, forgetInLog(bytes, entries).bytes);
  const texts = new Set(entries.map(({ text }) => text));
  const lines = rawLines(bytes);
  return parseTopic(topic, bytes)
    .entries.filter((entry) => texts.has(plainText(entry)))
    .flatMap(({ line, endLine }) => [
      ...lines.slice(line - 1, line),
      ...lines.slice(line, endLine).filter((one) => isOwnWords(one)),
    ]);
}

function topicPath(path: string) {
  try {
    return toTopicPath(path);
  } catch {
    return undefined; // Not one of the vault's Markdown files.
  }
}

/** A further line of an entry's words, if it is long enough to be nobody else's: a mark holds for every file. */
const isOwnWords = (line: string): boolean =>
  line.trim().length >= enoughCharacters && !/^\s*(?:[-*+]|\d+[.)])\s/.test(line);

/** The lines that a version without some of them has less often. */
function linesGone(before: Buffer, after: Uint8Array): string[] {
  const left = countLines(rawLines(after));
  return rawLines(before).filter((line) => {
    const key = lineKey(line);
    const count = left.get(key) ?? 0;
    left.set(key, count - 1);
    return count <= 0;
  });
}
