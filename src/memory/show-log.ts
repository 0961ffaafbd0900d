import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { hiddenTexts } from "../index/visible.ts";
import { listFiles } from "../vault/list-files.ts";
import { type DigestBlock, type DigestLine, parseDigestLog } from "../vault/log/digest-log.ts";
import { placeOf, resolveInVault, type TopicPath } from "../vault/paths.ts";
import { withoutComments } from "../vault/topic/comments.ts";
import { textId } from "../vault/topic/entry.ts";
import { markedOwner, markText } from "../vault/topic/secret-marks.ts";
import { isOwnerVisible, isScopeVisible, personKey, type Viewer } from "../vault/topic/viewer.ts";
import type { MemoryContext } from "./context.ts";
import { createSecretRedactor, type SecretRedactor } from "./hide-secrets.ts";

/** A block, and the log it stands in. */
export type LoggedBlock = DigestBlock & { readonly file: string };

/** The newest blocks of the digest log that a viewer may see, newest first. */
export async function showLog(
  context: MemoryContext,
  viewer: Viewer,
  limit?: number,
): Promise<readonly LoggedBlock[]> {
  await context.freshness.ensureFresh();
  return openBlocks(context, readLog(context, viewer, limit));
}

/** The blocks as they stand. Needs a fresh index. */
function readLog({ root, index }: MemoryContext, viewer: Viewer, limit = 10): LoggedBlock[] {
  const hidden = index.run((db) => hiddenTexts(db, viewer));
  const found: LoggedBlock[] = [];
  // A log is named after its month: once an older one could add nothing new, the rest is older still.
  for (const { path } of listFiles(root).logs.toReversed()) {
    if (found.length >= limit) break;
    const blocks = parseDigestLog(readFileSync(resolveInVault(root, path)));
    found.push(
      ...blocks
        .flatMap((block) => blockFor(viewer, block, hidden) ?? [])
        .map((block) => ({ ...block, file: path }))
        .sort((a, b) => Date.parse(b.time) - Date.parse(a.time)),
    );
  }
  return found.slice(0, limit);
}

/** A conversation belongs to its person. One without a person is shown, less the lines in files that the viewer may not see. */
function blockFor(
  viewer: Viewer,
  block: DigestBlock,
  hidden: ReadonlySet<string>,
): DigestBlock | undefined {
  if (!isOwnerVisible(viewer, personKey(block.person ?? ""))) return undefined;
  const lines = block.lines.filter((line) => isLineVisible(viewer, line, hidden));
  if (lines.length === block.lines.length) return block;
  // The summary might reveal the hidden lines.
  return lines.length === 0 ? undefined : { ...block, topic: "", summary: "", lines };
}

function isLineVisible(viewer: Viewer, line: DigestLine, hidden: ReadonlySet<string>): boolean {
  if ("file" in line && !isScopeVisible(viewer, scopeNamed(line.file))) return false;
  const texts = [...("text" in line ? [line.text] : []), ...("was" in line ? [line.was] : [])];
  return isOwnerVisible(viewer, markedOwner(texts)) && !texts.some((text) => hidden.has(text));
}

/** The scope of a file, also as a hand may have written it: `./People\/ben/x.md`. */
function scopeNamed(file: string): string {
  const plain = posix.join("/", markText(file).replaceAll("\\", "").toLowerCase()).slice(1);
  return placeOf(plain as TopicPath).scope; // Only looked at: nothing is opened by it.
}

/** Blocks of the digest log without comments, and without what reveals a line that is secret now. */
function openBlocks(
  context: MemoryContext,
  blocks: readonly LoggedBlock[],
): readonly LoggedBlock[] {
  const secrets = createSecretRedactor(context);
  return blocks.map((block) => ({
    ...block,
    summary: withoutComments(secrets.redact(block.summary)),
    lines: block.lines.map((line) => redactLine(line, secrets)),
  }));
}

/** Stands for words that are secret. */
const hiddenWords = "[secret]";

function redactLine(line: DigestLine, secrets: SecretRedactor): DigestLine {
  if (line.type === "changed") return line;
  const open = (words: string): string =>
    secrets.quotes(words) ? hiddenWords : withoutComments(words);
  const text = open(line.text);
  if (line.type === "known" || line.type === "kept") return { ...line, text };
  const { said, ...rest } = line;
  const quote = said === undefined || secrets.reveals(said) ? {} : { said: withoutComments(said) };
  if (rest.type === "learned") return { ...rest, text, ...quote };
  return { ...rest, text, was: open(rest.was), ...quote };
}

/** A block that wrote an entry: the person's own words behind it, and what it replaced. */
type LogMention = DigestBlock & {
  readonly said: string | undefined;
  readonly was: string | undefined;
};

/**
 * Reads all that a viewer may see of the digest logs, to say what is there of an entry: the newest block that wrote its
 * text into its file, else into one of its scope, for entries move.
 */
export function findInLog(context: MemoryContext, viewer: Viewer) {
  const mentions = new Map<string, LogMention>();
  for (const block of readLog(context, viewer, Number.POSITIVE_INFINITY).toReversed()) {
    for (const line of block.lines) {
      if (line.type !== "learned" && line.type !== "replaced") continue;
      const was = line.type === "replaced" && line.was !== "" ? line.was : undefined;
      const mention = { ...block, said: line.said, was };
      for (const place of [line.file, `${scopeNamed(line.file)}/`])
        mentions.set(`${textId(line.text)} ${place}`, mention);
    }
  }
  return (text: string, file: string): LogMention | undefined => {
    const id = textId(text);
    return mentions.get(`${id} ${file}`) ?? mentions.get(`${id} ${scopeNamed(file)}/`);
  };
}
