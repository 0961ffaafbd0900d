import type { EntryView, LabelledLink } from "../markdown/document-view.ts";

/** Where a memory comes from, as far as that says something to a person: a conversation's id alone does not. */
export function sourceOf({ source }: EntryView, conversation: string): LabelledLink | undefined {
  if (source?.href !== undefined) return { label: conversation, href: source.href };
  return source === undefined || /^[0-9A-Z]{26}$/.test(source.label) ? undefined : source;
}

export const isImportant = ({ importance }: EntryView): boolean => (importance ?? 0) >= 0.8;

/** Whether there is more to say of a memory than its words and its date. */
export function hasMarks(entry: EntryView): boolean {
  const { bank, person, agent, until, supersededBy, supersedes } = entry;
  return (
    isImportant(entry) ||
    entry.isProtected ||
    entry.isSuperseded ||
    entry.tags.length > 0 ||
    entry.fields.length > 0 ||
    [bank, person, agent, until, supersededBy, supersedes, sourceOf(entry, "")].some(
      (value) => value !== undefined,
    )
  );
}

/** Whether memories look like any list of a note: none of them has a date or a mark. */
export const isSimple = (entries: readonly EntryView[]): boolean =>
  entries.every((entry) => entry.date === undefined && !hasMarks(entry));

/** How each entry of a list shows its date: the same one stands once in a run, and none after one is a dash. */
export function dateRuns(entries: readonly EntryView[]): ("shown" | "run" | "dash")[] {
  return entries.map(({ date }, place) => {
    const before = entries[place - 1]?.date;
    if (date === undefined) return before === undefined ? "run" : "dash";
    return date === before ? "run" : "shown";
  });
}
