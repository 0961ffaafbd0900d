import type { FoundMemory } from "../recall/recall.ts";
import { copyName, isCopyIn } from "../vault/entry.ts";
import { listFiles } from "../vault/list-files.ts";
import { toTopicPath } from "../vault/paths.ts";
import type { Entry } from "../vault/topic.ts";
import { personKey, personOf, type Viewer } from "../vault/viewer.ts";
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

/** A memory with the conversation that it was learned in, where it says so. */
export interface SelectedMemory extends FoundMemory {
  readonly source: string | undefined;
  /** The id of the summary that an archived one is in. */
  readonly summary: string | undefined;
}

/** The memories of the files that a viewer may see, as they stand, in the archive too. */
export function selectMemories(
  context: Pick<MemoryContext, "root">,
  viewer: Viewer,
  { sessions, day, about }: WhichMemories,
): SelectedMemory[] {
  const sources = sessions && new Set(sessions);
  const all = listFiles(context.root).files.flatMap(({ path: file }) => {
    const path = toTopicPath(file);
    const entries = readTopicFor(context, viewer, file)?.topic.entries ?? [];
    return entries.map((entry) => ({ path, entry }));
  });
  const names = new Set(all.map(({ path, entry }) => copyName(path, entry)));
  return all.flatMap(({ path, entry }) => {
    // One that is of nothing any more, because that was taken out by hand, stands for itself.
    if (isCopyIn(path, entry) && names.has(entry.fields["copy-of"] ?? "")) return [];
    const { id, text, date = "", line } = entry;
    const { source } = entry.fields;
    const isOfSession = sources === undefined || (source !== undefined && sources.has(source));
    const isOfDay = day === undefined || date === day;
    const isAbout =
      about === undefined || personKey(personOf(path, entry) ?? "") === personKey(about);
    if (!(isOfSession && isOfDay && isAbout)) return [];
    const place = { id, text, date, file: path, line };
    return [{ ...place, isExact: true, source, summary: summaryOf(entry) }];
  });
}

/** By what consolidation wrote behind it, for ids are those of one file. */
const summaryOf = ({ fields }: Entry): string | undefined =>
  /^summarized in \^(\S+)$/.exec(fields["archived-why"] ?? "")?.[1];
