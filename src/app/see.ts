import { findTopics, listTopics, type TopicSummary } from "../index/overview.ts";
import { assignTopic } from "../recall/assign-topic.ts";
import type { Hit } from "../recall/recall.ts";
import type { Session } from "../session/session.ts";
import { mostFileBytes } from "../vault/list-files.ts";
import { parseTopic } from "../vault/parse-topic.ts";
import { resolveInVault, type Scope, scopeFolder, toTopicPath } from "../vault/paths.ts";
import { readOwn } from "../vault/read-settled.ts";
import type { Entry, Topic } from "../vault/topic.ts";
import { answer } from "./answer.ts";
import { lookAtFiles } from "./keep-fresh.ts";
import type { Parts } from "./parts.ts";

/** Who takes part in a conversation, as far as that decides what is seen. */
export type Seer = Pick<Session, "person" | "agent">;

/** Who asks, for recall: other people's scopes are hidden from a person who is known, other agents' always. */
export function viewerOf({ person, agent }: Seer) {
  return { agent, ...(person === null ? {} : { person }) };
}

/** The scopes that a conversation looks at, the person's own first. */
export function scopesOf({ person, agent }: Seer): readonly Scope[] {
  return [
    ...(person === null ? [] : [{ kind: "person", id: person } as const]),
    { kind: "global" },
    { kind: "agent", id: agent },
  ];
}

/** A file that a conversation may look into: of its scopes, or of anyone's where nobody is named; not of the archive. */
export function isVisible(
  seer: Seer,
  file: { readonly scope: string; readonly archived: number },
): boolean {
  if (file.archived !== 0) return false;
  if (seer.person === null && file.scope.startsWith("people/")) return true;
  return scopesOf(seer).some((scope) => scopeFolder(scope) === file.scope);
}

/** The topics that a conversation may look into, most recently updated first. */
export async function topicsFor(parts: Parts, seer: Seer): Promise<readonly TopicSummary[]> {
  await lookAtFiles(parts);
  return parts.index
    .run(listTopics)
    .filter((file) => file.kind === "topic" && isVisible(seer, file));
}

/**
 * The topic file of a name, slug or alias, the person's own first; or of a path, by its name where the file was split
 * or renamed since.
 */
export async function findTopicFor(
  parts: Parts,
  seer: Seer,
  name: string,
): Promise<TopicSummary | undefined> {
  await lookAtFiles(parts);
  const visible = (wanted: string): TopicSummary[] =>
    parts.index
      .run((db) => findTopics(db, wanted))
      .filter((file) => file.kind === "topic" && isVisible(seer, file));
  const found = visible(name);
  if (found.length > 0) return found.find(({ scope }) => scope.startsWith("people/")) ?? found[0];
  const was = /^(.+\/)?topics\/([^/]+)\.md$/.exec(name);
  if (was === null) return undefined;
  const [, folder = "", topic = ""] = was;
  return visible(topic).find(({ scope }) => scope === folder.slice(0, -1));
}

/** The topic files that a text clearly belongs to, one a scope. */
export async function assignedTopics(
  parts: Parts,
  seer: Seer,
  text: string,
): Promise<readonly { readonly file: string; readonly score: number }[]> {
  await lookAtFiles(parts);
  return parts.index
    .run((db) =>
      scopesOf(seer).map((scope) => assignTopic(db, text, { scope: scopeFolder(scope) })),
    )
    .filter((assigned) => assigned !== undefined)
    .sort((a, b) => b.score - a.score);
}

/** Reads a topic file as it stands now; undefined where there is no plain file that can be read. */
export function readTopicFile(
  { root }: Parts,
  file: string,
): { readonly topic: Topic; readonly text: string } | undefined {
  const path = toTopicPath(file);
  const bytes = readOwn(resolveInVault(root, path), mostFileBytes);
  return bytes && { topic: parseTopic(path, bytes), text: new TextDecoder().decode(bytes) };
}

/** An entry that a search found, as it stands in its file. */
export interface FoundEntry {
  readonly file: string;
  readonly entry: Entry;
  readonly score: number;
}

/** Entries near a text that a conversation may see, best first. */
export async function entriesNear(
  parts: Parts,
  seer: Seer,
  text: string,
  limit: number,
): Promise<readonly FoundEntry[]> {
  const { hits } = await answer(parts, text, { limit, kinds: ["entry"] }, viewerOf(seer));
  return hits.flatMap((hit) => entryOf(parts, hit) ?? []);
}

function entryOf(parts: Parts, { file, id, score }: Hit): FoundEntry | undefined {
  const entry = readTopicFile(parts, file)?.topic.entries.find((one) => one.id === id);
  return entry === undefined ? undefined : { file, entry, score };
}
