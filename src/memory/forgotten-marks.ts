import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  answerMarks,
  forgottenPath,
  type Mark,
  parseRemovals,
} from "../sync/merge/file/removals.ts";
import { appendMarks, readForgotten } from "../sync/round/forgotten.ts";
import type { TopicPath } from "../vault/paths.ts";
import { parseTopic } from "../vault/topic/parse-topic.ts";
import type { MemoryContext } from "./context.ts";

type Marking = Pick<MemoryContext, "root" | "lock" | "now" | "committer">;

/** Two versions of a file; `null`: there is none. */
export interface Versions {
  readonly before: Uint8Array | null;
  readonly after: Uint8Array | null;
}

/** Marks the texts of entries as forgotten, so that no device that was away brings them back. */
export async function markForgotten(context: Marking, texts: readonly string[]): Promise<void> {
  // Without a repository there is no other device.
  if (existsSync(join(context.root, ".git"))) await mark(context, texts, "-");
}

/** Marks what was forgotten, and stands again in the second of two versions of a file, as said again. */
export async function markSaidAgain(
  context: Marking,
  path: TopicPath,
  { before, after }: Versions,
): Promise<void> {
  const had = new Set(textsOf(path, before));
  await mark(
    context,
    textsOf(path, after).filter((text) => !had.has(text)),
    "+",
  );
}

async function mark(
  { root, lock, now, committer }: Marking,
  texts: readonly string[],
  sign: Mark["mark"],
): Promise<void> {
  if (texts.length === 0) return;
  await lock(async () => {
    const removals = parseRemovals(await readForgotten(root));
    const marks = [...new Set(texts)]
      .filter((text) => removals.isForgotten(text) === (sign === "+"))
      .map((text): Mark => ({ text, mark: sign }));
    if (marks.length === 0) return;
    await committer.note([{ path: forgottenPath, topic: "forgotten", op: "derived" }]);
    await appendMarks(root, (bytes) => answerMarks(bytes, now(), marks));
  });
}

const textsOf = (path: TopicPath, bytes: Uint8Array | null): string[] =>
  bytes === null ? [] : parseTopic(path, bytes).entries.map(({ text }) => text);
