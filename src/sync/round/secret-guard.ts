import { isMarkdown, maxFileBytes } from "../../vault/list-files.ts";
import { readTopic } from "../../vault/read-topic.ts";
import { findMarked } from "../../vault/secrets.ts";
import { decodeText } from "../../vault/vault-text.ts";
import type { ContentGuard } from "../commit/inspect.ts";
import type { SyncRequest } from "./sync-request.ts";

type LooksSecret = SyncRequest["looksSecret"];

/**
 * Keeps a file on this device that has a new line with a key in it: what is once in a history is in every clone. An entry
 * that Loci wrote and marked as secret was asked for, and is committed.
 */
export const createSecretGuard =
  (looksSecret: LooksSecret): ContentGuard =>
  (_, had, has) =>
    has.includes(0) ? undefined : reasonFor(linesOf(had), linesOf(has), looksSecret);

/** The same for what people edited: there a new line that is marked as secret stays too. */
export function createEditGuard({
  looksSecret,
  privateFiles,
}: Pick<SyncRequest, "looksSecret" | "privateFiles">): ContentGuard {
  const guard = createSecretGuard(looksSecret);
  return (path, had, has) => {
    if (privateFiles?.has(path)) return namedBySettings;
    const [old, now] = [markedLines(path, had), markedLines(path, has)];
    return reasonFor(old, now, (line) => line !== "") ?? guard(path, had, has);
  };
}

const namedBySettings =
  "the settings of this device name it as a file with a key or token; move it out of the vault";

/** Names the first line that was not there before and is one of those. */
function reasonFor(had: readonly string[], has: readonly string[], isOne: LooksSecret) {
  const old = new Set(had);
  const at = has.findIndex((line) => !old.has(line) && isOne?.(line) === true);
  if (at < 0) return undefined;
  return `line ${at + 1} looks like a secret; take it out, or commit the file with your own git`;
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

const linesOf = (bytes: Buffer | undefined): string[] =>
  bytes === undefined ? [] : bytes.toString("utf8").split(/\r?\n/);
