import { maxFileBytes } from "../../vault/list-files.ts";
import { parseTopic } from "../../vault/parse-topic.ts";
import { toTopicPath } from "../../vault/paths.ts";
import type { Entry } from "../../vault/topic.ts";

/** The entries of a topic file or note; none of any other file, or of one too large to parse. */
export function entriesOf(path: string, bytes: Uint8Array | undefined): readonly Entry[] {
  if (bytes === undefined || bytes.length > maxFileBytes || !holdsEntries(path)) return [];
  try {
    return parseTopic(toTopicPath(path), bytes).entries;
  } catch {
    return []; // A name that Loci does not index, or bytes that it cannot read: a file like any other.
  }
}

/** The digest log and transcripts are lists too, but of what was done and said. */
export const holdsEntries = (path: string): boolean =>
  /\.md$/i.test(path) && !/^(?:log|conversations)\//.test(path);
