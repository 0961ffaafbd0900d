import { type EntryMark, markEntry } from "../../src/vault/edits/entry-mark.ts";
import type { TopicPath } from "../../src/vault/paths.ts";
import { splitLines } from "../../src/vault/split-lines.ts";
import type { Entry } from "../../src/vault/topic.ts";
import { decodeText } from "../../src/vault/vault-text.ts";
import type { PastEntry } from "./commit-record.ts";

/** A version of a document, taken apart for comparing. */
export interface DocumentVersion {
  readonly entries: ReadonlyMap<EntryMark, PastEntry>;
  /** Its text that is no entry, as far as it may be shown. */
  readonly notes: string;
}

/** Takes what is private out of a file, as for its page: see site/vault/hide.ts. */
export type Hide = (path: TopicPath, text: string) => HiddenPart;

interface HiddenPart {
  /** Undefined where nothing may be shown. */
  readonly text: string | undefined;
  readonly hidden: readonly Entry[];
  /** Those that may be shown. */
  readonly entries?: readonly Entry[];
}

/** Takes a version of a document apart. Pure. */
export function toVersion(path: TopicPath, bytes: Uint8Array, hide: Hide): DocumentVersion {
  const { text, hidden, entries = [] } = hide(path, decodeText(bytes).text);
  const all = [
    ...hidden.map((entry) => ({ entry, isHidden: true })),
    ...entries.map((entry) => ({ entry, isHidden: false })),
  ].sort((a, b) => a.entry.line - b.entry.line);
  const marked = all.map(({ entry, isHidden }): [EntryMark, PastEntry] => {
    const mark = markEntry(entry);
    return [mark, toPast(entry, mark, isHidden)];
  });
  return { entries: new Map(marked), notes: text === undefined ? "" : notesOf(text, entries) };
}

/** Without what is usual: a vault has a hundred thousand. */
function toPast({ id, text }: Entry, { textId }: EntryMark, isHidden: boolean): PastEntry {
  return {
    id,
    text: isHidden ? "" : text,
    ...(textId === id ? {} : { textId }),
    ...(isHidden ? { isHidden } : {}),
  };
}

/** Lines that are neither entries, frontmatter, headings nor blank. */
function notesOf(text: string, entries: readonly Entry[]): string {
  const lines = splitLines(text);
  const close = lines[0]?.startsWith("---") === true ? lines.indexOf("---", 1) : -1;
  lines.fill("", 0, close + 1);
  for (const { line, endLine } of entries) lines.fill("", line - 1, endLine);
  return lines.filter((line) => line.trim() !== "" && !/^#{1,6} /.test(line)).join("\n");
}
