import { capital } from "../language/text/letters.ts";
import { names } from "../recall/written-names.ts";
import type { Session } from "../session/session.ts";
import {
  generalPath,
  placeOf,
  scopeOf,
  type TopicPath,
  topicPath,
  toTopicPath,
} from "../vault/paths.ts";
import { slugify } from "../vault/slugify.ts";
import type { Topic } from "../vault/topic/topic.ts";
import { isScopeVisible, type Viewer } from "../vault/topic/viewer.ts";
import { foldedWords, isForm } from "./gates/compare.ts";

/** A memory that needs a place. */
export interface Unplaced {
  readonly text: string;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** The topic that a model gave it. */
  readonly topic?: string | null | undefined;
}

/** The file for a memory. */
export interface Place {
  readonly path: TopicPath;
  /** Of a topic that is to be made. */
  readonly title?: string | undefined;
}

/** What choosing needs to know of a vault. */
export interface PlacePorts {
  readonly settings: { readonly digest: { readonly newTopicFrom: number } };
  /** Whether a file is the example's own, in a vault that is one. */
  readonly isExamples: (path: TopicPath) => boolean;
  /** The file as it is now; undefined where it is not there. */
  readonly readTopic: (path: TopicPath) => Promise<Topic | undefined>;
  /** Path of an existing topic by name, slug or alias. */
  readonly findTopic: (name: string, scope: string) => Promise<TopicPath | undefined>;
  /** Path of the topic of these scopes that a text clearly belongs to; the loaded one fits sooner. */
  readonly assignTopic: (
    text: string,
    scopes: readonly string[],
    viewer: Viewer,
    loaded?: TopicPath,
  ) => Promise<TopicPath | undefined>;
}

/** Who has something to remember, the scopes to choose from, of which the first gets new files, and the loaded topic. */
export interface Writer {
  readonly viewer: Viewer;
  readonly scopes: readonly [string, ...string[]];
  readonly loaded: string | null;
}

/** Who speaks in a session: for their own scope or the vault's, an agent's only where its topic is loaded. */
export const writerIn = ({
  person,
  agent,
  topic: loaded,
}: Pick<Session, "person" | "agent" | "topic">): Writer => ({
  viewer: { person, agent },
  scopes: person === null ? [""] : [scopeOf("people", person), ""],
  loaded,
});

/**
 * Where new memories go, each for itself and whichever way they come in: into a topic that is there, the one that a
 * model named or that is loaded before others that it is about; else, with enough others about one thing, into a new
 * topic named after it; else into the month's file. One a memory, in order.
 */
export async function choosePlaces(
  ports: PlacePorts,
  writer: Writer,
  memories: readonly Unplaced[],
) {
  const places: (Place | undefined)[] = [];
  for (const memory of memories) places.push(await placeThere(ports, writer, memory));
  const left = memories.filter((_, i) => places[i] === undefined);
  const nameFor = newNames(left, ports.settings.digest.newTopicFrom);
  const placeNew = async (memory: Unplaced): Promise<Place> => {
    const name = nameFor(memory);
    const shared = name === "" ? undefined : await topicCalled(ports, writer, name);
    if (shared !== undefined && !isClosed(ports, writer, shared.path)) return shared;
    return { path: generalPath(writer.scopes[0], memory.date.slice(0, 7)) };
  };
  return Promise.all(memories.map(async (memory, i) => places[i] ?? placeNew(memory)));
}

/** A topic that is there: by the name that a model gave it, else by what stands in it. */
async function placeThere(ports: PlacePorts, writer: Writer, { text, topic }: Unplaced) {
  const { viewer, scopes } = writer;
  const loaded = writer.loaded === null ? undefined : toTopicPath(writer.loaded);
  const there = loaded === undefined ? [] : [placeOf(loaded).scope];
  const all = new Set([...scopes, ...there.filter((scope) => isScopeVisible(viewer, scope))]);
  const named = await topicThere(ports, writer, toTitle(topic));
  const path = named ?? (await ports.assignTopic(text, [...all], viewer, loaded));
  return path === undefined || isClosed(ports, writer, path) ? undefined : { path };
}

/** What is said while nobody is set as the speaker does not go into what is the example's. */
export const isClosed = (ports: PlacePorts, { viewer }: Writer, path: TopicPath): boolean =>
  (viewer.person ?? null) === null && ports.isExamples(path);

/** The topic of that name, slug or alias, the writer's own before the vault's; else a new one of their own. */
export async function topicCalled(
  ports: PlacePorts,
  writer: Writer,
  title: string,
): Promise<Place> {
  const path = await topicThere(ports, writer, title);
  return path ? { path } : { path: topicPath(writer.scopes[0], slugify(title)), title };
}

async function topicThere({ findTopic }: PlacePorts, { scopes }: Writer, title: string) {
  for (const scope of title === "" ? [] : scopes) {
    const path = (await findTopic(title, scope)) ?? (await findTopic(slugify(title), scope));
    if (path !== undefined) return path;
  }
  return undefined;
}

/**
 * What a new topic for each of these is called: as a model calls so many of them, by words that were said, or by a name
 * that stands in so many, the commonest first; '' for the others.
 */
function newNames(left: readonly Unplaced[], fewest: number): (memory: Unplaced) => string {
  const texts = left.map(({ text }) => text).join("\n");
  const said = foldedWords(texts);
  const isSaid = (word: string): boolean =>
    word.length < 3 || said.some((other) => isForm(word, other));
  const proposed = left.flatMap(({ topic }) => toTitle(topic) || []);
  const called = [
    ...proposed.filter((title) => foldedWords(title).every(isSaid)),
    ...(texts.match(/\p{Lu}[\p{L}\p{M}]+/gu) ?? []),
  ];
  const groups = [...new Set(called)].map((name) => {
    const isOf = ({ text, topic }: Unplaced): boolean =>
      slugify(toTitle(topic)) === slugify(name) || names(text, name);
    return { name, own: left.filter(isOf) };
  });
  const sorted = groups.toSorted((a, b) => b.own.length - a.own.length);
  return (memory) =>
    sorted.find(({ own }) => own.length >= fewest && own.includes(memory))?.name ?? "";
}

const longestTitle = 60;

/** A name that a model proposes, as a title: one line of a few words; '' where it is none. */
function toTitle(proposed: string | null | undefined): string {
  const words = (proposed ?? "")
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .replace(/[^\p{L}\p{M}\p{N}\p{Extended_Pictographic} '’&+.,-]/gu, "");
  const title = words.replace(/^[^\p{L}\p{N}]+|[ ,-]+$/gu, "");
  return /\p{L}/u.test(title) && title.length <= longestTitle ? capital(title) : "";
}
