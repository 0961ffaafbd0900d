import { existsSync } from "node:fs";
import { join } from "node:path";
import { answerMarks, forgottenPath, type Mark } from "../sync/merge/file/removals.ts";
import { appendMarks } from "../sync/round/forgotten.ts";
import type { EditedFile } from "../vault/log/describe-edits.ts";
import { isLogPath, type TopicPath } from "../vault/paths.ts";
import { parseTopic } from "../vault/topic/parse-topic.ts";
import type { MemoryContext } from "./context.ts";

type Marking = Pick<MemoryContext, "root" | "lock" | "now" | "committer">;

/** Marks the texts of entries as forgotten, so that no device that was away brings them back. */
export async function markForgotten(context: Marking, texts: readonly string[]): Promise<void> {
  // Without a repository there is no other device.
  if (existsSync(join(context.root, ".git"))) await addMarks(context, texts, "-");
}

/**
 * Marks what was forgotten, and stands again in the second of two versions of files, as said again, so that every
 * device may keep it. False where nothing was ever forgotten.
 */
export async function markSaidAgain(
  context: Marking,
  files: readonly EditedFile[],
): Promise<boolean> {
  if (!existsSync(join(context.root, forgottenPath))) return false;
  const topics = files.filter(({ path }) => path.endsWith(".md") && !isLogPath(path));
  const fresh = topics.flatMap(({ path, before, now }) => {
    const had = new Set(textsOf(path, before));
    return textsOf(path, now).filter((text) => !had.has(text));
  });
  await addMarks(context, fresh, "+");
  return true;
}

async function addMarks(
  { root, lock, now, committer }: Marking,
  texts: readonly string[],
  mark: Mark["mark"],
): Promise<void> {
  if (texts.length === 0) return;
  const marks = texts.map((text) => ({ text, mark }));
  await lock(async () => {
    await committer.note([{ path: forgottenPath, topic: "forgotten", op: "derived" }]);
    await appendMarks(root, (bytes) => answerMarks(bytes, now(), marks));
  });
}

const textsOf = (path: TopicPath, bytes: Uint8Array | undefined): string[] =>
  bytes === undefined ? [] : parseTopic(path, bytes).entries.map(({ text }) => text);
