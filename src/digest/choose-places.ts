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
import { foldedWords, isForm } from "./gates/support.ts";

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
): Promise<Places> {
  const [own] = writer.scopes;
  const placeOfMemory = await placeNamed(ports, writer, memories);
  const byWords = await placerByWords(ports, writer);
  const open = onlyOpen(ports, writer);
  const found: (TopicCalled | undefined)[] = [];
  for (const memory of memories) {
    found.push(placeOfMemory(memory) ?? (await byWords(memory.text)));
  }
  const left = memories.filter((_, i) => found[i] === undefined);
  const name = sharedName(left, ports.settings.digest.newTopicFrom);
  const shared = name === "" ? undefined : open(await topicCalled(ports, writer, name));
  const byKind = placesByKind(ports, own, writer.language);
  for (const [i, { text }] of memories.entries()) {
    if (found[i] !== undefined) continue;
    found[i] = shared !== undefined && names(text, name) ? shared : open(await byKind(text));
  }
  const made = new Map(found.flatMap((one) => (one?.isNew === true ? [[one.path, one]] : [])));
  return {
    paths: memories.map(({ date }, i) => found[i]?.path ?? generalPath(own, date.slice(0, 7))),
    newTopics: [...made.values()].map(({ isNew: _, ...topic }) => topic),
  };
}

/** The name that stands in so many of these and more; '' where there is none. */
function sharedName(memories: readonly Unplaced[], fewest: number): string {
  const all = memories.flatMap(({ text }) => text.match(/\p{Lu}[\p{L}\p{M}]+/gu) ?? []);
  const counted = [...new Set(all)].map((name) => ({
    name,
    count: memories.filter(({ text }) => names(text, name)).length,
  }));
  const [most] = counted.toSorted((a, b) => b.count - a.count);
  return most !== undefined && most.count >= fewest ? most.name : "";
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
): Promise<(text: string) => Promise<TopicCalled | undefined>> {
  const loaded = await loadedTopic(ports, writer);
  const there = loaded === undefined ? [] : [toScope(placeOf(loaded).scope)];
  const scopes = [...new Set([...writer.scopes, ...there].map(scopeFolder))].map(toScope);
  const open = onlyOpen(ports, writer);
  return async (text) => {
    const path = await ports.assignTopic(text, scopes, writer.viewer, loaded);
    return open(path && { path, title: "", isNew: false });
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
  /** It is for a kind of memory: the conversation is no summary of it. */
  readonly isKind?: true;
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
 * Finds the topic that a model gave a memory: a new one is made where as many memories name it as a topic is worth, and
 * by no word that nobody said.
 * Undefined for the others: they are placed by what they say.
 */
async function placeNamed(
  ports: PlacePorts,
  writer: Writer,
  memories: readonly Unplaced[],
): Promise<(memory: Unplaced) => TopicCalled | undefined> {
  const slugOf = ({ topic }: Unplaced): string => slugify(toTitle(topic ?? ""));
  const placesBySlug = new Map<string, TopicCalled>();
  const named = memories.filter(({ topic }) => toTitle(topic ?? "") !== "");
  const words = foldedWords(memories.map(({ text }) => text).join("\n"));
  const isSaid = (word: string): boolean =>
    word.length < 3 || words.some((other) => isForm(word, other));
  for (const [slug, same] of Map.groupBy(named, slugOf)) {
    const title = toTitle(same[0]?.topic ?? "");
    const place = await topicCalled(ports, writer, title);
    const isEnough =
      same.length >= ports.settings.digest.newTopicFrom && foldedWords(title).every(isSaid);
    const isWorth = place.isNew ? isEnough : !isClosed(ports, writer, place.path);
    if (isWorth) placesBySlug.set(slug, place);
  }
  return (memory) => placesBySlug.get(slugOf(memory));
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
    const known = found.get(kind);
    if (known !== undefined) return known;
    let path: TopicPath | undefined;
    for (const name of names) path ??= await findTopic(name, scope);
    const isNew = path === undefined;
    const place = {
      path: path ?? topicPath(scope, slugify(title)),
      title,
      isNew,
      isKind: true,
    } as const;
    found.set(kind, place);
    return place;
  };
}
