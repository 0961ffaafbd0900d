import { existsSync } from "node:fs";
import { placesByKind } from "../digest/choose-places.ts";
import {
  type Memory,
  type Remembered,
  type RememberPorts,
  remember as writeMemories,
} from "../digest/save-memories.ts";
import { queueLongTopics } from "../digest/split/split-queue.ts";
import { LociError, messageOf } from "../errors.ts";
import { detectLanguage } from "../index/languages.ts";
import { tokenize } from "../index/tokenize.ts";
import type { SessionDb } from "../session/session.ts";
import { respectCheckouts } from "../sync/round/respect-checkouts.ts";
import { resolveInVault, type Scope, toTopicPath } from "../vault/paths.ts";
import type { Viewer } from "../vault/viewer.ts";
import { changeUndoably } from "./change-and-note-file.ts";
import type { MemoryContext } from "./context.ts";
import { findKnown } from "./find-same.ts";
import { checkedPerson, viewerOn } from "./people.ts";
import { checkBank } from "./recall.ts";
import { placeFinder } from "./topics.ts";

/**
 * Saves memories as one step that `loci undo` takes back; `openJournal` opens where steps are kept. That the step cannot
 * be kept is no reason to call it failed.
 */
export async function remember(
  context: MemoryContext,
  memories: readonly Memory[],
  openJournal: () => Pick<SessionDb, "undo" | "close">,
): Promise<readonly Remembered[]> {
  let db: ReturnType<typeof openJournal> | undefined;
  const journal = {
    note(...step: Parameters<SessionDb["undo"]["note"]>): void {
      try {
        db ??= openJournal();
        db.undo.note(...step);
      } catch (error) {
        if (!(error instanceof LociError)) throw error;
        context.report(`Saved, but "loci undo" cannot take it back: ${messageOf(error)}`);
      }
    },
  };
  const what = memories.length === 1 ? "saved a memory" : `saved ${memories.length} memories`;
  const step = `remember/${context.now()}/${process.pid}`;
  try {
    const saved = await save(
      context,
      memories,
      changeUndoably(context, { journal, step, what, session: null }),
    );
    await queueLong(context, saved);
    return saved;
  } finally {
    db?.close();
  }
}

/** A save does not split: that is left to a process that has time. */
async function queueLong(context: MemoryContext, saved: readonly Remembered[]): Promise<void> {
  const files = saved.flatMap(({ status, file }) => (status === "saved" ? file : []));
  try {
    await queueLongTopics(context, files);
  } catch (error) {
    context.report(`Saved, but a long topic is not noted to be split: ${messageOf(error)}`);
  }
}

/** Saves memories in their topic files, noted for the next commit. */
export async function save(
  context: MemoryContext,
  memories: readonly Memory[],
  changeFile: RememberPorts["changeFile"],
): Promise<readonly Remembered[]> {
  const { root, time, settings } = context;
  const places = placeFinder(context);
  for (const { bank } of memories) checkBank(bank, settings);
  await context.checkStillThere();
  await respectCheckouts(context);
  return writeMemories(
    {
      changeFile,
      hasFile: (path) => existsSync(resolveInVault(root, path)),
      async findTopic(name, scope) {
        const [found] = await places.named(name, scope);
        return found && toTopicPath(found.file);
      },
      findKnown: ({ text, scope, fields }) => {
        const person = scope.kind === "person" ? scope.id : (fields?.person ?? null);
        const agent = scope.kind === "agent" ? scope.id : null;
        return findKnown(context, { person, agent }, text);
      },
      async placeByKind(text, scope) {
        if (!settings.digest.kinds) return undefined;
        const fallback = settings.languages[0] ?? "en";
        const language = detectLanguage(tokenize(text, "query"), fallback);
        return placesByKind({ findTopic: places.topicNamed }, scope, language)(text);
      },
      assignTopic: (text, scope) => places.assignTopic(text, scope, writerOf(context, scope)),
      localTime: time,
      report: context.report,
    },
    memories.map((memory) => ({ ...memory, scope: asKnown(context, memory.scope) })),
  );
}

/** Who writes into a scope. */
const writerOf = (context: MemoryContext, scope: Scope): Viewer =>
  viewerOn(context, {
    ...(scope.kind === "person" ? { person: scope.id } : {}),
    ...(scope.kind === "agent" ? { agent: scope.id } : {}),
  });

const asKnown = (context: MemoryContext, scope: Scope): Scope =>
  scope.kind === "person"
    ? { kind: "person", id: checkedPerson(context, scope.id) ?? scope.id }
    : scope;
