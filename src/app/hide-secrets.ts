import type { Hit } from "../recall/recall.ts";
import { isSecret } from "../vault/is-secret.ts";
import type { Entry, Passage } from "../vault/topic.ts";
import type { Parts } from "./parts.ts";
import { readTopicFile } from "./see.ts";
import type { TaskModels } from "./task-models.ts";

/** Some model that gets to see a conversation is on somebody else's machine: one recalls it, another summarizes. */
export function leavesHome({ reply, extract, summarize }: TaskModels): boolean {
  return [reply, extract, summarize].some(({ isCloud }) => isCloud);
}

/** Entries and passages that may be seen elsewhere; what is nested in a secret entry is as secret. */
export function withoutSecrets<T extends Entry | Passage>(
  lines: readonly T[],
  entries: readonly Entry[],
): readonly T[] {
  const secret = entries.filter(isSecret);
  return lines.filter(
    (one) => !secret.some(({ line, endLine }) => line <= one.line && one.line <= endLine),
  );
}

/** False for a hit in a secret entry; in doubt, as where its file has changed meanwhile, too. */
export function isOpenHit(parts: Parts, { file, id, kind, line }: Hit): boolean {
  const read = readTopicFile(parts, file);
  if (read === undefined) return false;
  const { entries } = read.topic;
  const found = kind === "entry" ? entries.find((entry) => entry.id === id) : { line };
  if (found === undefined) return false;
  return !entries.some(
    (entry) => isSecret(entry) && entry.line <= found.line && found.line <= entry.endLine,
  );
}
