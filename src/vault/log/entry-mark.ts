import { isSuperseded, textId } from "../topic/entry.ts";
import type { Entry } from "../topic/topic.ts";

/** Identifies an entry, without its words: a line that is taken out should be gone from everywhere. */
export interface EntryMark {
  /** Entry.id */
  readonly id: string;
  readonly textId: string;
  /** Hash of its text, date and fields, but for where it was learned. */
  readonly whole: string;
  /** Loci's part in it: it was digested from a conversation, or struck for a newer one; by its fields, else by the log. */
  readonly origin: "" | "digested" | "struck";
}

/** The mark of an entry. */
export function markEntry({
  id,
  text,
  date,
  fields,
}: Pick<Entry, "id" | "text" | "date" | "fields">): EntryMark {
  const origin = isSuperseded({ fields }) ? "struck" : "source" in fields ? "digested" : "";
  return {
    id,
    textId: textId(text),
    whole: textId(JSON.stringify([text, date ?? "", { ...fields, source: undefined }])),
    origin,
  };
}
