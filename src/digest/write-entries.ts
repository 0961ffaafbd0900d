import { LociError } from "../errors.ts";
import { capMarks } from "../vault/cap-marks.ts";
import { type Appended, appendAll, type EditOptions, newTopic } from "../vault/edit/edit-topic.ts";
import { supersedeEntry } from "../vault/edit/supersede-entry.ts";
import { placeOf, type TopicPath } from "../vault/paths.ts";
import { cleanText, type EntryDraft, formatEntry, isSuperseded } from "../vault/topic/entry.ts";
import { parseTopic } from "../vault/topic/parse-topic.ts";
import type { Entry } from "../vault/topic/topic.ts";
import type { Change, ChangeFile, ChangeNote } from "../vault/write/change-file.ts";

/** An entry to write; its bank stands in `draft.fields`, and is left out where it is the file's own. */
export interface NewEntry {
  readonly draft: EntryDraft;
  /** The entry of the same file whose place it takes; where that was edited or removed since, it replaces none. */
  readonly replaces?: { readonly id: string; readonly text: string };
}

/** The file that entries go to. */
export interface EntryFile {
  readonly path: TopicPath;
  /** For a file that is not there yet. */
  readonly title: string;
  readonly summary?: string;
  /** `YYYY-MM-DD`. */
  readonly today: string;
  /** Bank of a file that names none. */
  readonly defaultBank?: string;
  /** Who asked for it, where the person did not. */
  readonly agent?: string | undefined;
  /** Whether the same words of two days tell of two occasions; where it is left out they never do. */
  readonly isOtherOccasion?: ((text: string, one?: string, other?: string) => boolean) | undefined;
}

/** What became of one entry. `known`: it was there, and from elsewhere. */
export interface Written {
  readonly status: "saved" | "replaced" | "known";
  readonly text: string;
  readonly line: number;
  readonly id: string;
}

export interface WrittenFile {
  readonly results: readonly Written[];
  /** What the file holds, in a few words. */
  readonly summary: string;
}

/**
 * Writes entries into one file, in one write: those that are there already are not written again, so that the same
 * call may follow a crash. Resolves when they are on disk.
 */
export async function writeEntries(
  changeFile: ChangeFile,
  file: EntryFile,
  entries: readonly NewEntry[],
): Promise<WrittenFile> {
  const { path, agent } = file;
  const note = (op: ChangeNote["op"]): ChangeNote => ({
    path,
    topic: placeOf(path).topic,
    op,
    ...(agent === undefined ? {} : { agent }),
  });
  return changeFile(
    path,
    (bytes) => addEntries(file, bytes, entries),
    (bytes) => {
      const steps = stepsFor(file, bytes, entries).filter(({ isThere }) => !isThere);
      const notes = steps.map(({ status }) => note(status === "replaced" ? "replaced" : "learned"));
      return bytes === null && notes.length > 0 ? [note("created"), ...notes] : notes;
    },
  );
}

/** Two texts with the same key say the same in the same words. Linear, because what a file holds can be long. */
export function sameKey(text: string): string {
  const key = capMarks(cleanText(text)).normalize("NFC").toLowerCase().replace(/\s+/g, " ").trim();
  let end = key.length;
  while (end > 0 && ".!…".includes(key.charAt(end - 1))) end--;
  return key.slice(0, end);
}

type Known = Pick<Entry, "text" | "date"> & Partial<Entry>;

/** The entries of a file that stand, by their words. */
const standingIn = (entries: readonly Entry[]): Map<string, Known[]> =>
  Map.groupBy(
    entries.filter((entry) => !isSuperseded(entry)),
    ({ text }) => sameKey(text),
  );

/** The entry in the words of a draft; of its day, where it tells what happened. */
const findIn = (
  known: ReadonlyMap<string, readonly Known[]>,
  { text, date }: EntryDraft,
  { isOtherOccasion }: EntryFile,
): Known | undefined =>
  known.get(sameKey(text))?.find((one) => isOtherOccasion?.(text, date, one.date) !== true);

