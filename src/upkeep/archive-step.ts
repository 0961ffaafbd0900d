import { toArchivedWords } from "../vault/archived-words.ts";
import { removeEntry } from "../vault/edit-topic.ts";
import { maxFileBytes } from "../vault/list-files.ts";
import { type TopicPath, toTopicPath } from "../vault/paths.ts";
import type { Entry } from "../vault/topic.ts";
import type { ArchiveStep } from "./plan-schema.ts";
import { type KeptFile, type VaultState, wordsOf } from "./vault-state.ts";

interface Leaving {
  readonly file: KeptFile;
  readonly entry: Entry;
  readonly task: string;
  /** In a few words. */
  readonly why: string;
}

/** The step that moves an entry to the archive; undefined where it cannot go, or not come back, byte for byte. */
export function archiveStep(
  state: VaultState,
  { file, entry, task, why }: Leaving,
): ArchiveStep | undefined {
  const words = wordsOf(entry, file.lines);
  const archiving = { day: state.today, from: file.path, why };
  const archived = words === undefined ? undefined : toArchivedWords(words, archiving);
  if (words === undefined || archived === undefined || !mayGo(file, entry)) return undefined;
  const archive = archiveFor(state, file.path);
  const copies = file.topic.entries.filter((one) => wordsOf(one, file.lines) === words).length;
  const { text } = entry;
  return { type: "archive", task, file: file.path, archive, text, words, copies, archived };
}

function mayGo({ bytes }: KeptFile, { id }: Entry): boolean {
  try {
    removeEntry(bytes, id);
    return true;
  } catch {
    return false; // What stands around it would change its meaning.
  }
}

/** So much room a run finds in a file of the archive. */
const room = maxFileBytes / 2;

/** The same path below `archive/`, so that a person's stays that person's; a further file once it is half full. */
function archiveFor({ archiveSizes }: VaultState, path: TopicPath): TopicPath {
  const stem = `archive/${path.replace(/\.md$/, "")}`;
  for (let n = 1; ; n++) {
    const archive = toTopicPath(n === 1 ? `${stem}.md` : `${stem}-${n}.md`);
    if ((archiveSizes.get(archive) ?? 0) < room) return archive;
  }
}
