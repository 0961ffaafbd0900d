import type { FoundMemory } from "../recall/recall.ts";
import type { Sessions } from "../session/open-session-db.ts";
import { listFiles } from "../vault/list-files.ts";
import { learnedAmong, type Teaching } from "../vault/log/learned-in.ts";
import { toTopicPath } from "../vault/paths.ts";
import { copyName, isCopyIn } from "../vault/topic/entry.ts";
import type { Entry } from "../vault/topic/topic.ts";
import { isOwnerVisible, personKey, personOf, type Viewer } from "../vault/topic/viewer.ts";
import type { MemoryContext } from "./context.ts";
import { allTeachings } from "./forget-in-sessions.ts";
import { readTopicFor } from "./read-topic.ts";

/** Criteria that a memory must all meet; without any, every memory is meant. */
export interface WhichMemories {
  /** Learned in one of these conversations, on whatever device. */
  readonly sessions?: readonly string[];
  /** Of that day, `YYYY-MM-DD`. */
  readonly day?: string;
  /** About this person: in their folder, or with their name. */
  readonly about?: string;
}

export interface SelectedMemory extends FoundMemory {
  /** The id of the summary that an archived one is in. */
  readonly summary: string | undefined;
}

/**
 * The memories of the files that a viewer may see, as they stand, in the archive too. `kept`: the conversations of this
 * device, which know what they saved before it is in a log.
 */
export function selectMemories(
  context: Pick<MemoryContext, "root">,
  viewer: Viewer,
  { sessions, day, about }: WhichMemories,
  kept?: Pick<Sessions, "list" | "events">,
): SelectedMemory[] {
  const files = listFiles(context.root).files.map(({ path: file }) => ({
    path: toTopicPath(file),
    entries: readTopicFor(context, viewer, file)?.topic.entries ?? [],
  }));
  const all = files.flatMap(({ path, entries }) => entries.map((entry) => ({ path, entry })));
  const learned =
    sessions && learnedAmong(files, allTeachings(context.root, kept).filter(isOpenTo(viewer)));
  const names = new Set(all.map(({ path, entry }) => copyName(path, entry)));
  return all.flatMap(({ path, entry }) => {
    // A copy whose original was removed by hand counts as a memory of its own.
    if (isCopyIn(path, entry) && names.has(entry.fields["copy-of"] ?? "")) return [];
    const { id, text, date = "", line } = entry;
    const isOfSession =
      sessions === undefined || sessions.some((one) => learned?.get(entry)?.sessions.has(one));
    const isOfDay = day === undefined || date === day;
    const isAbout = about === undefined || isOf(about, personOf(path, entry));
    if (!(isOfSession && isOfDay && isAbout)) return [];
    return [{ id, text, date, file: path, line, isExact: true, summary: summaryOf(entry) }];
  });
}

/** A line may be several people's. */
const isOf = (about: string, persons: string | null): boolean =>
  (persons ?? "").split(",").some((one) => personKey(one) === personKey(about));

/** A conversation belongs to its person. */
const isOpenTo =
  (viewer: Viewer) =>
  ({ person }: Teaching): boolean =>
    isOwnerVisible(viewer, personKey(person ?? ""));

/** Reads what consolidation noted on the line: ids are unique in one file only. */
const summaryOf = ({ fields }: Entry): string | undefined =>
  /^summarized in \^(\S+)$/.exec(fields["archived-why"] ?? "")?.[1];
