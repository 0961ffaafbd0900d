import { existsSync } from "node:fs";
import { redact } from "../../session/private-data/redact.ts";
import { appendDigestBlock } from "../../vault/digest-log.ts";
import { type Edits, editsToBlock, maxNamed } from "../../vault/edits/describe-edits.ts";
import { maxFileBytes } from "../../vault/list-files.ts";
import { parseTopic } from "../../vault/parse-topic.ts";
import {
  logPath,
  placeOf,
  recentIndexPath,
  resolveInVault,
  type TopicPath,
  toScope,
} from "../../vault/paths.ts";
import { readOwn } from "../../vault/read-settled.ts";
import { parseRecent, type RecentTopic, stringifyRecent } from "../../vault/recent-index.ts";
import { changeVaultFile } from "../change-and-note-file.ts";
import type { MemoryContext } from "../context.ts";
import { localTime, offsetTime } from "../local-time.ts";

/** A batch of edits by hand. */
export interface EditBatch {
  readonly edits: readonly Edits[];
  /** When the last of them was noticed (ms since the epoch). */
  readonly at: number;
  /** Git put other versions of files into the folder meanwhile. */
  readonly withGit: boolean;
}

/** Writes a batch into the digest log, and its topics into the lists of recent topics. */
export async function writeEdits(context: MemoryContext, batch: EditBatch): Promise<void> {
  const { timezone } = context.settings;
  const block = editsToBlock(offsetTime(batch.at, timezone), batch.edits, batch);
  const path = logPath(block.time.slice(0, "2026-02".length));
  await changeVaultFile(context)(
    path,
    (bytes) => ({ bytes: appendDigestBlock(bytes, block), result: undefined }),
    () => [{ path, topic: placeOf(path).topic, op: "derived" }],
  );
  for (const [scope, topics] of topicsByScope(context, batch)) await touch(context, scope, topics);
  context.committer.commitSoon();
}

interface ScopeTopics {
  readonly touched: RecentTopic[];
  readonly gone: Set<string>;
}

/** A batch that names too many topics to say which are recent only takes out those that are gone. */
function topicsByScope(
  context: MemoryContext,
  { edits, at }: EditBatch,
): ReadonlyMap<string, ScopeTopics> {
  const scopes = new Map<string, ScopeTopics>();
  const topicsOf = (scope: string): ScopeTopics => {
    const found = scopes.get(scope) ?? { touched: [], gone: new Set() };
    scopes.set(scope, found);
    return found;
  };
  const time = localTime(at, context.settings.timezone);
  for (const { path, file, renamedFrom } of edits) {
    const old = file === "gone" ? path : renamedFrom;
    if (old !== undefined && isListed(old))
      topicsOf(placeOf(old).scope).gone.add(placeOf(old).topic);
    const summary =
      isListed(path) && edits.length <= maxNamed ? summaryOf(context, path) : undefined;
    const { scope, topic } = placeOf(path);
    if (summary !== undefined) topicsOf(scope).touched.push({ time, topic, summary });
  }
  return scopes;
}

function isListed(path: TopicPath): boolean {
  const { kind, archived } = placeOf(path);
  return kind === "topic" && !archived;
}

/** Undefined where the file is gone. */
function summaryOf(context: MemoryContext, path: TopicPath): string | undefined {
  const bytes = readOwn(resolveInVault(context.root, path), maxFileBytes);
  if (bytes === undefined) return undefined;
  const { frontmatter, title } = parseTopic(path, bytes);
  const summary = frontmatter.summary ?? title;
  return context.settings.privacy.anonymize ? redact(summary) : summary;
}

async function touch(
  context: MemoryContext,
  folder: string,
  { touched, gone }: ScopeTopics,
): Promise<void> {
  const path = recentIndexPath(toScope(folder));
  if (touched.length === 0 && !existsSync(resolveInVault(context.root, path))) return;
  await changeVaultFile(context)(
    path,
    (bytes) => {
      const listed = parseRecent(new TextDecoder().decode(bytes ?? new Uint8Array()));
      const others = listed.filter(({ topic }) => !gone.has(topic));
      const text = stringifyRecent([...touched, ...others]);
      return { bytes: new TextEncoder().encode(text), result: undefined };
    },
    () => [{ path, topic: placeOf(path).topic, op: "derived" }],
  );
}
