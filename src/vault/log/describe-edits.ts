import { placeOf, type TopicPath } from "../paths.ts";
import { changeBlock, type DigestBlock } from "./digest-log.ts";
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
  readonly isGone: boolean;
  /** Such as "2 added, 1 removed". */
  readonly what: string;
}

/** Compares files before and after a batch of edits by hand. */
export function describeEdits(files: readonly EditedFile[]): Edits[] {
  const changed = files.filter(({ before, now }) => before?.hash !== now?.hash);
  return changed.map((file) => ({
    path: file.path,
    isGone: file.now === undefined,
    what: inWords(file),
  }));
}

function inWords({ before, now }: EditedFile): string {
  const versions = [before?.entries ?? [], now?.entries ?? []] as const;
  const { pairs, gone, come } = pairMarks(...versions, { byPlace: true });
  const counts = {
    added: come.length,
    removed: gone.length,
    changed: pairs.filter(([old, next]) => old.whole !== next.whole).length,
  };
  const words = [
    before === undefined ? "new file" : "",
    now === undefined ? "file removed" : "",
    ...Object.entries(counts).map(([verb, count]) => (count > 0 ? `${count} ${verb}` : "")),
  ];
  return words.filter((word) => word !== "").join(", ") || "edited";
}

/** Most files that a block names. */
export const maxNamed = 20;

/** The block of the digest log for a batch of edits by hand; its session is "". */
export function editsToBlock(time: string, edits: readonly Edits[]): DigestBlock {
  const places = edits.map(({ path }) => placeOf(path));
  const topics = new Set(places.map(({ kind, topic }) => (kind === "topic" ? topic : "")));
  const [topic = ""] = topics.size === 1 ? topics : [];
  const more =
    edits.length > maxNamed
      ? `: ${edits.length} files, of which these are the first ${maxNamed}`
      : "";
  const named = edits.slice(0, maxNamed);
  const lines = named.map(({ path, what }) => ({ type: "changed", file: path, what }) as const);
  return changeBlock({ time, topic, summary: `edited by hand${more}`, lines });
}
