import { isMarkdown, maxFileBytes } from "../../vault/list-files.ts";
import { readTopic } from "../../vault/read-topic.ts";
import { findMarked } from "../../vault/secrets.ts";
import { decodeText } from "../../vault/vault-text.ts";
import type { ContentGuard } from "../commit/read-change.ts";

/** Whether a line holds a password, a key and the like. */
type LooksSecret = ((line: string) => boolean) | undefined;

/**
 * Keeps a file on this device that has a new line with a key in it: what is once in a history is in every clone. An entry
 * that Loci wrote and marked as secret was asked for, and is committed.
 */
export const createSecretGuard =
  (looksSecret: LooksSecret): ContentGuard =>
  (_, had, has) =>
    isText(has) ? reasonFor(newLine(linesOf(had), linesOf(has), looksSecret)) : undefined;

/** The same for what people edited: there a new line that is marked as secret stays too. */
export function createEditGuard(
  looksSecret: LooksSecret,
  privateFiles: ReadonlySet<string> | undefined,
): ContentGuard {
  const guard = createSecretGuard(looksSecret);
  return (path, had, has) => {
    if (privateFiles?.has(path)) return namedBySettings;
    const marked = newLine(markedLines(path, had), markedLines(path, has), (line) => line !== "");
    return reasonFor(marked) ?? guard(path, had, has);
  };
}

const namedBySettings =
  "the settings of this device name it as a file with a key or token; move it out of the vault";

const reasonFor = (line: number | undefined): string | undefined =>
  line === undefined
    ? undefined
    : `line ${line} looks like a secret; take it out, or commit the file with your own git`;

/** The number of the first line that was not there before and is one of those. */
function newLine(
  had: readonly string[],
  has: readonly string[],
  isOne: LooksSecret,
): number | undefined {
  const old = new Set(had);
  const at = has.findIndex((line) => !old.has(line) && isOne?.(line) === true);
  return at < 0 ? undefined : at + 1;
}

/** The lines of a topic file or note without their dates; those that are not marked as secret are empty. */
function markedLines(path: string, bytes: Buffer | undefined): string[] {
  if (bytes === undefined || bytes.length > maxFileBytes || !isMarkdown(path)) return [];
  const read = readTopic(decodeText(bytes).text);
  const { isWhole, lines } = findMarked(read);
  return read.lines.map((line, at) =>
    isWhole || lines.has(at + 1) ? line.replace(/ \(\d{4}-\d{2}-\d{2}\)/, "").trim() : "",
  );
}

const isText = (bytes: Buffer): boolean => !bytes.includes(0);

const linesOf = (bytes: Buffer | undefined): string[] =>
  bytes === undefined ? [] : bytes.toString("utf8").split(/\r?\n/);
