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
import { isScopeVisible } from "../vault/viewer.ts";
import type { DigestPorts } from "./digest-ports.ts";

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

type PlacePorts = Pick<DigestPorts, "readTopic" | "findTopic" | "assignTopic"> & {
  readonly settings: {
    readonly digest: { readonly newTopicFrom: number; readonly kinds: boolean };
  };
};

type Asking = Pick<Session, "person" | "agent" | "topic" | "language">;

/**
 * Where new memories go, each for itself: into the topic that a model named for it, where that leads anywhere; else by what it
 * says, into the topic that is loaded or another, where it is about that; else, with enough others, into a new topic that
 * is called what all of them name; else into the topic of its kind; else into the month's file. What is not about a
 * topic that is loaded goes where it would go without, in the person's scope where one is known.
 */
export async function choosePlaces(
  ports: PlacePorts,
  session: Asking,
  memories: readonly Unplaced[],
  proposedTitle: string,
): Promise<Places> {
  const { newTopicFrom } = ports.settings.digest;
  const named = await placeNamed(ports, session, memories, newTopicFrom);
  const paths = [...named.paths];
  const loaded = await loadedTopic(ports, session);
  for (const [i, { text }] of memories.entries())
    paths[i] ??= await placeByWords(ports, session, text, loaded);
  const own = ownScope(session);
  const left = memories.filter((_, i) => paths[i] === undefined);
  const shared = await placeTogether(ports, own, left, proposedTitle);
  const byKind = ports.settings.digest.kinds
    ? placesByKind(ports, own, session.language)
    : async () => undefined;
  const kinds: KindPlace[] = [];
  for (const [i, memory] of memories.entries()) {
    const kind =
      paths[i] === undefined && !shared.has(memory) ? await byKind(memory.text) : undefined;
    if (kind !== undefined) kinds.push(kind);
    paths[i] ??= shared.get(memory)?.path ?? kind?.path;
  }
  return {
    paths: memories.map(({ date }, i) => paths[i] ?? generalPath(own, date.slice(0, 7))),
    newTopics: [...named.newTopics, ...madeOf([...shared.values()])],
    newKinds: madeOf(kinds),
  };
}

const ownScope = ({ person }: Asking): Scope =>
  person === null ? { kind: "global" } : { kind: "person", id: person };

/** What is new among places, each once. */
function madeOf(places: readonly KindPlace[]): NewTopic[] {
  const titles = new Map(
    places.flatMap(({ path, title, isNew }) => (isNew ? [[path, title]] : [])),
  );
  return [...titles].map(([path, title]) => ({ path, title }));
}

/** The topic that a memory is about: the loaded one or another of its scope first, then one of the person's own. */
async function placeByWords(
  ports: PlacePorts,
  session: Asking,
  text: string,
  loaded: TopicPath | undefined,
): Promise<TopicPath | undefined> {
  const there = loaded && toScope(placeOf(loaded).scope);
  const found = there && (await ports.assignTopic(text, there, session, loaded));
  const own = ownScope(session);
  const isSame = there !== undefined && scopeFolder(there) === scopeFolder(own);
  return found ?? (isSame ? undefined : ports.assignTopic(text, own, session));
}

/** A new topic for memories that all name the same, where they are enough: a name, for any other word they may share by chance. */
async function placeTogether(
  ports: PlacePorts,
  scope: Scope,
  memories: readonly Unplaced[],
  proposedTitle: string,
): Promise<ReadonlyMap<Unplaced, KindPlace>> {
  const title = toTitle(proposedTitle);
  const naming = title === "" ? [] : memories.filter(({ text }) => names(text, title));
  if (naming.length < ports.settings.digest.newTopicFrom) return new Map();
  const direct = topicPath(scope, slugify(title));
  const isThere = (await ports.readTopic(direct)) !== undefined;
  const path = isThere ? direct : ((await ports.findTopic(title, scope)) ?? direct);
  const place = { path, title, isNew: !isThere && path === direct };
  return new Map(naming.map((memory) => [memory, place]));
}

/** The topic file that was found in the conversation; by its name, where the file was split or renamed since. */
async function loadedTopic(
  ports: PlacePorts,
  { topic, ...viewer }: Asking,
): Promise<TopicPath | undefined> {
  if (topic === null) return undefined;
  const path = toTopicPath(topic);
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

/**
 * Where the topics lead that a model gave single memories: into a topic of that name, slug or alias, the person's own
 * before the vault's; into a new one of the person's scope where as many memories name it as a topic is worth. Undefined
 * for the others: they are placed by what they say.
 */
async function placeNamed(
  ports: Pick<DigestPorts, "findTopic">,
  { person }: Pick<Session, "person">,
  memories: readonly { readonly topic?: string | null | undefined }[],
  newTopicFrom: number,
): Promise<{
  readonly paths: readonly (TopicPath | undefined)[];
  readonly newTopics: readonly NewTopic[];
}> {
  const own: Scope = person === null ? { kind: "global" } : { kind: "person", id: person };
  const scopes = person === null ? [own] : [own, { kind: "global" } as const];
  const titles = memories.map(({ topic }) => toTitle(topic ?? ""));
  const pathsByTitle = new Map<string, TopicPath | undefined>();
  const newTopics: NewTopic[] = [];
  for (const [slug, same] of Map.groupBy(titles.filter(Boolean), slugify)) {
    const [title = ""] = same;
    let path = await findNamed(ports, [title, slug], scopes);
    if (path === undefined && same.length >= newTopicFrom) {
      path = topicPath(own, slug);
      newTopics.push({ path, title });
    }
    for (const one of same) pathsByTitle.set(one, path);
  }
  return { paths: titles.map((title) => pathsByTitle.get(title)), newTopics };
}

async function findNamed(
  ports: Pick<DigestPorts, "findTopic">,
  names: readonly string[],
  scopes: readonly Scope[],
): Promise<TopicPath | undefined> {
  for (const scope of scopes) {
    for (const name of new Set(names)) {
      const path = await ports.findTopic(name, scope);
      if (path !== undefined) return path;
    }
  }
  return undefined;
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

/** Where a memory goes by what kind it is; `isNew` where the topic is to be made. */
export interface KindPlace extends NewTopic {
  readonly isNew: boolean;
}

/**
 * Finds the topic for what a memory is about, health or food, where that is clear: one of any of its names in any
 * language, else a new one, named in the language of the conversation. Each kind is looked up once.
 */
export function placesByKind(
  { findTopic }: Pick<DigestPorts, "findTopic">,
  scope: Scope,
  language: string,
): (text: string) => Promise<KindPlace | undefined> {
  const found = new Map<string, KindPlace>();
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
  findTopic: DigestPorts["findTopic"],
  scope: Scope,
  names: readonly string[],
): Promise<KindPlace | undefined> {
  for (const title of names) {
    const path = await findTopic(title, scope);
    if (path !== undefined) return { path, title, isNew: false };
  }
  return undefined;
}
