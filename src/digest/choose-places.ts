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
import { type KindPlace, placesByKind } from "./place-by-kind.ts";
import { type NewTopic, placeNamed, toTitle } from "./place-named.ts";

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
