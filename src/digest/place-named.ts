import type { Session } from "../session/session.ts";
import { type Scope, type TopicPath, topicPath } from "../vault/paths.ts";
import { slugify } from "../vault/slugify.ts";
import type { DigestPorts } from "./digest-ports.ts";

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
export async function placeNamed(
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
export function toTitle(proposed: string): string {
  const words = proposed
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .replace(/[^\p{L}\p{M}\p{N}\p{Extended_Pictographic} '’&+.,-]/gu, "");
  const title = words.replace(/^[^\p{L}\p{N}]+|(?<=[\p{L}\p{M}\p{N}])[^\p{L}\p{M}\p{N}]+$/gu, "");
  if (!/\p{L}/u.test(title) || title.length > longestTitle) return "";
  return title.charAt(0).toUpperCase() + title.slice(1);
}
