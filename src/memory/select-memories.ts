import type { FoundMemory } from "../recall/recall.ts";
import { copyName, isCopyIn } from "../vault/entry.ts";
import { learnedAmong, readTeachings, type Teaching } from "../vault/learned-in.ts";
import { listFiles } from "../vault/list-files.ts";
import { toTopicPath } from "../vault/paths.ts";
import type { Entry } from "../vault/topic.ts";
import { isOwnerVisible, personKey, personOf, type Viewer } from "../vault/viewer.ts";
import type { MemoryContext } from "./context.ts";
import { readTopicFor } from "./read-topic.ts";

/** Which memories are meant; what is named must all be so, and nothing named means all of them. */
export interface WhichMemories {
  /** Learned in one of these conversations, on whatever device. */
  readonly sessions?: readonly string[];
  /** Of that day, `YYYY-MM-DD`. */
  readonly day?: string;
  /** About this person: in their folder, or with their name. */
  readonly about?: string;
}

/** A memory with the conversation that it was learned in, where that was asked for and is known. */
export interface SelectedMemory extends FoundMemory {
  readonly source: string | undefined;
  /** The id of the summary that an archived one is in. */
  readonly summary: string | undefined;
}

/**
 * The memories of the files that a viewer may see, as they stand, in the archive too. `teachings`: what conversations
 * taught, where the logs do not say all of it.
 */
export function selectMemories(
  context: Pick<MemoryContext, "root">,
  viewer: Viewer,
  { sessions, day, about }: WhichMemories,
  teachings?: readonly Teaching[],
): SelectedMemory[] {
  const files = listFiles(context.root).files.map(({ path: file }) => ({
    path: toTopicPath(file),
    entries: readTopicFor(context, viewer, file)?.topic.entries ?? [],
  }));
  const all = files.flatMap(({ path, entries }) => entries.map((entry) => ({ path, entry })));
  const sources = sessions && new Set(sessions);
  const learned =
    sources &&
    learnedAmong(files, (teachings ?? readTeachings(context.root)).filter(isOpenTo(viewer)));
  const names = new Set(all.map(({ path, entry }) => copyName(path, entry)));
  return all.flatMap(({ path, entry }) => {
    // One that is of nothing any more, because that was taken out by hand, stands for itself.
    if (isCopyIn(path, entry) && names.has(entry.fields["copy-of"] ?? "")) return [];
    const { id, text, date = "", line } = entry;
    const source = [...(learned?.get(entry)?.sessions ?? [])].find((one) => sources?.has(one));
    const isOfSession = sources === undefined || source !== undefined;
    const isOfDay = day === undefined || date === day;
    const isAbout =
      about === undefined || personKey(personOf(path, entry) ?? "") === personKey(about);
    if (!(isOfSession && isOfDay && isAbout)) return [];
    const place = { id, text, date, file: path, line };
    return [{ ...place, isExact: true, source, summary: summaryOf(entry) }];
  });
}

/** A conversation belongs to its person. */
const isOpenTo =
  (viewer: Viewer) =>
  ({ person }: Teaching): boolean =>
    isOwnerVisible(viewer, personKey(person ?? ""));

/** By what consolidation wrote behind it, for ids are those of one file. */
const summaryOf = ({ fields }: Entry): string | undefined =>
  /^summarized in \^(\S+)$/.exec(fields["archived-why"] ?? "")?.[1];
