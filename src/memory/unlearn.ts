import type { FoundMemory } from "../recall/recall.ts";
import { listFiles } from "../vault/list-files.ts";
import type { Conversations, MemoryContext } from "./context.ts";
import { forget } from "./forget.ts";
import { readTopicFile } from "./read-topic.ts";
import { dropSteps } from "./take-back.ts";
import { revertStep } from "./undo.ts";

/** The memories that conversations left, as they stand. */
export function learnedFrom(
  context: Pick<MemoryContext, "root">,
  ids: readonly string[],
): FoundMemory[] {
  const sources = new Set(ids);
  return listFiles(context.root).files.flatMap(({ path }) => {
    const entries = readTopicFile(context, path)?.topic.entries ?? [];
    return entries
      .filter(({ fields }) => fields.source !== undefined && sources.has(fields.source))
      .map(({ id, text, date, line }) => ({
        ...{ id, text, date: date ?? "", file: path, line, isExact: true },
      }));
  });
}

/**
 * Takes back what conversations taught: forgets their memories, on every device, and lets stand again what these had
 * replaced, where that can still be undone. No step can bring it back. Gives what is forgotten.
 */
export async function unlearn(
  context: MemoryContext,
  conversations: Conversations,
  ids: readonly string[],
): Promise<readonly string[]> {
  const { undo, sessions } = conversations.db;
  const forgotten: string[] = [];
  const forgetAll = async (): Promise<void> => {
    // One at a time, read anew: a line that goes moves the others.
    for (;;) {
      const [next] = learnedFrom(context, ids);
      if (next === undefined) return;
      const source = readTopicFile(context, next.file)?.topic.entries.find(
        ({ id }) => id === next.id,
      )?.fields.source;
      const person = source === undefined ? undefined : sessions.find(source)?.person;
      await forget(context, conversations, next, person === undefined ? undefined : { person });
      forgotten.push(next.text);
    }
  };
  await forgetAll();
  for (const step of [...undo.all()]) {
    if (step.session !== null && ids.includes(step.session)) {
      await revertStep(context, step, () => undo.drop(step.step));
    }
  }
  await forgetAll();
  if (forgotten.length > 0) dropSteps(conversations.db, forgotten);
  return [...new Set(forgotten)];
}
