import { readFileSync } from "node:fs";
import { type DigestBlock, parseDigestLog } from "../vault/digest-log.ts";
import { listFiles } from "../vault/list-files.ts";
import { resolveInVault } from "../vault/paths.ts";

/** Which blocks of the digest log are wanted. */
export interface LogRequest {
  readonly limit?: number;
  /** Slug of a topic: blocks of that name, or that wrote to its file. */
  readonly topic?: string;
}

/** A block, and the log it stands in. */
export type LoggedBlock = DigestBlock & { readonly file: string };

/** The newest blocks of the digest log, newest first. */
export function readLog(root: string, { limit = 10, topic }: LogRequest = {}): LoggedBlock[] {
  const found: LoggedBlock[] = [];
  // A log is named after its month: once an older one could add nothing new, the rest is older still.
  for (const { path } of listFiles(root).logs.toReversed()) {
    if (found.length >= limit) break;
    const blocks = parseDigestLog(readFileSync(resolveInVault(root, path)));
    found.push(
      ...blocks
        .filter((block) => topic === undefined || isAbout(block, topic))
        .map((block) => ({ ...block, file: path }))
        .sort((a, b) => Date.parse(b.time) - Date.parse(a.time)),
    );
  }
  return found.slice(0, limit);
}

function isAbout(block: DigestBlock, topic: string): boolean {
  if (block.topic === topic) return true;
  return block.lines.some(
    (line) => "file" in line && line.file.replace(/^.*\//, "") === `${topic}.md`,
  );
}
