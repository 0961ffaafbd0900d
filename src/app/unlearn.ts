import type { FoundMemory } from "../agent/command-event.ts";
import { listFiles } from "../vault/list-files.ts";
import { forgetMemory } from "./forget.ts";
import { takeBack } from "./history/undo.ts";
import type { Parts } from "./parts.ts";
import { readTopicFile } from "./see.ts";
import { dropSteps } from "./take-back.ts";
import type { Talk } from "./talk.ts";

/** The memories that conversations left, as they stand. */
export function learnedFrom(parts: Parts, ids: readonly string[]): FoundMemory[] {
  const sources = new Set(ids);
  return listFiles(parts.root).files.flatMap(({ path }) => {
    const entries = readTopicFile(parts, path)?.topic.entries ?? [];
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
  parts: Parts,
  talk: Talk,
  ids: readonly string[],
): Promise<readonly string[]> {
  const { undo, sessions } = talk.db;
  const forgotten: string[] = [];
  const forgetAll = async (): Promise<void> => {
    // One at a time, read anew: a line that goes moves the others.
    for (;;) {
      const [next] = learnedFrom(parts, ids);
      if (next === undefined) return;
      const source = readTopicFile(parts, next.file)?.topic.entries.find(({ id }) => id === next.id)
        ?.fields.source;
      const person = source === undefined ? undefined : sessions.find(source)?.person;
      await forgetMemory(parts, talk, next, person === undefined ? undefined : { person });
      forgotten.push(next.text);
    }
  };
  await forgetAll();
  for (const step of [...undo.all()]) {
    if (step.session !== null && ids.includes(step.session)) {
      await takeBack(parts, step, () => undo.drop(step.step));
    }
  }
  await forgetAll();
  if (forgotten.length > 0) dropSteps(talk.db, forgotten);
  return [...new Set(forgotten)];
}
