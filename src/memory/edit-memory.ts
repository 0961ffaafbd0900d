import { LociError } from "../errors.ts";
import type { SessionDb } from "../session/session.ts";
import { respectCheckouts } from "../sync/round/respect-checkouts.ts";
import { changedMeanwhile } from "../vault/change-file.ts";
import { rewriteEntry } from "../vault/edit-topic.ts";
import { formatEntry, isSuperseded } from "../vault/entry.ts";
import { parseTopic } from "../vault/parse-topic.ts";
import { placeOf, toTopicPath } from "../vault/paths.ts";
import type { Viewer } from "../vault/viewer.ts";
import { changeVaultFile } from "./change-and-note-file.ts";
import type { MemoryContext } from "./context.ts";
import { logChange } from "./log-change.ts";
import { findMemories } from "./recall.ts";

/** A memory with its new words. */
export interface Edited {
  readonly id: string;
  readonly text: string;
  readonly file: string;
}

/**
 * Says the one memory of that id or text in other words, in its place, with its day, fields and tags, as one step that can
 * be taken back; logged without its words. Throws LociError NOT_FOUND, and BAD_INPUT for one that is superseded or stands
 * on several lines.
 */
export async function editMemory(
  context: MemoryContext,
  viewer: Viewer,
  { entry: name, text }: { readonly entry: string; readonly text: string },
  openJournal: () => Pick<SessionDb, "undo" | "close">,
): Promise<Edited> {
  const exact = (await findMemories(context, viewer, name)).filter(({ isExact }) => isExact);
  const [found, ...others] = exact;
  if (found === undefined || others.length > 0) throw notOne(name, exact.length);
  const path = toTopicPath(found.file);
  await context.checkStillThere();
  await respectCheckouts(context);
  const db = openJournal();
  try {
    const step = `edit/${context.now()}/${process.pid}`;
    const what = "edited a memory";
    const change = changeVaultFile(context, { journal: db.undo, step, what, session: null });
    const { topic } = placeOf(path);
    const id = await change(
      path,
      (bytes) => {
        if (bytes === null) throw changedMeanwhile(path);
        const next = withText(bytes, found, text, context.time().slice(0, 10));
        const { entries } = parseTopic(path, next);
        const at = parseTopic(path, bytes).entries.findIndex((one) => one.id === found.id);
        return { bytes: next, result: entries[at]?.id ?? found.id };
      },
      () => [{ path, topic, op: "replaced" }],
    );
    await logChange(context, change, { path, summary: "edited", what: "1 edited" });
    context.committer.commitSoon();
    return { id, text, file: path };
  } finally {
    db.close();
  }
}

function withText(
  bytes: Uint8Array,
  { id, text: before, file }: { readonly id: string; readonly text: string; readonly file: string },
  text: string,
  updated: string,
): Uint8Array {
  const rewrite = (
    { entry, raw }: Parameters<Parameters<typeof rewriteEntry>[2]>[0],
    marker: string,
  ) => {
    if (entry.text !== before) throw changedMeanwhile(toTopicPath(file));
    if (isSuperseded(entry) || /[\r\n]/.test(raw)) {
      throw new LociError(
        "BAD_INPUT",
        `Cannot edit "${before}": it is superseded, or stands on several lines; edit ${file} by hand`,
        { data: { id, file } },
      );
    }
    const { date, fields, tags, blockId, task } = entry;
    return formatEntry({ text, date, fields, tags, blockId, task }, marker);
  };
  return rewriteEntry(bytes, id, rewrite, { updated });
}

function notOne(entry: string, count: number): LociError {
  const state = count === 0 ? "there is none of that id or text" : `it means ${count}; name its id`;
  return new LociError(
    count === 0 ? "NOT_FOUND" : "BAD_INPUT",
    `Cannot edit the memory "${entry}": ${state}`,
    { data: { entry } },
  );
}
