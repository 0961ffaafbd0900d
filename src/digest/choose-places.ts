import { kindOf, namesOfKind } from "../language/kind/kind.ts";
import { names } from "../recall/written-names.ts";
import type { Session } from "../session/session.ts";
import {
  generalPath,
  placeOf,
  type Scope,
  scopeFolder,
  type TopicPath,
  topicPath,
  toScope,
  toTopicPath,
} from "../vault/paths.ts";
import { slugify } from "../vault/slugify.ts";
import type { Topic } from "../vault/topic/topic.ts";
import { isScopeVisible, type Viewer } from "../vault/topic/viewer.ts";
import { foldedWords, isForm } from "./gates/words.ts";

/** A memory that needs a place. */
export interface Unplaced {
  readonly text: string;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** The topic that a model gave it. */
  readonly topic?: string | null | undefined;
}

export interface Places {
  /** One a memory, in order. */
  readonly paths: readonly TopicPath[];
  /** The topics that are to be made for them. */
  readonly newTopics: readonly NewTopic[];
}

/** A topic that is to be made. */
export interface NewTopic {
  readonly path: TopicPath;
  readonly title: string;
  /** It is for a kind of memory: the conversation is no summary of it. */
  readonly isKind?: true;
}

/** A topic by its name; `isNew` where it is to be made. */
export interface TopicCalled extends NewTopic {
  readonly isNew: boolean;
}

/** What choosing needs to know of a vault. */
export interface PlacePorts {
  readonly settings: { readonly digest: { readonly newTopicFrom: number } };
  /** Whether a file is the example's own, in a vault that is one. */
  readonly isExamples: (path: TopicPath) => boolean;
  /** The file as it is now; undefined where it is not there. */
  readonly readTopic: (path: TopicPath) => Promise<Topic | undefined>;
  /** Path of an existing topic by name, slug or alias. */
  readonly findTopic: (name: string, scope: Scope) => Promise<TopicPath | undefined>;
  /** Path of the existing topic of these scopes that a text belongs to, if one clearly fits; the loaded one fits sooner. */
  readonly assignTopic: (
    text: string,
    scopes: readonly Scope[],
    viewer: Viewer,
    loaded?: TopicPath,
  ) => Promise<TopicPath | undefined>;
}

/** Who has something to remember. */
export interface Writer {
  readonly viewer: Viewer;
  /** Scopes with topics to choose from; new files are made in the first. */
  readonly scopes: readonly [Scope, ...Scope[]];
  /** Path of the topic that is loaded. */
  readonly loaded: string | null;
  /** The language in which a new topic is named. */
  readonly language: string;
}

/** Who speaks in a session: it goes into their own scope or the vault's, into an agent's only where its topic is loaded. */
export function writerIn({
  person,
  agent,
  topic,
  language,
}: Pick<Session, "person" | "agent" | "topic" | "language">): Writer {
  const global = { kind: "global" } as const;
  return {
    viewer: { person, agent },
    scopes: person === null ? [global] : [{ kind: "person", id: person }, global],
    loaded: topic,
    language,
  };
}

/**
 * Where new memories go, each for itself and whichever way they come in: into a topic that is there, the one that a
 * model named or that is loaded before others that it is about; else, with enough others about one thing, into a new
 * topic named after it; else into the topic of its kind; else into the month's file.
 */
export async function choosePlaces(
  ports: PlacePorts,
  writer: Writer,
  memories: readonly Unplaced[],
): Promise<Places> {
  const [own] = writer.scopes;
  const open = (place: TopicCalled | undefined): TopicCalled | undefined =>
    place === undefined || isClosed(ports, writer, place.path) ? undefined : place;
  const byWords = await placerByWords(ports, writer);
  const found: (TopicCalled | undefined)[] = [];
  for (const { text, topic } of memories) {
    const title = toTitle(topic);
    const called = title === "" ? undefined : await topicCalled(ports, writer, title);
    found.push(open(called?.isNew === false ? called : undefined) ?? open(await byWords(text)));
  }
  const left = memories.filter((_, i) => found[i] === undefined);
  const nameFor = newNames(left, ports.settings.digest.newTopicFrom);
  for (const [i, memory] of memories.entries()) {
    if (found[i] !== undefined) continue;
    const name = nameFor(memory);
    const shared = name === "" ? undefined : open(await topicCalled(ports, writer, name));
    found[i] = shared ?? open(await placeByKind(ports, writer, memory.text));
  }
  const made = new Map(found.flatMap((one) => (one?.isNew === true ? [[one.path, one]] : [])));
  return {
    paths: memories.map(({ date }, i) => found[i]?.path ?? generalPath(own, date.slice(0, 7))),
    newTopics: [...made.values()].map(({ isNew: _, ...topic }) => topic),
  };
}

