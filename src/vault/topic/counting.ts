import type { Place } from "../paths.ts";
import { isCopy, isSuperseded } from "./entry.ts";
import type { Entry } from "./topic.ts";

/**
 * Whether a top-level list item is a memory: each in a topic, a month of general memories or a profile; in a note,
 * where lists are text as well, one with a date, a field, or a tag behind either. Who an agent is, is none.
 */
export function isMemory(entry: Entry, { kind }: Pick<Place, "kind">): boolean {
  if (kind === "agent") return false;
  if (kind === "profile") return !isCopy(entry);
  if (kind !== "note") return true;
  const { date, fields, tags } = entry;
  return date !== undefined || Object.keys(fields).length > 0 || tags.some(isBehind(entry));
}

/** The memories that every count shows: those that no other one stands for. What is in the archive is counted apart. */
export const isCounted = (entry: Entry, place: Pick<Place, "kind">): boolean =>
  isMemory(entry, place) && !isSuperseded(entry);

/** Whether a tag stands behind the words, and not among them. */
export const isBehind =
  ({ text }: Entry): ((tag: string) => boolean) =>
  (tag) =>
    !text.includes(`#${tag}`);
