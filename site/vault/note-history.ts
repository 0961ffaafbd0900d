import type { DigestData, NoteData } from "./note-schema.ts";
import type { ReadSite } from "./read-vault.ts";

/** What happened to the memories of a note, as `loci history` knows it: src/memory/history.ts. */
export interface NoteHistory {
  readonly entries: readonly { readonly events: readonly PastEvent[] }[];
  /** Text that some version of the file hid. */
  readonly hiddenOnce: readonly string[];
  /** Why it may be incomplete. */
  readonly notes: readonly string[];
}

interface PastEvent {
  readonly type: "added" | "edited" | "struck" | "moved" | "removed" | "restored";
  /** Null where it is not committed yet. */
  readonly at: string | null;
  readonly before: string | null;
  /** Null, as `before`, for what was forgotten. */
  readonly text: string | null;
  readonly author: string | null;
  readonly agent: string | null;
  readonly device: string | null;
  readonly conversation: string | null;
  readonly commit: string | null;
}

const types = {
  added: "learned",
  restored: "learned",
  edited: "replaced",
  moved: "changed",
  struck: "struck",
  removed: "removed",
} as const;

/** A note's history, as far as the site may show it, as digests: one a commit. */
export function toDigests(
  { entries, hiddenOnce }: NoteHistory,
  { id, data }: { readonly id: string; readonly data: NoteData },
  textRule: ReadSite["textRule"],
): DigestData[] {
  const events = entries
    .flatMap((entry) => entry.events)
    .filter(({ type, before, text }) => type !== "moved" && (type !== "edited" || before !== text));
  const texts = events.flatMap(({ before, text }) => [before ?? [], text ?? []].flat());
  const isShown = textRule(texts, hiddenOnce);
  const lineOf = ({ type, before, text, conversation }: PastEvent): DigestData["lines"] => {
    const words = text ?? before;
    if (words === null || !isShown(words, data.path, conversation)) return [];
    const was =
      type === "edited" && before && isShown(before, data.path, conversation) ? before : "";
    return [{ type: types[type], text: words, was }];
  };
  const digests = [...Map.groupBy(events, ({ commit }) => commit).values()].flatMap((changes) => {
    const lines = changes.flatMap(lineOf);
    const [first] = changes;
    if (first === undefined || lines.length === 0) return [];
    const { at, author, agent, device } = first;
    const by = [agent ?? author, device].filter(Boolean).join(" · ");
    const time = at ?? new Date().toISOString();
    return [{ time, topic: id, summary: "", lines, agent: "", by }];
  });
  return digests.sort((a, b) => (a.time < b.time ? 1 : -1));
}
