import { kindOf } from "../language/kind/kind.ts";
import { type Scope, topicPath } from "../vault/paths.ts";
import { slugify } from "../vault/slugify.ts";
import type { DigestPorts } from "./digest-ports.ts";
import { namesOfKind } from "./kind-names.ts";
import type { NewTopic } from "./place-named.ts";

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
