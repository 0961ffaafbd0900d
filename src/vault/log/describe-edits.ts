import { placeOf, type TopicPath } from "../paths.ts";
import { parseTopic } from "../topic/parse-topic.ts";
import { changeBlock, type DigestBlock } from "./digest-log.ts";
import { pairEntries, wholeOf } from "./pair-entries.ts";

/** A file before and after someone edited it; undefined where there was or is none. */
export interface EditedFile {
  readonly path: TopicPath;
  readonly before: Uint8Array | undefined;
  readonly now: Uint8Array | undefined;
}

/** Most files that a block names. */
export const maxNamed = 20;

/** The block of the digest log for changed files; its session is "". In numbers: the log is no place for words that may have to go. */
export function editsToBlock(time: string, files: readonly EditedFile[]): DigestBlock {
  const topics = new Set(
    files.map(({ path }) => (placeOf(path).kind === "topic" ? placeOf(path).topic : "")),
  );
  const [topic = ""] = topics.size === 1 ? topics : [];
  const { length } = files;
  const more = length > maxNamed ? `: ${length} files, here the first ${maxNamed}` : "";
  const lines = files.slice(0, maxNamed).map((file) => {
    return { type: "changed", file: file.path, what: inWords(file) } as const;
  });
  return changeBlock({ time, topic, summary: `edited by hand${more}`, lines });
}

/** Such as "2 added, 1 removed". */
function inWords({ path, before, now }: EditedFile): string {
  const entriesOf = (bytes: Uint8Array | undefined) =>
    bytes === undefined ? [] : parseTopic(path, bytes).entries;
  const { pairs, gone, come } = pairEntries(entriesOf(before), entriesOf(now), { byPlace: true });
  const counts = {
    added: come.length,
    removed: gone.length,
    changed: pairs.filter(([old, next]) => wholeOf(old) !== wholeOf(next)).length,
  };
  const words = [
    before === undefined ? "new file" : "",
    now === undefined ? "file removed" : "",
    ...Object.entries(counts).map(([verb, count]) => (count > 0 ? `${count} ${verb}` : "")),
  ];
  return words.filter((word) => word !== "").join(", ") || "edited";
}
