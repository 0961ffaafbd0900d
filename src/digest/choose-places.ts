import type { Session } from "../session/session.ts";
import {
  generalPath,
  placeOf,
  type Scope,
  type TopicPath,
  topicPath,
  toScope,
  toTopicPath,
} from "../vault/paths.ts";
import { slugify } from "../vault/slugify.ts";
import type { DigestPorts } from "./digest-ports.ts";

/** A memory that needs a place. */
export interface Unplaced {
  readonly text: string;
  /** `YYYY-MM-DD`. */
  readonly date: string;
}

export interface Places {
  /** One a memory, in order. */
  readonly paths: readonly TopicPath[];
  /** The topic that is to be made for them. */
  readonly newTopic: { readonly path: TopicPath; readonly title: string } | null;
}

type PlacePorts = Pick<DigestPorts, "readTopic" | "findTopic" | "assignTopic"> & {
  readonly settings: { readonly digest: { readonly newTopicFrom: number } };
};

/**
 * Where new memories go: into the topic of the session, unless one clearly belongs to another beside it; without one
 * into a topic of their own where they are enough, else each into the topic that it clearly belongs to or the month's
 * file, in the person's scope where one is known.
 */
export async function choosePlaces(
  ports: PlacePorts,
  session: Pick<Session, "person" | "agent" | "topic">,
  memories: readonly Unplaced[],
  proposedTitle: string,
): Promise<Places> {
  const scope: Scope =
    session.person === null ? { kind: "global" } : { kind: "person", id: session.person };
  const loaded = await loadedTopic(ports, session);
  if (loaded !== undefined) {
    const paths: TopicPath[] = [];
    for (const { text } of memories) {
      paths.push((await ports.assignTopic(text, toScope(placeOf(loaded).scope))) ?? loaded);
    }
    return { paths, newTopic: null };
  }
  const title = toTitle(proposedTitle);
  if (memories.length >= ports.settings.digest.newTopicFrom && title !== "") {
    const direct = topicPath(scope, slugify(title));
    const isThere = (await ports.readTopic(direct)) !== undefined;
    const path = isThere ? direct : ((await ports.findTopic(title, scope)) ?? direct);
    const isNew = !isThere && path === direct;
    return { paths: memories.map(() => path), newTopic: isNew ? { path, title } : null };
  }
  const paths: TopicPath[] = [];
  for (const { text, date } of memories) {
    paths.push((await ports.assignTopic(text, scope)) ?? generalPath(scope, date.slice(0, 7)));
  }
  return { paths, newTopic: null };
}

/** The topic file that was found in the conversation; by its name, where the file was split or renamed since. */
async function loadedTopic(
  ports: PlacePorts,
  { topic, person, agent }: Pick<Session, "person" | "agent" | "topic">,
): Promise<TopicPath | undefined> {
  if (topic === null) return undefined;
  const path = toTopicPath(topic);
  const place = placeOf(path);
  const open = ["", `agents/${agent}`, ...(person === null ? [] : [`people/${person}`])];
  if (place.archived || !open.includes(place.scope)) return undefined;
  if ((await ports.readTopic(path)) !== undefined) return path;
  return ports.findTopic(place.topic, toScope(place.scope));
}

const longestTitle = 60;

/** A name that a model proposes, as a title: one line of a few words; '' where it is none. */
function toTitle(proposed: string): string {
  const words = proposed
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .replace(/[^\p{L}\p{M}\p{N}\p{Extended_Pictographic} '’&+.,-]/gu, "");
  const title = words.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu, "");
  if (!/\p{L}/u.test(title) || title.length > longestTitle) return "";
  return title.charAt(0).toUpperCase() + title.slice(1);
}
