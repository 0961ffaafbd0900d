import { existsSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { sameKey } from "../digest/write-entries.ts";
import { LociError } from "../errors.ts";
import { listFiles } from "../vault/list-files.ts";
import { placeOf, scopeOf, toTopicPath } from "../vault/paths.ts";
import { cleanText, formatEntry, isCopyIn, isSuperseded, plainText } from "../vault/topic/entry.ts";
import { isSecret } from "../vault/topic/secrets.ts";
import type { Viewer } from "../vault/topic/viewer.ts";
import type { MemoryContext } from "./context.ts";
import { findKnown } from "./find-same.ts";
import { checkedPerson } from "./people.ts";
import { readTopicFor } from "./read-topic.ts";
import { checkMemory, type Memory, remember } from "./remember.ts";

const maybe = z.string().nullish();

/** A memory as `loci export` writes it. */
export type OwnMemory = Readonly<z.output<typeof own>>;

const own = z.strictObject({
  text: z.string(),
  /** Name of the topic that it belongs to. */
  topic: z.string(),
  /** `YYYY-MM-DD` */
  date: z.string().optional(),
  bank: z.string().optional(),
  /** Without `#`. */
  tags: z.array(z.string()).readonly().optional(),
  person: z.string().optional(),
  agent: z.string().optional(),
  fields: z.record(z.string(), z.string()).optional(),
  file: z.string().optional(),
});

const mem0 = z
  .looseObject({
    memory: z.string(),
    created_at: maybe,
    updated_at: maybe,
    user_id: maybe,
    agent_id: maybe,
    categories: z.array(z.string()).nullish(),
  })
  .transform(({ memory: text, categories, ...one }): OwnMemory[] => {
    const [category = "imported", ...others] = categories ?? [];
    const date = /^\d{4}-\d\d-\d\d/.exec(one.created_at ?? one.updated_at ?? "")?.[0];
    const owner = { person: one.user_id ?? undefined, agent: one.agent_id ?? undefined };
    return [{ text, topic: wordsOf(category), date, tags: others.map(tagOf), ...owner }];
  });

const entity = z
  .looseObject({ name: z.string(), entityType: maybe, observations: z.array(z.string()) })
  .transform(({ name, entityType, observations }): OwnMemory[] => {
    const topic = wordsOf(name);
    // An observation often lacks the entity's name, without which it means nothing.
    const isNamed = (text: string): boolean => text.toLowerCase().includes(topic.toLowerCase());
    const tags = [tagOf(entityType ?? "")];
    return observations.map((one) => {
      return { text: isNamed(one) ? one : `${topic}: ${one}`, topic, tags };
    });
  });

const relation = z
  .looseObject({ from: z.string(), to: z.string(), relationType: z.string() })
  .transform(({ from, to, relationType }): OwnMemory[] => [
    { text: [from, relationType, to].map(wordsOf).join(" "), topic: wordsOf(from) },
  ]);

/** Loci's own export, mem0's (`get_all`), and the reference memory server's file or graph. */
const form = z.union([own.transform((memory): OwnMemory[] => [memory]), mem0, entity, relation]);

const wordsOf = (name: string): string => name.replace(/[_\s]+/g, " ").trim();

const tagOf = (words: string): string =>
  words.replace(/[^\p{L}\p{N}_/-]+/gu, "-").replace(/^-+|-+$/g, "");

/** What was not taken, and why; `from`: its place in the file. */
interface LeftOut {
  readonly from: string;
  readonly reason: string;
}

/** Reads memories from JSON, or from JSON lines. Pure. Throws LociError BAD_INPUT where there is none, with nothing taken. */
export function readImport(name: string, text: string) {
  const read = valuesIn(name, text).map(({ value, from }) => {
    return { from, memories: form.safeParse(value).data };
  });
  if (read.every(({ memories }) => memories === undefined)) {
    const state = `it is none of mem0's JSON, the reference memory server's, and Loci's own export; of a conversation, "loci digest ${name}" makes memories`;
    throw new LociError("BAD_INPUT", `Cannot import ${name}: ${state}`, { data: { file: name } });
  }
  return {
    memories: read.flatMap(({ from, memories = [] }) => memories.map((one) => ({ ...one, from }))),
    leftOut: read.flatMap(({ from, memories }): LeftOut[] =>
      memories === undefined ? [{ from, reason: "it has the form of no memory" }] : [],
    ),
  };
}

/** The single values of a document: its own, those of its list, or of the lists that it wraps. */
function valuesIn(file: string, text: string) {
  const document = parse(text);
  if (document !== undefined) {
    const isOne = form.safeParse(document).success;
    const values: unknown[] = isOne ? [document] : Object.values(Object(document)).flat();
    return values.map((value, i) => ({ value, from: `${file}, no. ${i + 1}` }));
  }
  return text.split(/\r?\n/).flatMap((row, i) => {
    const value = parse(row);
    const line = i + 1;
    if (value !== undefined) return { value, from: `${file}:${line}` };
    if (row.trim() === "") return [];
    const state = `line ${line} is not JSON; nothing was imported`;
    throw new LociError("BAD_INPUT", `Cannot import ${file}: ${state}`, { data: { file, line } });
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

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

interface ImportRequest {
  /** Whose all of it is; else each is whose it was, where that person has a folder here. */
  readonly person?: string | undefined;
  readonly isDryRun: boolean;
  readonly onProgress: (done: number, total: number) => void;
}

/** So many are saved together, and are one step that can be taken back. */
const batch = 500;

/**
 * Saves what another program knew as if it were remembered here, but for what is known already; again and again it
 * saves nothing twice. What cannot be a memory is left out, with the reason. Throws LociError as `remember` does.
 */
export async function importMemories(
  context: MemoryContext,
  imported: ReturnType<typeof readImport>,
  { person, isDryRun, onProgress }: ImportRequest,
): Promise<ImportResult> {
  const { memories } = imported;
  const leftOut = [...imported.leftOut];
  const strangers = new Set<string>();
  const newsByWords = new Map<string, ReturnType<typeof toMemory>[]>();
  let known = 0;
  const { isOtherOccasion } = await import("../language/read/tells-event.ts");
  // Checking the files for changes before each memory would take most of the time.
  await context.freshness.ensureFresh();
  const settled = { ...context, freshness: { ...context.freshness, ensureFresh: async () => {} } };
  for (const [at, { from, ...one }] of memories.entries()) {
    if (isDryRun) onProgress(at + 1, memories.length); // Else saving takes most of the time.
    const owner = ownerOf(context, { ...one, person: person ?? one.person }, strangers);
    const memory = toMemory(context, one, owner);
    const { text, date } = memory;
    const reason = whyNot(memory);
    const words = JSON.stringify([owner, sameKey(text)]);
    const same = newsByWords.get(words) ?? [];
    const isSaid = same.some((other) => !isOtherOccasion(text, other.date, date));
    if (reason !== undefined) leftOut.push({ from, reason });
    else if (isSaid || (await findKnown(settled, owner, text, date))) known++;
    else newsByWords.set(words, [...same, memory]);
  }
  const news = [...newsByWords.values()].flat();
  const wanted = isDryRun ? [] : news;
  for (let at = 0; at < wanted.length; at += batch) {
    await remember(settled, wanted.slice(at, at + batch));
    await context.freshness.ensureFresh();
    onProgress(Math.min(at + batch, wanted.length), wanted.length);
  }
  const topics: Record<string, number> = {};
  for (const { topic } of news) topics[topic] = (topics[topic] ?? 0) + 1;
  return { saved: news.length, known, leftOut, topics, strangers: [...strangers].sort() };
}

type Owner = Pick<Memory, "person" | "agent">;

function toMemory(
  { settings, time }: MemoryContext,
  { text, topic, date, bank, tags, fields }: OwnMemory,
  owner: Owner,
) {
  return {
    ...owner,
    text: cleanText(text),
    topic: cleanText(topic).slice(0, 60),
    isForeignTopic: true,
    bank: settings.banks.find((one) => one.toLowerCase() === bank?.toLowerCase()),
    date: date ?? time().slice(0, 10),
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
function whyNot(memory: ReturnType<typeof toMemory>): string | undefined {
  try {
    checkMemory(memory);
    formatEntry(memory);
    return undefined;
  } catch (error) {
    if (error instanceof LociError) return error.message;
    throw error;
  }
}

/** The memories in force that a viewer may see, file by file; what is secret only where that is asked for. */
export function exportMemories(
  { root, settings }: MemoryContext,
  viewer: Viewer,
  { secrets }: { readonly secrets: boolean },
): readonly OwnMemory[] {
  return listFiles(root).files.flatMap(({ path: file }) => {
    const path = toTopicPath(file);
    const { kind, scope, archived } = placeOf(path);
    const topic = readTopicFor({ root }, viewer, file)?.topic;
    if (kind === "agent" || archived || topic === undefined) return [];
    const [group, owner] = scope.split("/");
    const isOpen = (entry: Parameters<typeof isSecret>[0]) => secrets || !isSecret(entry, topic);
    return topic.entries
      .filter((entry) => !isCopyIn(path, entry) && !isSuperseded(entry) && isOpen(entry))
      .map((entry): OwnMemory => {
        const { bank, person, ...fields } = entry.fields;
        return {
          text: plainText(entry),
          topic: topic.title,
          date: entry.date,
          bank: bank ?? topic.frontmatter.bank ?? settings.defaultBank,
          person: person ?? (group === "people" ? owner : undefined),
          tags: entry.tags.length === 0 ? undefined : entry.tags,
          fields: Object.keys(fields).length === 0 ? undefined : fields,
          agent: group === "agents" ? owner : undefined,
          file,
        };
      });
  });
}