interface Step {
  readonly isThere: boolean;
  readonly status: Written["status"];
}

/** Pure: what there is to do for each entry, or what it counts as where it is there already. */
function stepsFor(
  file: EntryFile,
  bytes: Uint8Array | null,
  entries: readonly NewEntry[],
): readonly Step[] {
  const all = bytes === null ? [] : parseTopic(file.path, bytes).entries;
  const known = standingIn(all);
  return entries.map(({ draft, replaces }): Step => {
    const found = findIn(known, draft, file);
    if (found === undefined) {
      const key = sameKey(draft.text);
      known.set(key, [...(known.get(key) ?? []), { text: draft.text, date: draft.date }]);
      const isOld = all.some(({ id, text }) => id === replaces?.id && text === replaces.text);
      return { isThere: false, status: isOld ? "replaced" : "saved" };
    }
    const { id, blockId, text, date } = found;
    // The same words of the same day are what was written before a crash.
    const isOurs = id !== undefined && text === cleanText(draft.text) && date === draft.date;
    if (!isOurs) return { isThere: true, status: "known" };
    const struck = all.some(({ fields }) => fields.superseded === `^${blockId}`);
    return { isThere: true, status: struck ? "replaced" : "saved" };
  });
}

/** Heading under which a note outside Loci's own folders keeps its memories. */
const noteSection = "Memories";

/** Pure: the file with the new entries, and what became of each. */
function addEntries(
  file: EntryFile,
  before: Uint8Array | null,
  entries: readonly NewEntry[],
): ReturnType<Change<WrittenFile>> {
  const { path, today, title, summary } = file;
  let bytes = before ?? newTopic({ title, summary, created: today });
  const bank = parseTopic(path, bytes).frontmatter.bank ?? file.defaultBank;
  const section = placeOf(path).kind === "note" ? noteSection : undefined;
  const options = { updated: today, section };
  const rest: EntryDraft[] = [];
  const statuses = stepsFor(file, before, entries).map(({ isThere, status }, i) => {
    const { draft: given, replaces } = entries[i] ?? { draft: { text: "" } };
    if (isThere) return status;
    const draft = withoutBank(given, bank);
    const replaced =
      status === "replaced" ? replace(bytes, replaces?.id ?? "", draft, options) : null;
    if (replaced === null) {
      rest.push(draft);
      return "saved";
    }
    bytes = replaced.bytes;
    return status;
  });
  const words = rest.map((draft) => (marker: string) => formatEntry(draft, marker));
  const appended = appendAll(bytes, words, options);
  const topic = parseTopic(path, appended.bytes);
  const after = standingIn(topic.entries);
  const results = entries.map(({ draft }, i): Written => {
    const { text, line, id } = findIn(after, draft, file) ?? {};
    if (text === undefined || line === undefined || id === undefined)
      throw notOneEntry(draft.text, path);
    return { status: statuses[i] ?? "known", text, line, id };
  });
  return {
    bytes: appended.bytes,
    result: { results, summary: topic.frontmatter.summary ?? topic.title },
  };
}

/** Null where the old entry may not be struck, or not without changing what stands around it: then both stay. */
function replace(
  bytes: Uint8Array,
  id: string,
  draft: EntryDraft,
  options: EditOptions,
): Appended | null {
  try {
    return supersedeEntry(bytes, id, draft, options);
  } catch (error) {
    if (error instanceof LociError && error.code === "BAD_INPUT") return null;
    throw error;
  }
}

/** The bank is written only where it differs from the file's. */
function withoutBank(draft: EntryDraft, fileBank: string | undefined): EntryDraft {
  const { bank, ...fields } = draft.fields ?? {};
  if (bank === undefined || bank.toLowerCase() !== fileBank?.toLowerCase()) return draft;
  return { ...draft, fields };
}

function notOneEntry(text: string, path: TopicPath): LociError {
  return new LociError(
    "BAD_INPUT",
    `Cannot remember "${text.slice(0, 80)}": it does not make one entry of ${path}`,
  );
}
