import { LociError } from "../errors.ts";
import { capMarks } from "../vault/cap-marks.ts";
import { appendAll, newTopic } from "../vault/edit/edit-topic.ts";
import { supersedeEntry } from "../vault/edit/entry-fields.ts";
import { setUpdated } from "../vault/edit/set-frontmatter-key.ts";
import { placeOf, type TopicPath } from "../vault/paths.ts";
import { cleanText, type EntryDraft, formatEntry, isSuperseded } from "../vault/topic/entry.ts";
import { nameInWords, parseTopic } from "../vault/topic/parse-topic.ts";
import type { Entry } from "../vault/topic/topic.ts";
import type { ChangeFile, ChangeOp } from "../vault/write/change-file.ts";

/** An entry to write; its bank stands in its fields, and is left out where it is the file's own. */
export interface NewEntry extends EntryDraft {
  /** The entry of the same file whose place it takes; where that was edited or removed since, it replaces none. */
  readonly replaces?: { readonly id: string; readonly text: string } | null;
}

/** The file that entries go to. */
export interface EntryFile {
  readonly path: TopicPath;
  /** Of a file that is not there yet; its name in words where nobody gave it one. */
  readonly title?: string | undefined;
  readonly summary?: string | undefined;
  /** `YYYY-MM-DD`. */
  readonly today: string;
  /** Bank of a file that names none. */
  readonly defaultBank?: string;
  /** Who asked for it, where the person did not. */
  readonly agent?: string | undefined;
}

/** What became of one entry. `known`: it was there, and from elsewhere. */
type Status = "saved" | "replaced" | "known";

/**
 * Writes entries into one file, in one write: those that are there already are not written again, so that the same
 * call may follow a crash. Resolves when they are on disk, with what the file holds in a few words.
 */
export const writeEntries = (
  changeFile: ChangeFile,
  file: EntryFile,
  entries: readonly NewEntry[],
) => changeFile(file.path, (bytes) => addEntries(file, bytes, entries), file.agent);

/** Two texts with the same key say the same in the same words. Linear, because what a file holds can be long. */
export function sameKey(text: string): string {
  const key = capMarks(cleanText(text)).normalize("NFC").toLowerCase().replace(/\s+/g, " ").trim();
  let end = key.length;
  while (end > 0 && ".!…".includes(key.charAt(end - 1))) end--;
  return key.slice(0, end);
}

type Known = Pick<EntryDraft, "text" | "date"> & Partial<Pick<Entry, "line" | "id" | "blockId">>;

/** The entries in force, by their words. */
const byWords = (entries: readonly Entry[]): Map<string, Known[]> =>
  Map.groupBy(
    entries.filter((entry) => !isSuperseded(entry)),
    ({ text }) => sameKey(text),
  );

/** The entry that stands with a draft's words and its day: whether another day matters was asked before. */
const findAmong = (known: Map<string, Known[]>, { text, date }: EntryDraft): Known | undefined =>
  known.get(sameKey(text))?.find((one) => (one.date ?? date) === (date ?? one.date));

/** Heading under which a note outside Loci's own folders keeps its memories. */
const noteSection = "Memories";

/** Pure: the file with the new entries, what became of each, and what the next commit says of it. */
function addEntries(file: EntryFile, before: Uint8Array | null, entries: readonly NewEntry[]) {
  const { path, today, title = nameInWords(path), summary } = file;
  let bytes = before ?? newTopic({ title, ...(summary && { summary }), created: today });
  const { entries: all, frontmatter } = parseTopic(path, bytes);
  const section = placeOf(path).kind === "note" ? noteSection : undefined;
  const known = byWords(all);
  const rest: EntryDraft[] = [];
  const ops: ChangeOp[] = [];
  const statuses = entries.map(({ replaces, ...given }): Status => {
    const found = findAmong(known, given);
    if (found !== undefined) return statusOf(found, given, all);
    const key = sameKey(given.text);
    known.set(key, [...(known.get(key) ?? []), given]);
    const draft = withoutBank(given, frontmatter.bank ?? file.defaultBank);
    const old = all.find((one) => one.id === replaces?.id && one.text === replaces.text);
    const replaced = old && replace(bytes, old.id, draft, section);
    ops.push(replaced ? "replaced" : "learned");
    if (replaced === undefined) rest.push(draft);
    bytes = replaced ?? bytes;
    return replaced ? "replaced" : "saved";
  });
  const words = rest.map((draft) => (marker: string) => formatEntry(draft, marker));
  const appended = appendAll(bytes, words, section);
  const topic = parseTopic(path, appended);
  const after = byWords(topic.entries);
  const results = entries.map((draft, i) => {
    const { text, line, id } = findAmong(after, draft) ?? {};
    const status = statuses[i] ?? "known";
    if (text !== undefined && line !== undefined && id !== undefined)
      return { status, text, line, id };
    const memory = draft.text.slice(0, 80);
    const message = `Cannot remember "${memory}": it does not make one entry of ${path}`;
    throw new LociError("BAD_INPUT", message);
  });
  if (before === null && ops.length > 0) ops.unshift("created");
  return {
    bytes: setUpdated(appended, today),
    result: { results, summary: topic.frontmatter.summary ?? topic.title },
    ops,
  };
}

/** The same words of the same day are what was written before a crash. */
function statusOf(found: Known, { text, date }: EntryDraft, all: readonly Entry[]) {
  const isOurs = found.id !== undefined && found.text === cleanText(text) && found.date === date;
  if (!isOurs) return "known";
  return all.some(({ fields }) => fields.superseded === `^${found.blockId}`) ? "replaced" : "saved";
}

/** Undefined where the old entry may not be struck, or not without changing what stands around it: then both stay. */
function replace(...edit: Parameters<typeof supersedeEntry>): Uint8Array | undefined {
  try {
    return supersedeEntry(...edit);
  } catch (error) {
    if (error instanceof LociError && error.code === "BAD_INPUT") return undefined;
    throw error;
  }
}

/** The bank is written only where it differs from the file's. */
function withoutBank(draft: EntryDraft, fileBank?: string): EntryDraft {
  const { bank, ...fields } = draft.fields ?? {};
  if (bank === undefined || bank.toLowerCase() !== fileBank?.toLowerCase()) return draft;
  return { ...draft, fields };
}
