import { LociError } from "../errors.ts";
import { knownBank } from "../index/rows.ts";
import type { FoundMemory } from "../recall/recall.ts";
import { changedMeanwhile } from "../vault/change-file.ts";
import { toTopicPath } from "../vault/paths.ts";
import type { Viewer } from "../vault/viewer.ts";
import { changeAsStep, type OpenJournal, type Step } from "./change-as-step.ts";
import type { MemoryContext } from "./context.ts";
import { isInBank, memoryIn, withChange } from "./edit-memory.ts";
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
  openJournal: OpenJournal,
): Promise<MovedToBank> {
  const { settings } = context;
  checkBank(named, settings);
  const bank = knownBank(named, undefined, settings);
  const found = await findOne(context, viewer, words);
  const { id, text, file } = found;
  const path = toTopicPath(file);
  const topic = readTopicFile(context, file)?.topic;
  if (topic === undefined) throw changedMeanwhile(path);
  const entry = memoryIn(topic, found);
  const from = knownBank(entry.fields.bank, topic.frontmatter.bank, settings);
  const moved = { id, text, file, line: entry.line, bank, from } as const;
  if (isInBank(topic, entry, bank, settings)) return { status: "there", ...moved };
  const step: Step = {
    ...{ kind: "bank", what: `moved a memory to ${bank}`, op: "moved" },
    ...{ summary: "moved to another bank", logged: `1 moved from ${from} to ${bank}` },
  };
  await changeAsStep(context, openJournal, path, step, (bytes) =>
    withChange(context, { bytes, path, found }, { bank }),
  );
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
