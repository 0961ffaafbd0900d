import type { EntryView } from "../markdown/document-view.ts";

/** How each entry of a list shows its date: the same one stands once in a run, and none after one is a dash. */
export function dateRuns(entries: readonly EntryView[]): ("shown" | "run" | "dash")[] {
  return entries.map(({ date }, place) => {
    const before = entries[place - 1]?.date;
    if (date === undefined) return before === undefined ? "run" : "dash";
    return date === before ? "run" : "shown";
  });
}
