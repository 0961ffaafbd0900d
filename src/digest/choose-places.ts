import { kindOf } from "../language/kind/kind.ts";
import { namesOfKind } from "../language/kind/kind-names.ts";
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
import type { Topic } from "../vault/topic.ts";
import { isScopeVisible, type Viewer } from "../vault/viewer.ts";

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
  /** The topics that are to be made for them, after what this conversation was about. */
  readonly newTopics: readonly NewTopic[];
  /** Those that are to be made for a kind of memory: this conversation is no summary of them. */
  readonly newKinds: readonly NewTopic[];
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
 * Where new memories go, each for itself and whichever way they come in: into the topic that a model named for it, where
 * that leads anywhere; else by what it says, into the topic that is loaded or another, where it is about that; else, with
 * enough others, into a new topic that is called what all of them name; else into the topic of its kind; else into the
 * month's file.
 */
export async function choosePlaces(
  ports: PlacePorts,
  writer: Writer,
  memories: readonly Unplaced[],
  proposedTitle = "",
): Promise<Places> {
  const { newTopicFrom } = ports.settings.digest;
  const [own] = writer.scopes;
  const named = await placeNamed(ports, writer, memories);
  const byWords = await placerByWords(ports, writer);
  const paths = [...named.paths];
  for (const [i, { text }] of memories.entries()) paths[i] ??= await byWords(text);
  const left = memories.filter((_, i) => paths[i] === undefined);
  const title = toTitle(proposedTitle);
  const naming = title === "" ? [] : left.filter(({ text }) => names(text, title));
  const open = onlyOpen(ports, writer);
  const shared = open(
    naming.length < newTopicFrom ? undefined : await topicCalled(ports, writer, title),
  );
  const byKind = placesByKind(ports, own, writer.language);
  const madeByKind: TopicCalled[] = [];
  for (const [i, memory] of memories.entries()) {
    if (paths[i] !== undefined) continue;
    const isShared = shared !== undefined && naming.includes(memory);
    const kind = isShared ? undefined : open(await byKind(memory.text));
    if (kind !== undefined) madeByKind.push(kind);
    paths[i] = isShared ? shared.path : kind?.path;
  }
  return {
    paths: memories.map(({ date }, i) => paths[i] ?? generalPath(own, date.slice(0, 7))),
    newTopics: [...named.newTopics, ...madeOf(shared === undefined ? [] : [shared])],
    newKinds: madeOf(madeByKind),
  };
}

/** What is new among places, each once. */
function madeOf(places: readonly TopicCalled[]): NewTopic[] {
  const titles = new Map(
    places.flatMap(({ path, title, isNew }) => (isNew ? [[path, title]] : [])),
  );
  return [...titles].map(([path, title]) => ({ path, title }));
}

/** What is said while nobody is set as the speaker does not go into what is the example's. */
export const isClosed = (
  { isExamples }: Pick<PlacePorts, "isExamples">,
  { viewer }: Pick<Writer, "viewer">,
  path: TopicPath,
): boolean => (viewer.person ?? null) === null && isExamples(path);

const onlyOpen =
  (ports: PlacePorts, writer: Writer) =>
  <P extends { readonly path: TopicPath }>(place: P | undefined): P | undefined =>
    place === undefined || isClosed(ports, writer, place.path) ? undefined : place;

/** Finds the topic that a memory is about: of the writer's scopes, and of the loaded topic's. */
async function placerByWords(
  ports: PlacePorts,
  writer: Writer,
): Promise<(text: string) => Promise<TopicPath | undefined>> {
  const loaded = await loadedTopic(ports, writer);
  const there = loaded === undefined ? [] : [toScope(placeOf(loaded).scope)];
  const folders = new Set([...writer.scopes, ...there].map(scopeFolder));
  const scopes = [...folders].map(toScope);
  const open = onlyOpen(ports, writer);
  return async (text) => {
    const path = await ports.assignTopic(text, scopes, writer.viewer, loaded);
    return open(path && { path })?.path;
  };
}

/** The topic file that was found in the conversation; by its name, where the file was split or renamed since. */
async function loadedTopic(
  ports: PlacePorts,
  { loaded, viewer }: Writer,
): Promise<TopicPath | undefined> {
  if (loaded === null) return undefined;
  const path = toTopicPath(loaded);
  const place = placeOf(path);
  if (place.archived || !isScopeVisible(viewer, place.scope)) return undefined;
  if ((await ports.readTopic(path)) !== undefined) return path;
  return ports.findTopic(place.topic, toScope(place.scope));
}

/** A topic that is to be made. */
export interface NewTopic {
  readonly path: TopicPath;
  readonly title: string;
}

/** A topic by its name; `isNew` where it is to be made. */
export interface TopicCalled extends NewTopic {
  readonly isNew: boolean;
}

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

/**
 * Where the topics lead that a model gave single memories: a new one is made where as many memories name it as a topic is
 * worth. Undefined for the others: they are placed by what they say.
 */
async function placeNamed(
  ports: PlacePorts,
  writer: Writer,
  memories: readonly Unplaced[],
): Promise<{
  readonly paths: readonly (TopicPath | undefined)[];
  readonly newTopics: readonly NewTopic[];
}> {
  const titles = memories.map(({ topic }) => toTitle(topic ?? ""));
  const placesByTitle = new Map<string, TopicCalled>();
  for (const same of Map.groupBy(titles.filter(Boolean), slugify).values()) {
    const place = await topicCalled(ports, writer, same[0] ?? "");
    const isEnough = same.length >= ports.settings.digest.newTopicFrom;
    const isWorth = place.isNew ? isEnough : !isClosed(ports, writer, place.path);
    for (const title of isWorth ? same : []) placesByTitle.set(title, place);
  }
  return {
    paths: titles.map((title) => placesByTitle.get(title)?.path),
    newTopics: madeOf([...placesByTitle.values()]),
  };
}

const longestTitle = 60;

/** A name that a model proposes, as a title: one line of a few words; '' where it is none. */
function toTitle(proposed: string): string {
  const words = proposed
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .replace(/[^\p{L}\p{M}\p{N}\p{Extended_Pictographic} '’&+.,-]/gu, "");
  const title = words.replace(/^[^\p{L}\p{N}]+|(?<=[\p{L}\p{M}\p{N}])[^\p{L}\p{M}\p{N}]+$/gu, "");
  if (!/\p{L}/u.test(title) || title.length > longestTitle) return "";
  return title.charAt(0).toUpperCase() + title.slice(1);
}

/**
 * Finds the topic for what a memory is about, health or food, where that is clear: one of any of its names in any
 * language, else a new one, named in the language of the conversation. Each kind is looked up once.
 */
function placesByKind(
  { findTopic }: PlacePorts,
  scope: Scope,
  language: string,
): (text: string) => Promise<TopicCalled | undefined> {
  const found = new Map<string, TopicCalled>();
  return async (text) => {
    const kind = kindOf(text);
    const names = kind === null ? [] : namesOfKind(kind, language);
    const [title] = names;
    if (kind === null || title === undefined) return undefined;
    const known = found.get(kind) ?? (await firstOf(findTopic, scope, names));
    const place = known ?? { path: topicPath(scope, slugify(title)), title, isNew: true };
    found.set(kind, place);
    return place;
  };
}

async function firstOf(
  findTopic: PlacePorts["findTopic"],
  scope: Scope,
  names: readonly string[],
): Promise<TopicCalled | undefined> {
  for (const title of names) {
    const path = await findTopic(title, scope);
    if (path !== undefined) return { path, title, isNew: false };
  }
  return undefined;
}
