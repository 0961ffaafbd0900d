import { LociError } from "../errors.ts";
import { knownBank } from "../index/rows.ts";
import type { FoundMemory } from "../recall/recall.ts";
import { findSecrets } from "../session/private-data/find-secrets.ts";
import { respectCheckouts } from "../sync/round/respect-checkouts.ts";
import { rewriteEntry } from "../vault/edit/edit-topic.ts";
import { setEntryField } from "../vault/edit/entry-fields.ts";
import { setUpdated } from "../vault/edit/set-frontmatter-key.ts";
import { toTopicPath } from "../vault/paths.ts";
import { type EntryWords, formatEntry, hasTag, isSuperseded } from "../vault/topic/entry.ts";
import { parseTopic } from "../vault/topic/parse-topic.ts";
import { isMarkedSecret } from "../vault/topic/secret-marks.ts";
import type { Entry, Topic } from "../vault/topic/topic.ts";
import type { Viewer } from "../vault/topic/viewer.ts";
import { changedMeanwhile } from "../vault/write/change-file.ts";
import { changeVaultFile, inStep } from "./change-and-note-file.ts";
import type { MemoryContext } from "./context.ts";
import { checkBank, findMemories, onlyOne } from "./recall.ts";
import { checkWords } from "./remember.ts";

/** The parts of a memory to change; the others stay. */
export interface MemoryChange {
  readonly text?: string;
  readonly bank?: string;
  readonly protected?: boolean;
}

/** A memory as it is now; its id follows its words where the line names none. */
export interface Edited {
  readonly id: string;
  readonly text: string;
  readonly file: string;
}

/**
 * Changes the one memory of that id or text in its place, with its day and all else that it says, as one step that can
 * be taken back. What was secret stays so, and what looks like a key becomes it. Throws
 * LociError NOT_FOUND, also for a bank that is not there, and BAD_INPUT for one that is superseded or stands on several
 * lines, and for words that cannot be a memory or make it another's own.
 */
export async function editMemory(
  vault: MemoryContext,
  viewer: Viewer,
  name: string,
  wanted: MemoryChange,
): Promise<Edited> {
  const context = inStep(vault);
  const exact = (await findMemories(context, viewer, name)).filter(({ isExact }) => isExact);
  const found = onlyOne(exact, name, "name its id, or its whole text");
  const path = toTopicPath(found.file);
  checkBank(wanted.bank, context.settings);
  if (wanted.text !== undefined) checkWords(wanted.text);
  await context.checkStillThere();
  await respectCheckouts(context);
  const id = await changeVaultFile(context)(path, (bytes) => {
    if (bytes === null) throw changedMeanwhile(path);
    return { ...withChange(context, { bytes, found }, wanted), ops: ["replaced"] };
  });
  context.committer.commitSoon();
  return { id, text: wanted.text ?? found.text, file: path };
}

/** Changes the words first, then the bank; all else keeps its bytes. Returns the entry's new id. */
function withChange(
  { settings, time }: MemoryContext,
  { bytes, found }: { readonly bytes: Uint8Array; readonly found: FoundMemory },
  { bank: named, ...words }: MemoryChange,
): { readonly bytes: Uint8Array; readonly result: string } {
  const updated = time().slice(0, 10);
  const path = toTopicPath(found.file);
  const before = parseTopic(path, bytes);
  const old = memoryIn(before, found);
  const isSaid = words.text !== undefined || words.protected !== undefined;
  const said = isSaid ? withWords(bytes, found, words, updated) : bytes;
  const entry = parseTopic(path, said).entries[before.entries.indexOf(old)];
  if (entry === undefined) throw changedMeanwhile(path);
  if (entry.owner !== old.owner) {
    throw new LociError(
      "BAD_INPUT",
      `Cannot edit "${found.text}": "[person:: …]" in its words says whose own it is, and that stays as it was`,
      { data: { id: found.id, file: path } },
    );
  }
  const { id: result, fields } = entry;
  const usual = before.frontmatter.bank;
  const bank = named && knownBank(named, undefined, settings);
  const own = fields.bank?.toLowerCase() ?? bank?.toLowerCase();
  const isThere = knownBank(fields.bank, usual, settings) === bank && own === bank?.toLowerCase();
  if (bank === undefined || isThere) return { bytes: said, result };
  const isOfFile = knownBank(undefined, usual, settings) === bank;
  const values = isOfFile ? [null, bank] : [bank];
  const filed = setEntryField(said, result, { key: "bank", values });
  return { bytes: setUpdated(filed, updated), result };
}

/** The memory as it is in its file now. Throws LociError where it is another, or superseded. */
function memoryIn({ entries }: Topic, { id, text, file }: FoundMemory): Entry {
  const entry = entries.find((one) => one.id === id);
  if (entry?.text !== text) throw changedMeanwhile(toTopicPath(file));
  if (!isSuperseded(entry)) return entry;
  throw new LociError(
    "BAD_INPUT",
    `Cannot change "${text}": it is superseded; change the memory that stands for it`,
    { data: { id, file } },
  );
}

function withWords(
  bytes: Uint8Array,
  { id, text: before, file }: FoundMemory,
  words: Pick<MemoryChange, "text" | "protected">,
  updated: string,
): Uint8Array {
  const rewrite = (
    { entry, raw }: Parameters<Parameters<typeof rewriteEntry>[2]>[0],
    marker: string,
  ) => {
    if (/[\r\n]/.test(raw)) {
      throw new LociError(
        "BAD_INPUT",
        `Cannot edit "${before}": it stands on several lines; edit ${file} by hand`,
        { data: { id, file } },
      );
    }
    const { date, blockId, task } = entry;
    const others = entry.tags.filter((tag) => !hasTag([tag], "protected"));
    const asked = words.protected === true ? ["protected", ...others] : others;
    const tags = words.protected === undefined ? entry.tags : asked;
    const text = words.text ?? before;
    const write = (fields: EntryWords["fields"]): string =>
      formatEntry({ text, date, fields, tags, blockId, task }, marker);
    const line = write(entry.fields);
    const isSecret = isMarkedSecret([raw]) || findSecrets(words.text ?? "").length > 0;
    return isSecret && !isMarkedSecret([line])
      ? write({ ...entry.fields, sensitivity: "secret" })
      : line;
  };
  return setUpdated(rewriteEntry(bytes, id, rewrite), updated);
}
