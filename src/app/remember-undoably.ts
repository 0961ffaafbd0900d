import type { Memory, Remembered } from "../digest/remember.ts";
import { LociError, messageOf } from "../errors.ts";
import { systemClock } from "../session/clock.ts";
import { openSessionDb } from "../session/open-session-db.ts";
import type { SessionDb } from "../session/session.ts";
import { changeUndoably } from "./change-vault-file.ts";
import type { Parts } from "./parts.ts";
import { save } from "./save.ts";
import { queueLongTopics } from "./split-queue.ts";

/** Saves memories as one step that `loci undo` takes back. That the step cannot be kept is no reason to call it failed. */
export async function rememberUndoably(
  parts: Parts,
  memories: readonly Memory[],
): Promise<readonly Remembered[]> {
  let db: SessionDb | undefined;
  const journal = {
    note(...step: Parameters<SessionDb["undo"]["note"]>): void {
      try {
        db ??= openSteps(parts);
        db.undo.note(...step);
      } catch (error) {
        if (!(error instanceof LociError)) throw error;
        parts.report(`Saved, but "loci undo" cannot take it back: ${messageOf(error)}`);
      }
    },
  };
  const what = memories.length === 1 ? "saved a memory" : `saved ${memories.length} memories`;
  const step = `remember/${parts.now()}/${process.pid}`;
  try {
    const saved = await save(
      parts,
      memories,
      changeUndoably(parts, { journal, step, what, session: null }),
    );
    await noteLong(parts, saved);
    return saved;
  } finally {
    db?.close();
  }
}

/** Who saves does not split: that is for a process that has time. */
async function noteLong(parts: Parts, saved: readonly Remembered[]): Promise<void> {
  const files = saved.flatMap(({ status, file }) => (status === "saved" ? file : []));
  try {
    await queueLongTopics(parts, files);
  } catch (error) {
    parts.report(`Saved, but a long topic is not noted to be split: ${messageOf(error)}`);
  }
}

/** The steps lie beside the conversations, of which nothing else is needed here. */
function openSteps({ lociDir, settings, now, report }: Parts): SessionDb {
  return openSessionDb({
    ...{ lociDir, report, settings: settings.session, clock: systemClock(now) },
    saveRecalledContext: settings.privacy.saveRecalledContext,
    inMemory: !settings.privacy.enabled,
  });
}
