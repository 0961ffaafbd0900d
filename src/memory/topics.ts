import { adviceOn, LociError, nearest } from "../errors.ts";
import { findTopics, listTopics, type TopicSummary } from "../index/overview.ts";
import { assignTopic } from "../recall/assign-topic.ts";
import { type Scope, scopeFolder, type TopicPath, toTopicPath } from "../vault/paths.ts";
import { type ReadFile, type Viewer, visibleScopes } from "../vault/viewer.ts";
import type { MemoryContext } from "./context.ts";
import { readTopicFor } from "./read-topic.ts";

type Indexed = Pick<MemoryContext, "index" | "freshness">;

/** A topic by name, as a viewer may see it. Throws LociError NOT_FOUND. */
export async function showTopic(
  context: Indexed & Pick<MemoryContext, "root">,
  viewer: Viewer,
  name: string,
): Promise<ReadFile> {
  const { index, freshness } = context;
  await freshness.ensureFresh();
  const [found] = index.run((db) => findTopics(db, viewer, name));
  const read = found && readTopicFor(context, viewer, found.file);
  if (read === undefined) throw missingTopic(context, viewer, name);
  return read;
}

/** All files of topics and the like that a viewer may look into. */
export async function listFilesFor(
  { index, freshness }: Indexed,
  viewer: Viewer,
): Promise<readonly TopicSummary[]> {
  await freshness.ensureFresh();
  return index.run((db) => listTopics(db, viewer));
}

/** The topics that a viewer may look into, most recently updated first. */
export async function topicsFor(
  context: Indexed,
  viewer: Viewer,
): Promise<readonly TopicSummary[]> {
  return (await listFilesFor(context, viewer)).filter(({ kind }) => kind === "topic");
}

/**
 * The topic file of a name, slug or alias, the person's own first; or of a path, by its name where the file was split
 * or renamed since.
 */
export async function findTopicFor(
  { index, freshness }: Indexed,
  viewer: Viewer,
  name: string,
): Promise<TopicSummary | undefined> {
  await freshness.ensureFresh();
  const visible = (wanted: string): TopicSummary[] =>
    index
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
  { index, freshness }: Indexed,
  viewer: Viewer,
  text: string,
  loaded?: string,
): Promise<readonly { readonly file: string; readonly score: number }[]> {
  await freshness.ensureFresh();
  return index
    .run((db) =>
      (visibleScopes(viewer) ?? [""]).map((scope) =>
        assignTopic(db, text, { scope, viewer, loaded }),
      ),
    )
    .filter((assigned) => assigned !== undefined)
    .sort((a, b) => b.score - a.score);
}

/** Finds where in a scope new memories belong, as the files stand now; what is archived is no place for them. */
export interface PlaceFinder {
  /** The files of a name, slug or alias. */
  named(name: string, scope: Scope): Promise<readonly TopicSummary[]>;
  /** The topic of a name, slug or alias. */
  topicNamed(name: string, scope: Scope): Promise<TopicPath | undefined>;
  /** The topic that a text clearly belongs to, by what of it the viewer may see. */
  assignTopic(
    text: string,
    scope: Scope,
    viewer: Viewer,
    loaded?: TopicPath,
  ): Promise<TopicPath | undefined>;
}

export function placeFinder({ index, freshness }: Indexed): PlaceFinder {
  const named = async (name: string, scope: Scope): Promise<readonly TopicSummary[]> => {
    await freshness.ensureFresh();
    const folder = scopeFolder(scope);
    return index
      .run((db) => findTopics(db, { allPeople: true }, name))
      .filter((found) => found.scope === folder && found.archived === 0);
  };
  return {
    named,
    async topicNamed(name, scope) {
      const found = (await named(name, scope)).find(({ kind }) => kind === "topic");
      return found && toTopicPath(found.file);
    },
    async assignTopic(text, scope, viewer, loaded) {
      await freshness.ensureFresh();
      const asked = { scope: scopeFolder(scope), viewer, loaded };
      const file = index.run((db) => assignTopic(db, text, asked))?.file;
      return file === undefined ? undefined : toTopicPath(file);
    },
  };
}

/** The error for a topic that a viewer does not see, be it there or not. */
export function missingTopic(
  { index }: Pick<MemoryContext, "index">,
  viewer: Viewer,
  name: string,
): LociError {
  return noSuchTopic(
    name,
    index.run((db) => listTopics(db, viewer)),
  );
}

/** The error for a topic that is not there, with the nearest one that is. */
export function noSuchTopic(
  name: string,
  topics: readonly { readonly topic: string }[],
): LociError {
  const names = topics.map(({ topic }) => topic);
  const advice = adviceOn(name, names, '"loci topics" lists them');
  return new LociError("NOT_FOUND", `Cannot find the topic "${name}": it is not there; ${advice}`, {
    data: { topic: name, nearest: nearest(name, names) },
  });
}
