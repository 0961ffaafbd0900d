import { placeOf, type TopicPath } from "../paths.ts";
import type { DigestBlock } from "./digest-log.ts";
import { type EntryMark, pairMarks } from "./pair-marks.ts";

/** One version of a file. */
interface FileMarks {
  /** Of its bytes. */
  readonly hash: string;
  readonly entries: readonly EntryMark[];
}

/** A file before and after someone edited it; undefined where there was or is none. */
export interface EditedFile {
  readonly path: TopicPath;
  readonly before: FileMarks | undefined;
  readonly now: FileMarks | undefined;
}

/** What was done to one file, in numbers: the log is no place for words that may have to go. */
export interface Edits {
  readonly path: TopicPath;
  readonly file: "kept" | "new" | "gone";
  readonly added: number;
  readonly removed: number;
  /** Entries whose text, date or fields are others now. */
  readonly changed: number;
}

/** Compares files before and after a batch of edits by hand. */
export function describeEdits(files: readonly EditedFile[]): Edits[] {
  const changed = files.filter(({ before, now }) => before?.hash !== now?.hash);
  return changed.map(({ path, before, now }) => {
    const versions = [before?.entries ?? [], now?.entries ?? []] as const;
    const { pairs, gone, come } = pairMarks(...versions, { byPlace: true });
    return {
      path,
      file: before === undefined ? "new" : now === undefined ? "gone" : "kept",
      added: come.length,
      removed: gone.length,
      changed: pairs.filter(([old, next]) => old.whole !== next.whole).length,
    };
  });
}

/** Most files that a block names. */
export const maxNamed = 20;

/** The block of the digest log for a batch of edits by hand; its session is "". */
export function editsToBlock(time: string, edits: readonly Edits[]): DigestBlock {
  const places = edits.map(({ path }) => placeOf(path));
  const topics = new Set(places.map(({ kind, topic }) => (kind === "topic" ? topic : "")));
  const [topic = ""] = topics.size === 1 ? topics : [];
  const named = edits.slice(0, maxNamed);
  const more =
    edits.length > maxNamed
      ? `: ${edits.length} files, of which these are the first ${maxNamed}`
      : "";
  return {
    time,
    topic,
    summary: byHand + more,
    session: "",
    agent: "",
    person: null,
    modes: [],
    languages: [],
    lines: named.map((one) => ({ type: "changed", file: one.path, what: inWords(one) })),
  };
}

const byHand = "edited by hand";

/** Whether a block of the log is one of edits by hand. */
export const isOfEdits = ({ session, summary }: DigestBlock): boolean =>
  session === "" && summary.startsWith(byHand);

function inWords({ file, added, removed, changed }: Edits): string {
  const what = { kept: [], new: ["new file"], gone: ["file removed"] }[file];
  const counts = Object.entries({ added, removed, changed })
    .filter(([, count]) => count > 0)
    .map(([verb, count]) => `${count} ${verb}`);
  return [...what, ...counts].join(", ") || "edited";
}
