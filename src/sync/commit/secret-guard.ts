import { isMarkdown, maxFileBytes } from "../../vault/list-files.ts";
import { splitLines } from "../../vault/split-lines.ts";
import { readTopic } from "../../vault/topic/read-topic.ts";
import { markText } from "../../vault/topic/secret-marks.ts";
import { findMarked } from "../../vault/topic/secrets.ts";
import { decodeText } from "../../vault/vault-text.ts";

/** What is to stay on this device: what is once in a history is in every clone. */
export interface Secrets {
  /** Whether a line holds a password, a key and the like: a file where one is new is held back. */
  readonly looksSecret?: ((line: string) => boolean) | undefined;
  /** Files of the vault, by their paths, that hold keys or tokens: they are not committed. */
  readonly privateFiles?: ReadonlySet<string> | undefined;
}

/** Why a new content of a file is not to be committed; undefined where it may. */
export type ContentGuard = (
  path: string,
  before: Uint8Array | undefined,
  after: Uint8Array,
) => string | undefined;

/** Holds back a new line with a key in it: for what Loci wrote, whose marks were asked for. */
export const createKeyGuard =
  ({ looksSecret }: Secrets): ContentGuard =>
  (_, had, has) => {
    if (has.includes(0)) return undefined;
    const old = new Set(linesOf(had));
    return reasonFor(linesOf(has).findIndex((line) => !old.has(line) && looksSecret?.(line)));
  };

/** The same for what people edited: there a new line that is marked as secret stays too. */
export function createEditGuard(secrets: Secrets): ContentGuard {
  const keyGuard = createKeyGuard(secrets);
  return (path, had, has) => {
    if (secrets.privateFiles?.has(path))
      return "the settings of this device name it as a file with a key or token; move it out of the vault";
    const [old, now] = [readMarks(path, had), readMarks(path, has)];
    const known = new Set(old.secret);
    const there = new Set(old.all);
    // One mark can make all of a file secret: its own line says more than the first one.
    const isNew = (line: string): boolean => line !== "" && !known.has(line);
    const marked = now.marked.findIndex(isNew);
    const written = now.secret.findIndex((line) => isNew(line) && !there.has(line));
    return reasonFor(marked < 0 ? written : marked) ?? keyGuard(path, had, has);
  };
}

const reasonFor = (at: number): string | undefined =>
  at < 0
    ? undefined
    : `line ${at + 1} looks like a secret; take it out, or commit the file with your own git`;

/** The lines of a note without their dates; those that are marked, and those that are secret, with empty ones between them. */
function readMarks(path: string, bytes: Uint8Array | undefined) {
  const isRead = bytes && bytes.length <= maxFileBytes && isMarkdown(path);
  const text = isRead ? decodeText(bytes).text : "";
  const all = splitLines(text).map((line) => line.replace(/ \(\d{4}-\d{2}-\d{2}\)/, "").trim());
  // Most files have no mark, and need not be parsed.
  if (!/sensitivity/i.test(markText(text))) return { all, marked: [], secret: [] };
  const { isWhole, lines } = findMarked(readTopic(text));
  const marked = all.map((line, at) => (lines.has(at + 1) ? line : ""));
  return { all, marked, secret: isWhole ? all : marked };
}

/** The lines of a file; none where there is none. */
export const linesOf = (bytes: Uint8Array | null | undefined): string[] =>
  bytes ? Buffer.from(bytes).toString("utf8").split(/\r?\n/) : [];
