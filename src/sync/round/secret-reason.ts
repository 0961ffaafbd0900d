import { maxFileBytes } from "../../vault/list-files.ts";
import { readTopic } from "../../vault/read-topic.ts";
import { findMarked } from "../../vault/secrets.ts";
import { decodeText } from "../../vault/vault-text.ts";
import type { ContentGuard } from "../commit/read-change.ts";
import { holdsEntries } from "./entries-of.ts";

/** Whether a line holds a password, a key and the like. */
export type LooksSecret = (line: string) => boolean;

interface Versions {
  readonly path: string;
  readonly had: Buffer | undefined;
  readonly has: Buffer;
}

/** Why an edited file stays on this device: it has a new line that holds a secret. */
export function secretReason(
  versions: Versions,
  looksSecret: LooksSecret | undefined,
): string | undefined {
  const line = newMarkedLine(versions) ?? findLine(versions, looksSecret);
  return line === undefined ? undefined : reasonFor(line);
}

/**
 * The same for files that Loci wrote to, which a person may have edited too. An entry that is marked as secret was asked
 * for, and is committed, unless there is a key in it: what is once in a history is in every clone.
 */
export function createSecretGuard(looksSecret: LooksSecret | undefined): ContentGuard {
  return (_, had, has) => {
    const line = findLine({ had, has }, looksSecret);
    return line === undefined ? undefined : reasonFor(line);
  };
}

const reasonFor = (line: number): string =>
  `line ${line} looks like a secret; take it out, or commit the file with your own git`;

/** The number of the first line that is marked as secret and was not so before. */
function newMarkedLine({ path, had, has }: Versions): number | undefined {
  const [before, now] = [markedLines(path, had), markedLines(path, has)];
  const known = new Set(before.values());
  for (const [line, words] of now) if (!known.has(words)) return line;
  return undefined;
}

/** Lines of a topic file or note that are marked as secret, by number. */
function markedLines(path: string, bytes: Buffer | undefined): ReadonlyMap<number, string> {
  if (bytes === undefined || bytes.length > maxFileBytes || !holdsEntries(path)) return new Map();
  const read = readTopic(decodeText(bytes).text);
  const { isWhole, lines } = findMarked(read);
  const marked = read.lines.map((words, i): [number, string] => [i + 1, withoutDate(words)]);
  return new Map(marked.filter(([line, words]) => words !== "" && (isWhole || lines.has(line))));
}

/** An added date is nothing new. */
const withoutDate = (words: string): string => words.replace(/ \(\d{4}-\d{2}-\d{2}\)/, "").trim();

/** The number of the first new line that looks like a key. */
function findLine(
  { had, has }: Pick<Versions, "had" | "has">,
  looksSecret: LooksSecret | undefined,
): number | undefined {
  if (looksSecret === undefined || has.includes(0)) return undefined;
  const old = new Set(linesOf(had));
  const at = linesOf(has).findIndex((line) => !old.has(line) && looksSecret(line));
  return at < 0 ? undefined : at + 1;
}

const linesOf = (bytes: Buffer | undefined): string[] =>
  bytes === undefined ? [] : bytes.toString("utf8").split(/\r?\n/);
