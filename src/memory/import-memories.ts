import { existsSync } from "node:fs";
import { join } from "node:path";
import { sameKey } from "../digest/write-entries.ts";
import { LociError } from "../errors.ts";
import { scopeOf } from "../vault/paths.ts";
import { cleanText, formatEntry } from "../vault/topic/entry.ts";
import { checkMemory } from "./check-memory.ts";
import type { MemoryContext } from "./context.ts";
import { findKnown } from "./find-same.ts";
import { checkedPerson } from "./people.ts";
import type { ImportedMemory, LeftOut } from "./read-import.ts";
import { type Memory, remember } from "./remember.ts";

/** What an import does, or would do. */
export interface ImportResult {
  readonly saved: number;
  /** The vault said so already, or the import says it twice. */
  readonly known: number;
  readonly leftOut: readonly LeftOut[];
  /** How many were saved for each topic, by the name that it was given. */
  readonly topics: Readonly<Record<string, number>>;
  /** Names of people and agents there that nobody has here: theirs is everyone's now. */
  readonly strangers: readonly string[];
}

interface ImportOptions {
  /** Whose all of it is; else each is whose it was, where that person has a folder here. */
  readonly person?: string | undefined;
  readonly isDryRun: boolean;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/** So many are saved together, and are one step that can be taken back. */
const batch = 500;

/**
 * Saves what another program knew as if it were remembered here, but for what is known already; again and again it
 * saves nothing twice. What cannot be a memory is left out, with the reason. Throws LociError as `remember` does.
 */
export async function importMemories(
  context: MemoryContext,
  imported: readonly ImportedMemory[],
  { person, isDryRun, onProgress }: ImportOptions,
): Promise<ImportResult> {
  const leftOut: LeftOut[] = [];
  const strangers = new Set<string>();
  const news: Memory[] = [];
  const saidOn = new Map<string, string[]>();
  const { isOtherOccasion } = await import("../language/read/tells-event.ts");
  // The files change under nobody's hands here: to look at them for each memory would take most of the time.
  await context.freshness.ensureFresh();
  const settled = { ...context, freshness: { ...context.freshness, ensureFresh: async () => {} } };
  for (const [at, { from, ...one }] of imported.entries()) {
    const owner = ownerOf(context, person === undefined ? one : { person }, strangers);
    const memory = toMemory(context, one, owner);
    if (isDryRun) onProgress?.(at + 1, imported.length);
    const reason = whyNot(memory);
    if (reason !== undefined) {
      leftOut.push({ from, reason });
      continue;
    }
    const { text, date = context.time().slice(0, 10) } = memory;
    const words = JSON.stringify([owner, sameKey(text)]);
    const days = saidOn.get(words) ?? [];
    const isSaid = days.some((day) => !isOtherOccasion(text, day, date));
    if (!isSaid && !(await findKnown(settled, owner, text, date))) news.push(memory);
    saidOn.set(words, [...days, date]);
  }
  for (let at = 0; !isDryRun && at < news.length; at += batch) {
    await remember(settled, news.slice(at, at + batch));
    await context.freshness.ensureFresh();
    onProgress?.(Math.min(at + batch, news.length), news.length);
  }
  const topics: Record<string, number> = {};
  for (const { topic = "" } of news) topics[topic] = (topics[topic] ?? 0) + 1;
  const known = imported.length - leftOut.length - news.length;
  return { saved: news.length, known, leftOut, topics, strangers: [...strangers].sort() };
}

type Owner = Pick<Memory, "person" | "agent">;

function toMemory(
  { settings: { banks } }: MemoryContext,
  { text, topic, date, bank, tags, fields }: Omit<ImportedMemory, "from">,
  owner: Owner,
): Memory {
  const isBank = banks.some((one) => one.toLowerCase() === bank?.toLowerCase());
  return {
    text: cleanText(text),
    topic: cleanText(topic).slice(0, 60),
    isForeignTopic: true,
    ...owner,
    bank: isBank ? bank : undefined,
    date,
    tags: tags?.filter((tag) => tag !== ""),
    fields,
  };
}

/** Its owner, where that one has a folder here. */
function ownerOf(context: MemoryContext, { person, agent }: Owner, strangers: Set<string>): Owner {
  const isThere = (scope: string): boolean => existsSync(join(context.root, scope));
  try {
    const id = checkedPerson(context, person);
    if (id !== null && isThere(scopeOf("people", id))) return { person: id };
    if (id === null && agent !== undefined && isThere(scopeOf("agents", agent))) return { agent };
  } catch (error) {
    if (!(error instanceof LociError)) throw error; // No name that a folder could have.
  }
  const name = person ?? agent;
  if (name !== undefined) strangers.add(cleanText(name));
  return {};
}

/** Why it cannot be one line of a topic. */
function whyNot(memory: Memory): string | undefined {
  const { text, date = "2026-01-01", fields, tags } = memory;
  try {
    checkMemory(memory);
    formatEntry({ text, date, fields, tags });
    return undefined;
  } catch (error) {
    if (error instanceof LociError) return error.message;
    throw error;
  }
}
