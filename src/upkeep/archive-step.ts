import { LociError } from "../errors.ts";
import { removeEntries } from "../vault/edit/edit-topic.ts";
import { toArchivedWords } from "../vault/edit/entry-fields.ts";
import { maxFileBytes } from "../vault/list-files.ts";
import { type TopicPath, toTopicPath } from "../vault/paths.ts";
import type { Entry } from "../vault/topic/topic.ts";
import type { ArchiveStep } from "./steps.ts";
import { type KeptFile, type VaultState, wordsOf } from "./vault-state.ts";

/** An entry that is to leave its file. */
export interface Leaving {
  readonly file: KeptFile;
  readonly entry: Entry;
  readonly task: string;
  /** In a few words. */
  readonly why: string;
}

/** The steps that move entries to the archive, but for those that cannot go, or not come back, byte for byte. */
export function archiveSteps(state: VaultState, leaving: readonly Leaving[]): ArchiveStep[] {
  const removed = new Map(
    [...Map.groupBy(leaving, ({ file }) => file)].map(([file, own]) => {
      const ids = own.map(({ entry }) => entry.id);
      return [file, whatCanGo(file, ids)];
    }),
  );
  return leaving.flatMap((one) => {
    const { file, entry, task, why } = one;
    const words = wordsOf(entry, file.lines);
    const archiving = { day: state.today, from: file.path, why };
    const archived = words === undefined ? undefined : toArchivedWords(words, archiving);
    const canGo = removed.get(file)?.has(entry.id) === true;
    if (words === undefined || archived === undefined || !canGo) return [];
    const archive = archiveFor(state, file.path);
    const { text } = entry;
    return { type: "archive", task, file: file.path, archive, text, words, archived };
  });
}

function whatCanGo({ bytes }: KeptFile, ids: readonly string[]): ReadonlySet<string> {
  try {
    return removeEntries(bytes, ids).removed;
  } catch (error) {
    if (!(error instanceof LociError)) throw error;
    return new Set(); // A file that is never rewritten.
  }
}

/** So much room a run finds in a file of the archive. */
const room = maxFileBytes / 2;

/** The same path below `archive/`, so that a person's stays that person's; a further file once it is half full. */
function archiveFor({ archives }: VaultState, path: TopicPath): TopicPath {
  const stem = `archive/${path.replace(/\.md$/, "")}`;
  for (let n = 1; ; n++) {
    const archive = toTopicPath(n === 1 ? `${stem}.md` : `${stem}-${n}.md`);
    const there = archives.get(archive);
    if (there === undefined || (there.size < room && there.isSound())) return archive;
  }
}
