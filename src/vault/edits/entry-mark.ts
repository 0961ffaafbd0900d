import { isSuperseded, textId } from "../entry.ts";
import type { Entry } from "../topic.ts";

/** Identifies an entry, without its words: a line that is taken out should be gone from everywhere. */
export interface EntryMark {
  /** Entry.id */
  readonly id: string;
  readonly textId: string;
  /** Hash of its text, date and fields. */
  readonly whole: string;
  /** What its fields say of Loci's part in it: it was digested from a conversation, or struck for a newer one. */
  readonly origin: "" | "digested" | "struck";
}

/** The mark of an entry; `text` is the id of its text, where that is known. */
export function markEntry(
  { id, text, date, fields }: Pick<Entry, "id" | "text" | "date" | "fields">,
  ofText: string = textId(text),
): EntryMark {
  const origin = isSuperseded({ fields }) ? "struck" : "source" in fields ? "digested" : "";
  return { id, textId: ofText, whole: textId(JSON.stringify([text, date ?? "", fields])), origin };
}

/** Marks on one line each: a vault may have a hundred thousand. */
export function packMarks(marks: readonly EntryMark[]): string {
  return marks
    .map(
      ({ id, textId, whole, origin }) => `${id} ${textId === id ? "" : textId} ${whole} ${origin}`,
    )
    .join("\n");
}

/** The marks that `packMarks` packed. */
export function unpackMarks(packed: string): EntryMark[] {
  if (packed === "") return [];
  return packed.split("\n").map((line) => {
    const [id = "", textId = "", whole = "", origin = ""] = line.split(" ");
    const isKnown = origin === "digested" || origin === "struck";
    return { id, textId: textId === "" ? id : textId, whole, origin: isKnown ? origin : "" };
  });
}
