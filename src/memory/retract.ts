import type { FoundMemory } from "../recall/recall.ts";
import type { SessionDb } from "../session/session.ts";
import { isCopyIn } from "../vault/entry.ts";
import { parseTopic } from "../vault/parse-topic.ts";
import { placeOf } from "../vault/paths.ts";
import { supersedeEntry } from "../vault/supersede-entry.ts";
import type { Viewer } from "../vault/viewer.ts";
import { changeVaultFile } from "./change-and-note-file.ts";
import type { MemoryContext } from "./context.ts";
import { entriesMeant, findEntry, markOnAllDevices } from "./forget.ts";
import { logChange } from "./log-change.ts";
import { readTopicFile } from "./read-topic.ts";

/** Stands for what was retracted, without a word of it. */
export const retraction = "Do not bring up the struck line that points here";

/**
 * Strikes memories, so that recall leaves them out and a reader still finds them, with a line for each that says not to
 * bring it up; one step that can be taken back. Throws LociError NOT_FOUND where one has changed, and BAD_INPUT for one
 * that is protected or superseded.
 */
export async function retract(
  context: MemoryContext,
  { undo: journal }: Pick<SessionDb, "undo">,
  memories: readonly FoundMemory[],
  by?: Pick<Viewer, "person">,
): Promise<void> {
  const meant = entriesMeant(memories, by, (file) => readTopicFile(context, file)?.topic).filter(
    ({ path, entry }) => !isCopyIn(path, entry),
  ); // The next upkeep takes those away.
  const step = { step: `retract/${context.now()}`, what: "retracted a memory", session: null };
  const change = changeVaultFile(context, { journal, ...step });
  const date = context.time().slice(0, 10);
  await markOnAllDevices(context, meant);
  for (const [path, own] of Map.groupBy(meant, (one) => one.path)) {
    await change(
      path,
      (before) => {
        let bytes = before ?? new Uint8Array();
        for (const { memory } of own) {
          const { id } = findEntry(memory, parseTopic(path, bytes));
          bytes = supersedeEntry(bytes, id, { text: retraction, date }, { updated: date }).bytes;
        }
        return { bytes, result: null };
      },
      () => [{ path, topic: placeOf(path).topic, op: "replaced" }],
    );
    await logChange(context, change, {
      path,
      summary: "retracted",
      what: `${own.length} retracted`,
    });
  }
  context.committer.commitSoon();
}
