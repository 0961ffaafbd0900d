import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { hiddenTexts } from "../index/visible.ts";
import { type DigestBlock, type DigestLine, parseDigestLog } from "../vault/digest-log.ts";
import { listFiles } from "../vault/list-files.ts";
import { markedOwner, markText } from "../vault/marks.ts";
import { placeOf, resolveInVault, type TopicPath } from "../vault/paths.ts";
import { isOwnerVisible, isScopeVisible, personKey, type Viewer } from "../vault/viewer.ts";
import type { Parts } from "./parts.ts";

/** Which blocks of the digest log are wanted. */
export interface LogRequest {
  readonly limit?: number;
  /** Slug of a topic: blocks of that name, or that wrote to its file. */
  readonly topic?: string;
}

/** A block, and the log it stands in. */
export type LoggedBlock = DigestBlock & { readonly file: string };

/** The newest blocks of the digest log that a viewer may see, newest first. Needs a fresh index. */
export function readLog(
  { root, index }: Pick<Parts, "root" | "index">,
  viewer: Viewer,
  { limit = 10, topic }: LogRequest = {},
): LoggedBlock[] {
  const hidden = index.run((db) => hiddenTexts(db, viewer));
  const found: LoggedBlock[] = [];
  // A log is named after its month: once an older one could add nothing new, the rest is older still.
  for (const { path } of listFiles(root).logs.toReversed()) {
    if (found.length >= limit) break;
    const blocks = parseDigestLog(readFileSync(resolveInVault(root, path)));
    found.push(
      ...blocks
        .flatMap((block) => blockFor(viewer, block, hidden) ?? [])
        .filter((block) => topic === undefined || isAbout(block, topic))
        .map((block) => ({ ...block, file: path }))
        .sort((a, b) => Date.parse(b.time) - Date.parse(a.time)),
    );
  }
  return found.slice(0, limit);
}

/** A conversation is its person's own; of one that nobody is named for, what went where the viewer may not look. */
function blockFor(
  viewer: Viewer,
  block: DigestBlock,
  hidden: ReadonlySet<string>,
): DigestBlock | undefined {
  if (!isOwnerVisible(viewer, personKey(block.person ?? ""))) return undefined;
  const lines = block.lines.filter((line) => isLineVisible(viewer, line, hidden));
  if (lines.length === block.lines.length) return block;
  // What it is about in few words may well tell what is hidden.
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

function isAbout(block: DigestBlock, topic: string): boolean {
  if (block.topic === topic) return true;
  return block.lines.some(
    (line) => "file" in line && line.file.replace(/^.*\//, "") === `${topic}.md`,
  );
}
