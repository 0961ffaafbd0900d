import { LociError } from "../errors.ts";
import { entriesCalled } from "../index/keyed-entries.ts";
import type { UndoJournal } from "../session/session.ts";
import { removeEntry } from "../vault/edit-topic.ts";
import { parseTopic } from "../vault/parse-topic.ts";
import { placeOf, toTopicPath } from "../vault/paths.ts";
import { answer } from "./answer.ts";
import { changeUndoably } from "./change-vault-file.ts";
import type { Parts } from "./parts.ts";
import { isVisible, readTopicFile, type Seer, viewerOf } from "./see.ts";

/** A memory that may be meant. */
export interface FoundMemory {
  readonly id: string;
  readonly text: string;
  readonly date: string;
  readonly file: string;
  readonly line: number;
  /** Its id or its whole text was said. */
  readonly isExact: boolean;
}

const mostFound = 8;

/** Entries that words mean to somebody: the one whose id or whole text they are, else those that recall finds. */
export async function findMemories(
  parts: Parts,
  words: string,
  seer: Seer,
): Promise<readonly FoundMemory[]> {
  const { hits } = await answer(
    parts,
    words,
    { limit: mostFound, kinds: ["entry"] },
    viewerOf(seer),
  );
  const exact = parts.index
    .run((db) => entriesCalled(db, words))
    .filter(({ scope }) => isVisible(seer, { scope, archived: 0 }))
    .flatMap(({ file, uid }) => {
      const entry = readTopicFile(parts, file)?.topic.entries.find(({ id }) => id === uid);
      return entry === undefined ? [] : [{ ...entry, date: entry.date ?? "", file }];
    });
  const found = exact.length > 0 ? exact : hits;
  return found.map(({ id, text, date, file, line }) => ({
    id,
    text,
    date,
    file,
    line,
    isExact: exact.length > 0,
  }));
}

/** Removes an entry from its file. Throws LociError NOT_FOUND where it has changed or gone meanwhile. */
export async function forgetMemory(
  parts: Parts,
  journal: UndoJournal,
  { id, text, file }: FoundMemory,
): Promise<void> {
  const path = toTopicPath(file);
  const updated = parts.time().slice(0, 10);
  const step = `forget/${parts.now()}`;
  const change = changeUndoably(parts, { journal, step, what: "forgot a memory", session: null });
  await change(
    path,
    (bytes) => {
      const entry = bytes && parseTopic(path, bytes).entries.find((one) => one.id === id);
      if (!bytes || entry?.text !== text) {
        throw new LociError("NOT_FOUND", `Cannot forget "${text}": ${file} holds it no more`);
      }
      return { bytes: removeEntry(bytes, id, { updated }), result: undefined };
    },
    () => [{ path, topic: placeOf(path).topic, op: "removed" }],
  );
  parts.state.wrote = true;
  parts.committer.commitSoon();
}
