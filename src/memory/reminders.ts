import { entriesToRemind, type IndexedEntry } from "../index/entries.ts";
import { respectCheckouts } from "../sync/round/respect-checkouts.ts";
import { setEntryField } from "../vault/edit/entry-fields.ts";
import { toTopicPath } from "../vault/paths.ts";
import { parseTopic } from "../vault/topic/parse-topic.ts";
import { reminderDay } from "../vault/topic/reminders.ts";
import type { Viewer } from "../vault/topic/viewer.ts";
import { type ChangeFile, changedMeanwhile } from "../vault/write/change-file.ts";
import { changeVaultFile, inStep } from "./change-and-note-file.ts";
import type { MemoryContext } from "./context.ts";
import { createEntryFinder } from "./read-topic.ts";

/** A memory that is to be brought up now. */
export type DueReminder = Omit<IndexedEntry, "fields" | "tags" | "owner" | "isSecret">;

/** Most that come up at once, those due for longest first; the others wait for the next time. */
const maxAtOnce = 8;

/** What a viewer is to be reminded of today. Nothing that is secret or another's own, and nothing where that is switched off. */
export async function dueReminders(
  context: MemoryContext,
  viewer: Viewer,
): Promise<readonly DueReminder[]> {
  const { settings, index, freshness, time } = context;
  if (!settings.reminders.enabled) return [];
  await freshness.ensureFresh();
  const today = time().slice(0, 10);
  const entryAt = createEntryFinder(context, viewer);
  return index
    .run((db) => entriesToRemind(db, viewer, today))
    .filter(({ file, id, fields }) => {
      const entry = entryAt(file, id);
      return entry !== undefined && entry.task !== "done" && (fields.until ?? today) >= today;
    })
    .sort((a, b) => ((a.fields.remind ?? "") < (b.fields.remind ?? "") ? -1 : 1))
    .slice(0, maxAtOnce);
}

/**
 * Marks in their lines (`[reminded:: …]`) that they were brought up, so that no device does again. A line that was
 * changed meanwhile stays as it is, and no other byte changes.
 */
export async function markReminded(
  context: MemoryContext,
  reminders: readonly DueReminder[],
): Promise<void> {
  if (reminders.length === 0) return;
  await context.checkStillThere();
  await respectCheckouts(context);
  const change = changeVaultFile(inStep(context));
  for (const [file, own] of Map.groupBy(reminders, (one) => one.file)) {
    const path = toTopicPath(file);
    const mark = (bytes: Uint8Array, { id, text }: DueReminder): Uint8Array => {
      const entry = parseTopic(path, bytes).entries.find((one) => one.id === id);
      if (entry?.text !== text) return bytes;
      // Nothing of now: devices that say it on different days must write the same, or the line stands twice once they sync.
      const day = reminderDay(entry.fields) ?? null;
      return day === null ? bytes : setEntryField(bytes, id, { key: "reminded", values: [day] });
    };
    await change(path, (bytes) => {
      const marked = own.reduce(mark, bytes ?? new Uint8Array());
      return { bytes: marked, result: null, ops: ["derived"] };
    });
  }
  context.committer.commitSoon();
}

/** Has a memory that is there already brought up (again); it is part of the step. */
export async function remindAgain(
  changeFile: ChangeFile,
  { file, id }: { readonly file: string; readonly id: string },
  remind: string,
): Promise<void> {
  const path = toTopicPath(file);
  await changeFile(path, (bytes) => {
    if (bytes === null) throw changedMeanwhile(path);
    const set = setEntryField(bytes, id, { key: "remind", values: [remind] });
    const open = setEntryField(set, id, { key: "reminded", values: [null] });
    return { bytes: open, result: null, ops: ["learned"] };
  });
}
