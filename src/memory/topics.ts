import { existsSync, readFileSync } from "node:fs";
import type { PlacePorts } from "../digest/choose-places.ts";
import { adviceOn, LociError, nearest } from "../errors.ts";
import { answersOf } from "../index/kept.ts";
import type { IndexDb } from "../index/open-index.ts";
import { findTopics, listTopics, type TopicSummary } from "../index/overview.ts";
import { secretFiles } from "../index/secret-texts.ts";
import { conditionsFor } from "../index/visible.ts";
import { newestFirst, parseRecent, type RecentTopic } from "../vault/log/recent-index.ts";
import { recentIndexPath, resolveInVault, toTopicPath } from "../vault/paths.ts";
import { type ReadFile, type Viewer, visibleScopes } from "../vault/topic/viewer.ts";
import { type AssignedTopic, assignTopic } from "./assign-topic.ts";
import type { MemoryContext } from "./context.ts";
import { timeAgo } from "./local-time.ts";
import { readTopicFile, readTopicFor } from "./read-topic.ts";

/** A topic by name, as a viewer may see it. Throws LociError NOT_FOUND. */
export async function showTopic(
  context: MemoryContext,
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
  { index, freshness }: MemoryContext,
  viewer: Viewer,
): Promise<readonly TopicSummary[]> {
  await freshness.ensureFresh();
  return listedTopics(index, viewer);
}

/** `listTopics()`, kept while nothing is written to the index: each turn of a conversation asks. */
export const listedTopics = (index: IndexDb, viewer: Viewer): readonly TopicSummary[] =>
  index.run((db) =>
    answersOf(db)(`topics ${JSON.stringify(conditionsFor(viewer).params)}`, () =>
      listTopics(db, viewer),
    ),
  );

/** The topics that a viewer may look into, most recently updated first. */
export async function topicsFor(
  context: MemoryContext,
  viewer: Viewer,
): Promise<readonly TopicSummary[]> {
  return (await listFilesFor(context, viewer)).filter(({ kind }) => kind === "topic");
}

/**
 * The topic file of a name, slug or alias, the person's own first; or of a path, by its name where the file was split
 * or renamed since.
 */
export async function findTopicFor(
  { index, freshness }: MemoryContext,
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

/** The topic files that a text belongs to, at most one a scope, best first, with a preference for the loaded one. */
export async function assignedTopics(
  { index, freshness }: MemoryContext,
  viewer: Viewer,
  text: string,
  {
    scopes = visibleScopes(viewer) ?? [""],
    loaded,
  }: { readonly scopes?: readonly string[]; readonly loaded?: string | undefined } = {},
): Promise<readonly AssignedTopic[]> {
  await freshness.ensureFresh();
  return index
    .run((db) => scopes.map((scope) => assignTopic(db, text, { scope, viewer, loaded })))
    .filter((assigned) => assigned !== undefined)
    .sort((a, b) => b.score - a.score);
}

/** The files of a name, slug or alias in a scope; what is archived is no place for new memories. */
export async function filesCalled(
  { index, freshness }: MemoryContext,
  name: string,
  scope: string,
): Promise<readonly TopicSummary[]> {
  await freshness.ensureFresh();
  return index
    .run((db) => findTopics(db, { allPeople: true }, name))
    .filter((found) => found.scope === scope && found.archived === 0);
}

/** What choosing a place for new memories knows of the vault, as the files stand now. */
export function placePorts(context: MemoryContext): PlacePorts {
  return {
    settings: context.settings,
    isExamples: context.isExamples,
    readTopic: async (path) => readTopicFile(context, path)?.topic,
    async findTopic(name, scope) {
      const called = await filesCalled(context, name, scope);
      const found = called.find(({ kind }) => kind === "topic");
      return found && toTopicPath(found.file);
    },
    async assignTopic(text, scopes, viewer, loaded) {
      const assigned = await assignedTopics(context, viewer, text, { scopes, loaded });
      const best = assigned.find(({ isClear }) => isClear);
      return best && toTopicPath(best.file);
    },
  };
}

/** The error for a topic that a viewer cannot see. It suggests the nearest one that they can, never a secret one. */
export function missingTopic({ index }: MemoryContext, viewer: Viewer, name: string): LociError {
  const secret = new Set(index.run(secretFiles));
  const names = listedTopics(index, viewer).flatMap(({ topic, file }) =>
    secret.has(file) ? [] : topic,
  );
  const advice = adviceOn(name, names, '"loci show" lists them');
  return new LociError("NOT_FOUND", `Cannot find the topic "${name}": it is not there; ${advice}`, {
    data: { topic: name, nearest: nearest(name, names) },
  });
}

/** The recent topics that a viewer may see, with what people wrote by hand since: their dates are in the files. */
export async function recentTopics(
  { root, index, time, freshness, settings }: MemoryContext,
  viewer: Viewer,
): Promise<(RecentTopic & { readonly ago: string })[]> {
  await freshness.ensureFresh();
  const all = listedTopics(index, viewer);
  const topics = all.filter(({ kind }) => kind === "topic");
  const scopes = visibleScopes(viewer) ?? new Set(all.map(({ scope }) => scope));
  const listed = [...scopes].flatMap((scope) => {
    const file = resolveInVault(root, recentIndexPath(scope));
    const here = new Set(topics.flatMap((one) => (one.scope === scope ? one.topic : [])));
    const lines = parseRecent(existsSync(file) ? readFileSync(file, "utf8") : "");
    return lines.filter(({ topic }) => here.has(topic));
  });
  const dated = topics
    .filter(({ updated }) => updated !== "")
    .map(({ updated, topic, summary, title }) => {
      return { time: `${updated}T00:00:00`, topic, summary: summary || title };
    });
  return newestFirst([...listed, ...dated], settings.recent.max).map((topic) => ({
    ...topic,
    ago: timeAgo(topic.time, time()),
  }));
}
