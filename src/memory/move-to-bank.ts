import { LociError } from "../errors.ts";
import { knownBank } from "../index/rows.ts";
import type { FoundMemory } from "../recall/recall.ts";
import type { SessionDb } from "../session/session.ts";
import { respectCheckouts } from "../sync/round/respect-checkouts.ts";
import { changedMeanwhile } from "../vault/change-file.ts";
import { isSuperseded } from "../vault/entry.ts";
import { parseTopic } from "../vault/parse-topic.ts";
import { placeOf, toTopicPath } from "../vault/paths.ts";
import { setEntryField } from "../vault/set-entry-field.ts";
import type { Viewer } from "../vault/viewer.ts";
import { changeVaultFile } from "./change-and-note-file.ts";
import type { MemoryContext } from "./context.ts";
import { logChange } from "./log-change.ts";
import { readTopicFile } from "./read-topic.ts";
import { checkBank, findHolding } from "./recall.ts";

/** What became of a memory that was to be in another bank. */
export interface MovedToBank {
  /** `there`: it was in that bank already. */
  readonly status: "moved" | "there";
  readonly id: string;
  readonly text: string;
  readonly file: string;
  readonly line: number;
  readonly bank: string;
  /** The bank that it was in. */
  readonly from: string;
}

/**
 * Moves the one memory that words mean into another bank, as one step that can be taken back, and logs it without its words.
 * Throws LociError NOT_FOUND for a bank or a memory that is not there, and BAD_INPUT where the words mean several or what
 * they mean was superseded.
 */
export async function moveToBank(
  context: MemoryContext,
  viewer: Viewer,
  { words, bank: named }: { readonly words: string; readonly bank: string },
  openJournal: () => Pick<SessionDb, "undo" | "close">,
): Promise<MovedToBank> {
  const { settings } = context;
  checkBank(named, settings);
  const bank = knownBank(named, undefined, settings);
  const { id, text, file } = await findOne(context, viewer, words);
  const path = toTopicPath(file);
  const stateIn = (topic: ReturnType<typeof parseTopic> | undefined) => {
    const entry = topic?.entries.find((one) => one.id === id);
    if (topic === undefined || entry?.text !== text) throw changedMeanwhile(path);
    if (isSuperseded(entry)) {
      throw new LociError(
        "BAD_INPUT",
        `Cannot move "${text}" to another bank: it is superseded; move the memory that stands for it`,
        { data: { id, file } },
      );
    }
    const fileBank = knownBank(undefined, topic.frontmatter.bank, settings);
    const from = knownBank(entry.fields.bank, topic.frontmatter.bank, settings);
    const own = entry.fields.bank?.toLowerCase() ?? bank.toLowerCase();
    const isThere = from === bank && own === bank.toLowerCase();
    return { fileBank, from, isThere, line: entry.line };
  };
  const { from, isThere, line } = stateIn(readTopicFile(context, file)?.topic);
  const moved = { id, text, file, line, bank, from } as const;
  if (isThere) return { status: "there", ...moved };
  await context.checkStillThere();
  await respectCheckouts(context);
  const db = openJournal();
  try {
    const step = `bank/${context.now()}/${process.pid}`;
    const undoable = { journal: db.undo, step, what: `moved a memory to ${bank}`, session: null };
    const change = changeVaultFile(context, undoable);
    const { topic } = placeOf(path);
    const updated = context.time().slice(0, 10);
    await change(
      path,
      (bytes) => {
        if (bytes === null) throw changedMeanwhile(path);
        const { fileBank } = stateIn(parseTopic(path, bytes));
        const values = fileBank === bank ? [null, bank] : [bank];
        return {
          bytes: setEntryField(bytes, id, { key: "bank", values }, { updated }),
          result: null,
        };
      },
      () => [{ path, topic, op: "moved" }],
    );
    const what = `1 moved from ${from} to ${bank}`;
    await logChange(context, change, { path, summary: "moved to another bank", what });
  } finally {
    db.close();
  }
  context.committer.commitSoon();
  return { status: "moved", ...moved };
}

/** The memory whose id or text it is, else the only one that has these words, as they stand or at all: a change takes no guess. */
async function findOne(
  context: MemoryContext,
  viewer: Viewer,
  words: string,
): Promise<FoundMemory> {
  const holding = await findHolding(context, viewer, words.replace(/^\^(?=\S+$)/, ""));
  const phrase = words.trim().toLowerCase();
  const quoting = holding.filter(({ text }) => text.toLowerCase().includes(phrase));
  const meant = quoting.length > 0 ? quoting : holding;
  const [first, ...others] = meant;
  if (first === undefined) {
    throw new LociError(
      "NOT_FOUND",
      `Cannot find the memory "${words}": there is none; name its id, or words that stand in it`,
      { data: { entry: words } },
    );
  }
  if (others.length === 0) return first;
  const named = meant.map(({ id, text, file }) => `${id} "${text}" (${file})`);
  throw new LociError(
    "BAD_INPUT",
    `Cannot tell which memory "${words}" means: name one by its id: ${named.join(", ")}`,
    { data: { entry: words, ids: meant.map(({ id }) => id) } },
  );
}
