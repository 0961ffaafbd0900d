import type { StemText } from "../digest/gates/same-fact.ts";
import { entriesToRemind } from "../index/entries.ts";
import type { MemoryToSave, Session } from "../session/session.ts";
import { respectCheckouts } from "../sync/round/respect-checkouts.ts";
import { setEntryField } from "../vault/edit/entry-fields.ts";
import { placeOf, toTopicPath } from "../vault/paths.ts";
import { parseTopic } from "../vault/topic/parse-topic.ts";
import { hasCome, isMoment, reminderOf } from "../vault/topic/reminders.ts";
import { type ChangeFile, changedMeanwhile } from "../vault/write/change-file.ts";
import { changeVaultFile, inStep } from "./change-and-note-file.ts";
import type { MemoryContext } from "./context.ts";
import { createEntryFinder, readTopicFor } from "./read-topic.ts";
import { stemsBy } from "./stems.ts";

/** A memory that is to be brought up now. */
export interface DueReminder {
  /** Entry.id */
  readonly id: string;
  readonly file: string;
  readonly line: number;
  readonly text: string;
  /** `YYYY-MM-DD` or ''. */
  readonly date: string;
  readonly topic: string;
  readonly bank: string;
}

/** Most that come up at once, those due for longest first; the others wait for the next time. */
const maxAtOnce = 8;

/**
 * What a viewer is to be reminded of: the moment has come, or the message speaks of what it waits for. Nothing that is
 * secret or another's own, and nothing where reminders are switched off.
 */
export async function dueReminders(
  context: MemoryContext,
  viewer: Pick<Session, "person" | "agent" | "language">,
  message = "",
): Promise<readonly DueReminder[]> {
  const { settings, index, freshness, time } = context;
  if (!settings.reminders.enabled) return [];
  await freshness.ensureFresh();
  const now = time();
  const entryAt = createEntryFinder((file) => readTopicFor(context, viewer, file)?.topic);
  const found = index
    .run((db) => entriesToRemind(db, viewer, now))
    .flatMap(({ file, id }) => {
      const entry = entryAt(file, id);
      const reminder = entry && reminderOf(entry, now);
      return entry === undefined || reminder === undefined ? [] : [{ file, entry, ...reminder }];
    });
  const comesUp = speaksOf(stemsBy(settings), message, viewer.language);
  return found
    .filter(({ at = "", when = "" }) => (at !== "" && hasCome(at, now)) || comesUp(when))
    .sort((a, b) => ((a.at ?? now) < (b.at ?? now) ? -1 : 1))
    .slice(0, maxAtOnce)
    .map(({ file, entry: { id, line, text, date = "", fields } }) => ({
      id,
      file,
      line,
      text,
      date,
      topic: placeOf(toTopicPath(file)).topic,
      bank: fields.bank ?? settings.defaultBank,
    }));
}

/** Whether a message has all words that carry meaning of one of the alternatives, by the stems of one language for both. */
function speaksOf(stem: StemText, message: string, language: string): (when: string) => boolean {
  const said = new Set(stem(message, language).all);
  return (when) =>
    when.split(",").some((words) => {
      const { content } = stem(words, language);
      return content.length > 0 && content.every((one) => said.has(one));
    });
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
      const { remind = "" } = entry.fields;
      return setEntryField(bytes, id, {
        key: "reminded",
        values: [isMoment(remind) ? remind : "yes"],
      });
    };
    await change(
      path,
      (bytes) => ({ bytes: own.reduce(mark, bytes ?? new Uint8Array()), result: null }),
      () => [{ path, topic: placeOf(path).topic, op: "derived" }],
    );
  }
  context.committer.commitSoon();
}

/** The fields of a line that say when it is to be brought up. */
export function reminderFields({ remind, remindWhen }: MemoryToSave): Record<string, string> {
  const when = remindWhen?.replace(/[#[\]]/g, " ").trim();
  return {
    ...(remind === undefined ? {} : { remind }),
    ...(when === undefined ? {} : { "remind-when": when }),
  };
}

/** Has a memory that is there already brought up (again), where that is asked for; it is part of the step. */
export async function remindAgain(
  changeFile: ChangeFile,
  { file, id }: { readonly file: string; readonly id: string },
  fields: Readonly<Record<string, string>> = {},
): Promise<void> {
  const asked = ["remind", "remind-when"].filter((key) => fields[key] !== undefined);
  if (asked.length === 0) return;
  const path = toTopicPath(file);
  const set = (bytes: Uint8Array, key: string): Uint8Array =>
    setEntryField(bytes, id, { key, values: [fields[key] ?? null] });
  await changeFile(
    path,
    (bytes) => {
      if (bytes === null) throw changedMeanwhile(path);
      return { bytes: [...asked, "reminded"].reduce(set, bytes), result: null };
    },
    () => [{ path, topic: placeOf(path).topic, op: "learned" }],
  );
}
