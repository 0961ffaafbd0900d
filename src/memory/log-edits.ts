import { existsSync } from "node:fs";
import { messageOf } from "../errors.ts";
import { redact } from "../session/private-data/redact.ts";
import { maxFileBytes } from "../vault/list-files.ts";
import {
  describeEdits,
  type EditedFile,
  type Edits,
  editsToBlock,
  isOfEdits,
  maxNamed,
} from "../vault/log/describe-edits.ts";
import {
  appendDigestBlock,
  type DigestBlock,
  formatDigestBlock,
  parseDigestLog,
} from "../vault/log/digest-log.ts";
import { parseRecent, type RecentTopic, stringifyRecent } from "../vault/log/recent-index.ts";
import {
  logPath,
  placeOf,
  recentIndexPath,
  resolveInVault,
  type TopicPath,
  toScope,
} from "../vault/paths.ts";
import { parseTopic } from "../vault/topic/parse-topic.ts";
import { readOwn } from "../vault/write/read-settled.ts";
import { changeVaultFile } from "./change-and-note-file.ts";
import type { MemoryContext } from "./context.ts";
import { localTime, offsetTime } from "./local-time.ts";

/** What is being committed of people's edits. */
interface EditBatch {
  readonly edits: readonly Edits[];
  /** When the last of them was made (ms since the epoch). */
  readonly at: number;
}

/**
 * Writes a batch of edits by hand into the digest log, and its topics into the lists of recent topics. Returns the paths
 * of the files it wrote, for the same commit. Where that commit fails the edits come again, with others: their block takes
 * the place of the one that was not committed. Never rejects.
 */
export async function logEdits(
  context: MemoryContext,
  files: readonly EditedFile[],
  { at, readCommitted }: { at: number; readCommitted: ReadCommitted },
): Promise<readonly string[]> {
  const edits = describeEdits(files);
  if (edits.length === 0) return [];
  const block = editsToBlock(offsetTime(at, context.settings.timezone), edits);
  const log = logPath(block.time.slice(0, "2026-02".length));
  const written: string[] = [];
  const write: Write = async (path, change) => {
    await changeVaultFile(context)(
      path,
      (bytes) => ({ bytes: change(bytes), result: undefined }),
      () => [], // The commit of the edits takes it.
    );
    written.push(path);
  };
  try {
    const committed = (await readCommitted(log)) ?? new Uint8Array();
    await write(log, (bytes) => appendDigestBlock(withoutUncommitted(bytes, committed), block));
    for (const [scope, topics] of topicsByScope(context, { edits, at }))
      await touch(context, { scope, topics, write });
  } catch (error) {
    context.report(`Cannot log what is edited by hand: ${messageOf(error)}`);
  }
  return written;
}

/** A file as it stands in the last commit. */
type ReadCommitted = (path: string) => Promise<Uint8Array | undefined>;

/** A log without blocks of edits that were written for a commit which failed; as it is where more was added than these. */
function withoutUncommitted(bytes: Uint8Array | null, committed: Uint8Array): Uint8Array | null {
  if (bytes === null || Buffer.compare(bytes.subarray(0, committed.length), committed) !== 0)
    return bytes;
  const added = bytes.subarray(committed.length);
  const blocks = parseDigestLog(added);
  const isOurs = blocks.every(isOfEdits) && isOnly(added, blocks);
  return isOurs ? committed : bytes;
}

const isOnly = (bytes: Uint8Array, blocks: readonly DigestBlock[]): boolean =>
  linesOf(new TextDecoder().decode(bytes)) === linesOf(blocks.map(formatDigestBlock).join("\n"));

const linesOf = (text: string): string => text.replace(/[\r\n]+/g, "\n").trim();

type Write = (path: TopicPath, change: (bytes: Uint8Array | null) => Uint8Array) => Promise<void>;

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
  for (const { path, file } of edits) {
    if (file === "gone" && isListed(path))
      topicsOf(placeOf(path).scope).gone.add(placeOf(path).topic);
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
  return context.settings.privacy.anonymize === "all" ? redact(summary) : summary;
}

async function touch(
  { root, settings }: MemoryContext,
  { scope, topics, write }: { scope: string; topics: ScopeTopics; write: Write },
): Promise<void> {
  const { touched, gone } = topics;
  const path = recentIndexPath(toScope(scope));
  if (touched.length === 0 && !existsSync(resolveInVault(root, path))) return;
  await write(path, (bytes) => {
    const listed = parseRecent(new TextDecoder().decode(bytes ?? new Uint8Array()));
    const others = listed.filter(({ topic }) => !gone.has(topic));
    const text = stringifyRecent([...touched, ...others], settings.recent.max);
    return new TextEncoder().encode(text);
  });
}