/** What is said while nobody is set as the speaker does not go into what is the example's. */
export const isClosed = (
  { isExamples }: Pick<PlacePorts, "isExamples">,
  { viewer }: Pick<Writer, "viewer">,
  path: TopicPath,
): boolean => (viewer.person ?? null) === null && isExamples(path);

/** The topic of that name, slug or alias, the writer's own before the vault's; else a new one of their own. */
export async function topicCalled(
  { readTopic, findTopic }: Pick<PlacePorts, "readTopic" | "findTopic">,
  { scopes }: Pick<Writer, "scopes">,
  title: string,
): Promise<TopicCalled> {
  const slug = slugify(title);
  for (const scope of scopes) {
    const direct = topicPath(scope, slug);
    const isThere = (await readTopic(direct)) !== undefined;
    const path = isThere ? direct : await findTopic(title, scope);
    if (path !== undefined) return { path, title, isNew: false };
  }
  return { path: topicPath(scopes[0], slug), title, isNew: true };
}

/** Finds the topic that a memory is about: of the writer's scopes, and of the loaded topic's. */
async function placerByWords(
  ports: PlacePorts,
  { loaded: file, scopes, viewer }: Writer,
): Promise<(text: string) => Promise<TopicCalled | undefined>> {
  const place = file === null ? undefined : placeOf(toTopicPath(file));
  const isOpen = place !== undefined && !place.archived && isScopeVisible(viewer, place.scope);
  let loaded: TopicPath | undefined;
  if (file !== null && isOpen) {
    const path = toTopicPath(file);
    const isThere = (await ports.readTopic(path)) !== undefined;
    // By its name, where the file was split or renamed since.
    loaded = isThere ? path : await ports.findTopic(place.topic, toScope(place.scope));
  }
  const there = loaded === undefined ? [] : [placeOf(loaded).scope];
  const all = [...new Set([...scopes.map(scopeFolder), ...there])].map(toScope);
  return async (text) => {
    const path = await ports.assignTopic(text, all, viewer, loaded);
    return path && { path, title: "", isNew: false };
  };
}

/**
 * What new topics for these are called: as a model calls so many of them, by words that were said; or by the name that
 * stands in so many of them and more than any other. '' for the others.
 */
function newNames(left: readonly Unplaced[], fewest: number): (memory: Unplaced) => string {
  const said = foldedWords(left.map(({ text }) => text).join("\n"));
  const isSaid = (word: string): boolean =>
    word.length < 3 || said.some((other) => isForm(word, other));
  const titles = new Map<string, string>();
  for (const [slug, same] of Map.groupBy(left, ({ topic }) => slugify(toTitle(topic)))) {
    const title = toTitle(same[0]?.topic);
    if (same.length >= fewest && foldedWords(title).every(isSaid)) titles.set(slug, title);
  }
  const written = left.flatMap(({ text }) => text.match(/\p{Lu}[\p{L}\p{M}]+/gu) ?? []);
  const countOf = (name: string): number => left.filter(({ text }) => names(text, name)).length;
  const [shared = ""] = [...new Set(written)].toSorted((a, b) => countOf(b) - countOf(a));
  const isShared = countOf(shared) >= fewest;
  return ({ text, topic }) =>
    titles.get(slugify(toTitle(topic))) || (isShared && names(text, shared) ? shared : "");
}

const longestTitle = 60;

/** A name that a model proposes, as a title: one line of a few words; '' where it is none. */
function toTitle(proposed: string | null | undefined): string {
  const words = (proposed ?? "")
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .replace(/[^\p{L}\p{M}\p{N}\p{Extended_Pictographic} '’&+.,-]/gu, "");
  const title = words.replace(/^[^\p{L}\p{N}]+|(?<=[\p{L}\p{M}\p{N}])[^\p{L}\p{M}\p{N}]+$/gu, "");
  if (!/\p{L}/u.test(title) || title.length > longestTitle) return "";
  return title.charAt(0).toUpperCase() + title.slice(1);
}

/**
 * The topic for what a memory is about, health or food, where that is clear: one of any of its names in any language,
 * else a new one, named in the language of the conversation.
 */
async function placeByKind(
  { findTopic }: PlacePorts,
  { scopes: [own], language }: Writer,
  text: string,
): Promise<TopicCalled | undefined> {
  const kind = kindOf(text);
  const called = kind === null ? [] : namesOfKind(kind, language);
  const [title] = called;
  if (title === undefined) return undefined;
  for (const name of called) {
    const path = await findTopic(name, own);
    if (path !== undefined) return { path, title, isNew: false };
  }
  return { path: topicPath(own, slugify(title)), title, isNew: true, isKind: true };
}
