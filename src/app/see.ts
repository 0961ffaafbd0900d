import { findTopics, listTopics, type TopicSummary } from "../index/overview.ts";
import { assignTopic } from "../recall/assign-topic.ts";
import { mostFileBytes } from "../vault/list-files.ts";
import { parseTopic } from "../vault/parse-topic.ts";
import { placeOf, resolveInVault, toTopicPath } from "../vault/paths.ts";
import { readOwn } from "../vault/read-settled.ts";
import type { Entry, Topic } from "../vault/topic.ts";
import {
  forViewer,
  isScopeVisible,
  type ReadFile,
  type Viewer,
  visibleScopes,
} from "../vault/viewer.ts";
import { answer, type RecallRequest } from "./answer.ts";
import { lookAtFiles } from "./keep-fresh.ts";
import { checkedPerson } from "./known-person.ts";
import type { Parts } from "./parts.ts";

/** A question of somebody outside a conversation: whom it names as a filter is who asks. */
export interface AskedRecall extends RecallRequest {
  /** Whoever owns the vault asks of all scopes. */
  readonly allPeople?: boolean;
}

/** Who looks, where nobody is named who this device's settings say. Throws LociError BAD_NAME for what can name nobody. */
export function viewerOn(parts: Pick<Parts, "root" | "settings">, named: Viewer = {}): Viewer {
  const { person = parts.settings.person, agent, allPeople } = named;
  return { person: checkedPerson(parts, person ?? undefined), agent, allPeople };
}

/** Who can be named as the one who speaks. */
export interface People {
  /** Ids of those who have memories of their own in the vault, in order. */
  readonly people: readonly string[];
  /** Whom this device's settings name. */
  readonly person: string | null;
}

/** Nothing but names: what their scopes hold is for them. */
export async function namePeople(parts: Parts): Promise<People> {
  await lookAtFiles(parts);
  const files = parts.index.run((db) => listTopics(db, { allPeople: true }));
  const ids = files.flatMap(({ scope }) => /^people\/(.+)$/.exec(scope)?.[1] ?? []);
  return { people: [...new Set(ids)].sort(), person: viewerOn(parts).person ?? null };
}

/** The topics that a viewer may look into, most recently updated first. */
export async function topicsFor(parts: Parts, viewer: Viewer): Promise<readonly TopicSummary[]> {
  await lookAtFiles(parts);
  return parts.index.run((db) => listTopics(db, viewer)).filter(({ kind }) => kind === "topic");
}

/**
 * The topic file of a name, slug or alias, the person's own first; or of a path, by its name where the file was split
 * or renamed since.
 */
export async function findTopicFor(
  parts: Parts,
  viewer: Viewer,
  name: string,
): Promise<TopicSummary | undefined> {
  await lookAtFiles(parts);
  const visible = (wanted: string): TopicSummary[] =>
    parts.index
      .run((db) => findTopics(db, viewer, wanted))
      .filter(({ kind, archived }) => kind === "topic" && archived === 0);
  const found = visible(name);
  if (found.length > 0) return found.find(({ scope }) => scope.startsWith("people/")) ?? found[0];
  const was = /^(.+\/)?topics\/([^/]+)\.md$/.exec(name);
  if (was === null) return undefined;
  const [, folder = "", topic = ""] = was;
  return visible(topic).find(({ scope }) => scope === folder.slice(0, -1));
}

/** The topic files that a text clearly belongs to, one a scope; the one that is loaded sooner. */
export async function assignedTopics(
  parts: Parts,
  viewer: Viewer,
  text: string,
  loaded?: string,
): Promise<readonly { readonly file: string; readonly score: number }[]> {
  await lookAtFiles(parts);
  return parts.index
    .run((db) =>
      (visibleScopes(viewer) ?? [""]).map((scope) =>
        assignTopic(db, text, { scope, viewer, loaded }),
      ),
    )
    .filter((assigned) => assigned !== undefined)
    .sort((a, b) => b.score - a.score);
}

/** Reads a topic file as it stands now, for whoever changes it; undefined where there is no plain file that can be read. */
export function readTopicFile({ root }: Pick<Parts, "root">, file: string): ReadFile | undefined {
  const path = toTopicPath(file);
  const bytes = readOwn(resolveInVault(root, path), mostFileBytes);
  return bytes && { topic: parseTopic(path, bytes), text: new TextDecoder().decode(bytes) };
}

/** The same for somebody to see; undefined also where they may not look into it. */
export function readTopicFor(
  parts: Pick<Parts, "root">,
  viewer: Viewer,
  file: string,
): ReadFile | undefined {
  if (!isScopeVisible(viewer, placeOf(toTopicPath(file)).scope)) return undefined;
  const read = readTopicFile(parts, file);
  return read && forViewer(viewer, read);
}

/** Finds entries by file and id as they stand in their files; each file is read once. */
export function createEntryFinder(
  readTopic: (file: string) => Topic | undefined,
): (file: string, id: string) => Entry | undefined {
  const topicsByFile = new Map<string, Topic | undefined>();
  return (file, id) => {
    if (!topicsByFile.has(file)) topicsByFile.set(file, readTopic(file));
    return topicsByFile.get(file)?.entries.find((entry) => entry.id === id);
  };
}

interface NearEntry {
  readonly file: string;
  readonly entry: Entry;
  readonly score: number;
  /** Words of the text that it says in other words. */
  readonly meant: readonly string[];
}

/** Entries near a text that a viewer may see, best first: all that have a word of it, for a statement answers no question. */
export async function entriesNear(
  parts: Parts,
  viewer: Viewer,
  text: string,
  limit: number,
): Promise<readonly NearEntry[]> {
  const { hits } = await answer(parts, viewer, text, { limit, kinds: ["entry"], floor: 0 });
  const entryAt = createEntryFinder((file) => readTopicFor(parts, viewer, file)?.topic);
  return hits.flatMap(({ file, id, score, meant = [] }) => {
    const entry = entryAt(file, id);
    return entry === undefined ? [] : [{ file, entry, score, meant }];
  });
}
