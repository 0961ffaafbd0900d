import { placeOf, type TopicPath } from "../paths.ts";
import { splitRows } from "../split-lines.ts";
import type { Entry, Topic } from "./topic.ts";

/**
 * A viewer of the vault; a session is one. Without a person or agent, only the vault's own scope is visible. What is
 * asked for is another thing (a filter), and never opens anything.
 */
export interface Viewer {
  /** Sees `people/<person>` too, and the lines of others' files that name this person. */
  readonly person?: string | null | undefined;
  /** The only agent whose own scope is seen. */
  readonly agent?: string | null | undefined;
  /** The vault's owner sees all scopes; never in a conversation. */
  readonly allPeople?: boolean | undefined;
}

/** The scopes that a viewer sees, the person's own first; undefined for all there are. */
export function visibleScopes({ person, agent, allPeople }: Viewer): readonly string[] | undefined {
  if (allPeople === true) return undefined;
  return [
    ...(person == null ? [] : [`people/${person}`]),
    "",
    ...(agent == null ? [] : [`agents/${agent}`]),
  ];
}

/** Whether a viewer may look into the files of a scope. */
export const isScopeVisible = (viewer: Viewer, scope: string): boolean =>
  visibleScopes(viewer)?.includes(scope) ?? true;

/** Whether a viewer may see what belongs to one person in a file that the viewer may read; '' is shared. */
export const isOwnerVisible = ({ person, allPeople }: Viewer, owner: string): boolean =>
  owner === "" || allPeople === true || owner === personKey(person ?? "");

/** Equal for spellings of one person's id. */
export const personKey = (person: string): string =>
  person.trim().normalize("NFC").toLowerCase().normalize("NFC");

/** Whom an entry is about; null where it names no one. */
export function personOf(
  path: TopicPath,
  { fields, owner }: Pick<Entry, "fields" | "owner">,
): string | null {
  const { scope } = placeOf(path);
  const ofScope = scope.startsWith("people/") ? scope.slice("people/".length) : null;
  return fields.person ?? (owner === "" ? ofScope : owner);
}

/** A file's text, and what was read from it. */
export interface ReadFile {
  readonly topic: Topic;
  readonly text: string;
}

/** A file that a viewer may look into, without the lines that are others' own; those left keep their numbers. */
export const forViewer = (viewer: Viewer, read: ReadFile): ReadFile => ({
  topic: topicFor(viewer, read.topic),
  text: linesWhere(read, (owner) => isOwnerVisible(viewer, owner)),
});

/** The lines that `forViewer` leaves out. */
export const hiddenFrom = (viewer: Viewer, read: ReadFile): string =>
  linesWhere(read, (owner) => !isOwnerVisible(viewer, owner));

const linesWhere = ({ topic, text }: ReadFile, isWanted: (owner: string) => boolean): string =>
  splitRows(text)
    .filter((_, i) => isWanted(topic.owners.get(i + 1) ?? ""))
    .join("");

/** What was read from such a file, in the same way. */
export function topicFor(viewer: Viewer, topic: Topic): Topic {
  const isShown = ({ owner }: { readonly owner: string }) => isOwnerVisible(viewer, owner);
  return {
    ...topic,
    entries: topic.entries.filter(isShown),
    passages: topic.passages.filter(isShown),
  };
}
