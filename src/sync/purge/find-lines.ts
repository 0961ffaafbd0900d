import { plainText } from "../../vault/entry.ts";
import { type ForgottenEntry, forgetInLog } from "../../vault/forget-in-log.ts";
import { parseTopic } from "../../vault/parse-topic.ts";
import { isLogPath, type TopicPath, toTopicPath } from "../../vault/paths.ts";
import { endBelow, isBinary, rawLines, textKey } from "./purge-marks.ts";

/** What is to be gone: the memories, and the words that they were learned of. */
export interface Purged {
  readonly entries: readonly ForgottenEntry[];
  readonly said: readonly string[];
}

/** Shorter words stand in too much else. */
const enoughCharacters = 12;

/**
 * What one version of a file has of what is to be gone, one character a byte: the lines of the memories, and what the digest
 * log tells of them; a line of several with all of them, where they go together. Nobody else's line is one of them.
 */
export function linesSaying(path: string, bytes: Buffer, { entries }: Purged): string[] {
  const topic = topicPath(path);
  if (topic === undefined || isBinary(bytes)) return [];
  const lines = rawLines(bytes);
  return isLogPath(topic)
    ? linesOfLog(lines, forgetInLog(bytes, entries).gone)
    : linesOfTopic(lines, topic, { bytes, entries });
}

/** Lines of a text that belongs to no file of the vault, such as a commit's message, that hold the words. */
export function linesQuoting(bytes: Buffer, { entries, said }: Purged): string[] {
  if (isBinary(bytes)) return [];
  const words = [...entries.flatMap(({ text }) => [text, textKey(text)]), ...said]
    .filter((text) => text.length >= enoughCharacters)
    .map((text) => Buffer.from(text).toString("latin1"));
  return rawLines(bytes).filter((line) => words.some((one) => line.includes(one)));
}

export function topicPath(path: string): TopicPath | undefined {
  try {
    return toTopicPath(path);
  } catch {
    return undefined; // Not one of the vault's Markdown files.
  }
}

function linesOfTopic(
  lines: readonly string[],
  topic: TopicPath,
  { bytes, entries }: { readonly bytes: Buffer } & Pick<Purged, "entries">,
): string[] {
  const texts = new Set(entries.map(({ text }) => textKey(text)));
  return parseTopic(topic, bytes)
    .entries.filter((entry) => texts.has(textKey(plainText(entry))))
    .flatMap(({ line, endLine }) => [
      ...withBelow(lines, line - 1, endLine),
      ...lines.slice(line - 1, line),
      ...lines.slice(line, endLine).filter((one) => isOwnWords(one) && !isItem(one)),
    ]);
}

/** The lines of an entry with all that is below each; a blank line, or too many of them, makes them several. */
function withBelow(lines: readonly string[], from: number, end: number): string[] {
  const found: string[] = [];
  for (let at = from; at < end; ) {
    const [block] = together(lines, at, end);
    const line = lines[at] ?? "";
    if (block !== undefined) found.push(block);
    else if (isOwnWords(line)) found.push(line);
    at = block === undefined ? at + 1 : endBelow(lines, at);
  }
  return found;
}

function linesOfLog(lines: readonly string[], gone: ReadonlySet<number>): string[] {
  return lines.flatMap((line, at) => {
    if (!gone.has(at)) return [];
    let end = at + 1;
    while (gone.has(end)) end++;
    // "yes" said somebody of something else too.
    return [...together(lines, at, end), ...(isOwnWords(line) ? [line] : [])];
  });
}

/** A line with all that is below it, where that goes too. */
function together(lines: readonly string[], at: number, end: number): string[] {
  const below = endBelow(lines, at);
  return below > at + 1 && below <= end ? [lines.slice(at, below).join("")] : [];
}

/** A line that is long enough to be nobody else's: a mark holds for every file. */
const isOwnWords = (line: string): boolean => line.trim().length >= enoughCharacters;

const isItem = (line: string): boolean => /^\s*(?:[-*+]|\d+[.)])\s/.test(line);
