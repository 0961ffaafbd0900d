import { type EntryMark, markEntry } from "../../src/vault/log/entry-mark.ts";
import { pairMarks } from "../../src/vault/log/pair-marks.ts";
import type { TopicPath } from "../../src/vault/paths.ts";
import { splitLines } from "../../src/vault/split-lines.ts";
import type { Entry } from "../../src/vault/topic/topic.ts";
import { decodeText } from "../../src/vault/vault-text.ts";
import type { EntryEdit, FileChange, PastEntry } from "./commit-record.ts";

/** A version of a document, taken apart for comparing. */
export interface DocumentVersion {
  readonly entries: ReadonlyMap<EntryMark, PastEntry>;
  /** Its text that is not an entry, as far as it may be shown. */
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

/** A document's versions before a commit, one a parent, and behind it; undefined where it was not there. */
interface Versions {
  readonly path: string;
  readonly before: readonly (DocumentVersion | undefined)[];
  readonly after: DocumentVersion | undefined;
}

/** What a commit did to a document. Of branches that came together, what one of them had is no news. Pure. */
export function compareVersions({ path, before, after }: Versions): FileChange {
  const known = before.flatMap((version) => version ?? []);
  const type = after === undefined ? "removed" : known.length === 0 ? "created" : "changed";
  const notes = after?.notes ?? "";
  return {
    ...{ path, type },
    edits: editsOf(known, after, before.length > 1),
    isNotesChanged:
      known.length === 0 ? notes !== "" : known.every((version) => version.notes !== notes),
  };
}

/** Of a merge: what it has that none of the branches had, and has not although all of them had it. */
function editsOf(
  parents: readonly DocumentVersion[],
  after: DocumentVersion = nothing,
  isMerge: boolean,
): readonly EntryEdit[] {
  const [before = nothing] = parents;
  let [old, now] = [[...before.entries.keys()], [...after.entries.keys()]];
  if (isMerge) {
    const known = parents.map(textsOf);
    const kept = textsOf(after);
    old = old.filter(
      ({ textId }) => !kept.has(textId) && known.every((texts) => texts.has(textId)),
    );
    now = now.filter(({ textId }) => !known.some((texts) => texts.has(textId)));
  }
  const { pairs, gone, come } = pairMarks(old, now, { byPlace: true });
  const changed = pairs.flatMap(([was, is]): EntryEdit[] => {
    const [past, present] = [before.entries.get(was), after.entries.get(is)];
    const isSame = was.whole === is.whole && past?.isHidden === present?.isHidden;
    return isSame ? [] : [{ before: past, after: present }];
  });
  return [
    ...changed,
    ...gone.map((mark) => ({ before: before.entries.get(mark) })),
    ...come.map((mark) => ({ after: after.entries.get(mark) })),
  ];
}

const textsOf = ({ entries }: DocumentVersion): ReadonlySet<string> =>
  new Set([...entries.keys()].map(({ textId }) => textId));

const nothing: DocumentVersion = { entries: new Map(), notes: "" };
