import { LociError } from "../errors.ts";
import { capMarks } from "../vault/cap-marks.ts";
import type { Change, ChangeFile, ChangeNote } from "../vault/change-file.ts";
import { type Appended, appendAll, type EditOptions, newTopic } from "../vault/edit-topic.ts";
import {
  cleanText,
  type EntryDraft,
  fieldValue,
  formatEntry,
  isSuperseded,
  textId,
} from "../vault/entry.ts";
import { parseTopic } from "../vault/parse-topic.ts";
import { placeOf, type TopicPath } from "../vault/paths.ts";
import { supersedeEntry } from "../vault/supersede-entry.ts";
import type { Entry } from "../vault/topic.ts";

/** An entry to write; its bank stands in `draft.fields`, and is left out where it is the file's own. */
export interface NewEntry {
  readonly draft: EntryDraft;
  /** The entry of the same file whose place it takes; where that was edited or removed since, it replaces none. */
  readonly replaces?: { readonly id: string; readonly text: string };
}

/** Heading under which a note outside Loci's own folders keeps its memories. */
const noteSection = "Memories";

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
  /** It may have been written before a crash: what stands there as it would be written now is that. */
  readonly isResumable?: boolean;
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
  return changeFile(
    file.path,
    (bytes) => addEntries(file, bytes ?? newTopicOf(file), entries),
    (bytes) => notesOf(file, bytes, entries),
  );
}

/** Two texts with the same key say the same in the same words. Linear, because what a file holds can be long. */
export function sameKey(text: string): string {
  const key = capMarks(cleanText(text)).normalize("NFC").toLowerCase().replace(/\s+/g, " ").trim();
  let end = key.length;
  while (end > 0 && ".!…".includes(key.charAt(end - 1))) end--;
  return key.slice(0, end);
}

const newTopicOf = ({ title, summary, today }: EntryFile): Uint8Array =>
  newTopic({ title, summary, created: today });

/** An entry that the file has, or is about to have. */
interface Known extends Pick<Entry, "text" | "date"> {
  /** Undefined of what is about to be added. */
  readonly entry?: Entry;
}

type Step = "append" | "replace" | "saved" | "replaced" | "known";

/** Pure: what there is to do for each entry; where it is there already, what it counts as. */
function stepsFor(
  file: EntryFile,
  bytes: Uint8Array | null,
  entries: readonly NewEntry[],
): readonly Step[] {
  const all = bytes === null ? [] : parseTopic(file.path, bytes).entries;
  const standing = all.filter((entry) => !isSuperseded(entry));
  const superseding = all.flatMap(({ fields }) => fields.superseded?.replace(/^\^/, "") ?? []);
  const known = byWords(standing.map((entry) => ({ ...entry, entry })));
  return entries.map(({ draft, replaces }): Step => {
    const found = findIn(known, draft, file);
    if (found === undefined) {
      const key = sameKey(draft.text);
      known.set(key, [...(known.get(key) ?? []), { text: draft.text, date: draft.date }]);
      const old = standing.find(({ id }) => id === replaces?.id);
      return old !== undefined && old.text === replaces?.text ? "replace" : "append";
    }
    const { entry } = found;
    if (entry === undefined || file.isResumable !== true || !isWritten(entry, draft))
      return "known";
    return superseding.includes(entry.blockId ?? "") ? "replaced" : "saved";
  });
}

const byWords = (entries: readonly Known[]): Map<string, Known[]> =>
  Map.groupBy(entries, ({ text }) => sameKey(text));

/** The entry in the words of a draft; of its day, where it tells what happened. */
const findIn = (
  known: ReadonlyMap<string, readonly Known[]>,
  { text, date }: EntryDraft,
  { isOtherOccasion }: EntryFile,
): Known | undefined =>
  known.get(sameKey(text))?.find((one) => isOtherOccasion?.(text, date, one.date) !== true);

/** Whether an entry is what writing a draft made; its bank is left out where it is the file's. */
function isWritten({ text, date, fields }: Entry, draft: EntryDraft): boolean {
  const { bank: _, ...own } = draft.fields ?? {};
  return (
    textId(text) === textId(cleanText(draft.text)) &&
    date === draft.date &&
    Object.entries(own).every(([key, value]) => fields[key] === fieldValue(value))
  );
}

function notesOf(
  file: EntryFile,
  bytes: Uint8Array | null,
  entries: readonly NewEntry[],
): readonly ChangeNote[] {
  const { path, agent } = file;
  const note = (op: ChangeNote["op"]): ChangeNote => ({
    path,
    topic: placeOf(path).topic,
    op,
    ...(agent === undefined ? {} : { agent }),
  });
  const notes = stepsFor(file, bytes, entries).flatMap((step) => {
    if (step === "append") return note("learned");
    return step === "replace" ? note("replaced") : [];
  });
  return bytes === null && notes.length > 0 ? [note("created"), ...notes] : notes;
}

/** Pure: the file with the new entries, and what became of each. */
function addEntries(
  file: EntryFile,
  before: Uint8Array,
  entries: readonly NewEntry[],
): ReturnType<Change<WrittenFile>> {
  const { path, today } = file;
  const bank = parseTopic(path, before).frontmatter.bank ?? file.defaultBank;
  const section = placeOf(path).kind === "note" ? noteSection : undefined;
  const options = { updated: today, section };
  let bytes = before;
  const added: string[] = [];
  let waiting: EntryDraft[] = [];
  const append = (): void => {
    const words = waiting.map((draft) => (marker: string) => formatEntry(draft, marker));
    const next = appendAll(bytes, words, options);
    bytes = next.bytes;
    added.push(...next.written);
    waiting = [];
  };
  const statuses = stepsFor(file, before, entries).map((step, i): Written["status"] => {
    const { draft: given, replaces } = entries[i] ?? { draft: { text: "" } };
    if (step !== "append" && step !== "replace") return step;
    const draft = withoutBank(given, bank);
    if (step === "replace") {
      append();
      const replaced = replace(bytes, replaces?.id, draft, options);
      if (replaced !== null) {
        bytes = replaced.bytes;
        added.push(replaced.written);
        return "replaced";
      }
    }
    waiting.push(draft);
    return "saved";
  });
  append();
  const topic = parseTopic(path, bytes);
  const standing = topic.entries.filter((entry) => !isSuperseded(entry));
  const after = byWords(standing.map((entry) => ({ ...entry, entry })));
  const results = entries.map(({ draft }, i): Written => {
    const entry = findIn(after, draft, file)?.entry;
    if (entry === undefined) throw notOneEntry(draft.text, path);
    const { text, line, id } = entry;
    return { status: statuses[i] ?? "known", text, line, id };
  });
  return { bytes, added, result: { results, summary: topic.frontmatter.summary ?? topic.title } };
}

/** Null where the old entry may not be struck, or not without changing what stands around it: then both stay. */
function replace(
  bytes: Uint8Array,
  id: string | undefined,
  draft: EntryDraft,
  options: EditOptions,
): Appended | null {
  if (id === undefined) return null;
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
