import type { Sessions } from "../session/session.ts";
import { readTeachings } from "../vault/learned-in.ts";
import type { Viewer } from "../vault/viewer.ts";
import type { Conversations, MemoryContext } from "./context.ts";
import { forget } from "./forget.ts";
import { taughtBy } from "./forget-in-sessions.ts";
import { type SelectedMemory, selectMemories, type WhichMemories } from "./select-memories.ts";
import { dropSteps } from "./take-back.ts";
import { revertStep } from "./undo.ts";

/** For whom, and which of them. */
interface LearnedRequest extends Omit<WhichMemories, "sessions"> {
  readonly viewer?: Viewer;
}

/** The conversations of this device, where there are any. */
interface LazyConversations {
  isThere(): boolean;
  open(): Promise<Pick<Conversations, "db">>;
}

/** The memories that conversations left, as they stand. */
export async function learnedFrom(
  context: Pick<MemoryContext, "root">,
  lazy: LazyConversations,
  ids: readonly string[],
  request?: LearnedRequest,
): Promise<SelectedMemory[]> {
  const kept = lazy.isThere() ? (await lazy.open()).db.sessions : undefined;
  return learnedIn(context, kept, ids, request);
}

function learnedIn(
  context: Pick<MemoryContext, "root">,
  kept: Pick<Sessions, "find" | "events"> | undefined,
  ids: readonly string[],
  { viewer = { allPeople: true }, ...more }: LearnedRequest = {},
): SelectedMemory[] {
  const logged = readTeachings(context.root);
  const teachings = kept === undefined ? logged : taughtBy(kept, ids, logged);
  return selectMemories(context, viewer, { ...more, sessions: ids }, teachings);
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
    const memories = learnedIn(context, sessions, ids);
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
