import type { Conversations, MemoryContext } from "./context.ts";
import { forget } from "./forget.ts";
import { type SelectedMemory, selectMemories } from "./select-memories.ts";
import { dropSteps } from "./take-back.ts";
import { revertStep } from "./undo.ts";

/** The memories that conversations left, as they stand. */
export const learnedFrom = (
  context: Pick<MemoryContext, "root">,
  ids: readonly string[],
): SelectedMemory[] => selectMemories(context, { allPeople: true }, { sessions: ids });

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
    const memories = learnedFrom(context, ids);
    // Each on behalf of who was in its conversation.
    for (const [source = "", own] of Map.groupBy(memories, (memory) => memory.source)) {
      const person = sessions.find(source)?.person;
      await forget(context, conversations, own, person === undefined ? {} : { by: { person } });
      forgotten.push(...own.map(({ text }) => text));
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
