import { existsSync } from "node:fs";
import { messageOf } from "../errors.ts";
import { redact } from "../session/private-data/redact.ts";
import { forgottenPath } from "../sync/merge/file/removals.ts";
import { type EditedFile, editsToBlock, maxNamed } from "../vault/log/describe-edits.ts";
import { appendDigestBlock, formatDigestBlock, parseDigestLog } from "../vault/log/digest-log.ts";
import { changeRecent, type RecentTopic } from "../vault/log/recent-index.ts";
import {
  logPath,
  placeOf,
  recentIndexPath,
  resolveInVault,
  type TopicPath,
} from "../vault/paths.ts";
import { parseTopic } from "../vault/topic/parse-topic.ts";
import { readNote } from "../vault/write/read-settled.ts";
import { changeVaultFile } from "./change-and-note-file.ts";
import type { MemoryContext } from "./context.ts";
import { markSaidAgain } from "./forgotten-marks.ts";
import { localTime, offsetTime } from "./local-time.ts";

interface EditBatch {
  /** When the last of the edits was made (ms since the epoch). */
  readonly at: number;
  /** A file as it stands in the last commit. */
  readonly readCommitted: (path: string) => Promise<Uint8Array | undefined>;
}

/**
 * Writes a batch of edits by hand into the digest log, and its topics into the lists of recent topics, but where privacy
 * is asked for; what was forgotten and is written again is marked so. Returns the paths of these files, for the same commit. Where that commit fails the edits come again, with others: their
 * block takes the place of the one that was not committed. Never rejects.
 */
export async function logEdits(
  context: MemoryContext,
  edits: readonly EditedFile[],
  { at, readCommitted }: EditBatch,
): Promise<readonly string[]> {
  const { root, settings } = context;
  if (edits.length === 0) return [];
  const block = editsToBlock(offsetTime(at, settings.timezone), edits);
  const log = logPath(block.time.slice(0, "2026-02".length));
  const written: string[] = [];
  const write = async (path: TopicPath, change: (bytes: Uint8Array | null) => Uint8Array) => {
    // The commit of the edits takes it.
    await changeVaultFile(context)(path, (bytes) => ({ bytes: change(bytes), result: null }));
    written.push(path);
  };
  try {
    if (await markSaidAgain(context, edits)) written.push(forgottenPath);
    if (!settings.privacy.enabled) return written;
    const committed = (await readCommitted(log)) ?? new Uint8Array();
    await write(log, (bytes) => appendDigestBlock(withoutUncommitted(bytes, committed), block));
    const topics = edits.filter(({ path }) => isListed(path));
    for (const [scope, own] of Map.groupBy(topics, ({ path }) => placeOf(path).scope)) {
      const path = recentIndexPath(scope);
      const gone = new Set(
        own.flatMap((one) => (one.now === undefined ? placeOf(one.path).topic : [])),
      );
      // Too many topics do not say which are recent.
      const touched = edits.length > maxNamed ? [] : touchedBy(context, own, at);
      if (touched.length === 0 && !existsSync(resolveInVault(root, path))) continue;
      await write(path, (bytes) => changeRecent(bytes, { touched, gone }, settings.recent.max));
    }
  } catch (error) {
    context.report(`Cannot log what is edited by hand: ${messageOf(error)}`);
  }
  return written;
}

/** A log without blocks of edits that were written for a commit which failed; as it is where more was added than these. */
function withoutUncommitted(bytes: Uint8Array | null, committed: Uint8Array): Uint8Array | null {
  if (bytes === null || Buffer.compare(bytes.subarray(0, committed.length), committed) !== 0)
    return bytes;
  const added = bytes.subarray(committed.length);
  const blocks = parseDigestLog(added).filter(
    ({ session, summary }) => session === "" && summary.startsWith("edited by hand"),
  );
  const ours = blocks.map(formatDigestBlock).join("\n");
  return linesOf(new TextDecoder().decode(added)) === linesOf(ours) ? committed : bytes;
}

const linesOf = (text: string): string => text.replace(/[\r\n]+/g, "\n").trim();

function isListed(path: TopicPath): boolean {
  const { kind, archived } = placeOf(path);
  return kind === "topic" && !archived;
}

function touchedBy(
  { root, settings }: MemoryContext,
  edits: readonly EditedFile[],
  at: number,
): RecentTopic[] {
  const time = localTime(at, settings.timezone);
  return edits.flatMap(({ path }) => {
    const bytes = readNote(root, path);
    if (bytes === undefined) return []; // It is gone.
    const { frontmatter, title } = parseTopic(path, bytes);
    const words = frontmatter.summary ?? title;
    const summary = settings.privacy.anonymize === "all" ? redact(words) : words;
    return { time, topic: placeOf(path).topic, summary };
  });
}
