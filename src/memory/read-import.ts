import { z } from "zod";
import { LociError } from "../errors.ts";
import type { Imported, ImportedMemory, ImportKind, LeftOut } from "./imported.ts";

const mem0Memory = z.looseObject({
  memory: z.string(),
  id: z.string().optional(),
  created_at: z.string().nullish(),
  updated_at: z.string().nullish(),
  user_id: z.string().nullish(),
  agent_id: z.string().nullish(),
  categories: z.array(z.string()).nullish(),
});

const entity = z.looseObject({
  name: z.string(),
  entityType: z.string().default(""),
  observations: z.array(z.string()),
});

const relation = z.looseObject({ from: z.string(), to: z.string(), relationType: z.string() });

/** A memory as `loci export` writes it. */
export type OwnMemory = Readonly<z.output<typeof own>>;

const own = z.strictObject({
  text: z.string(),
  topic: z.string(),
  date: z.string().optional(),
  bank: z.string().optional(),
  tags: z.array(z.string()).readonly().optional(),
  person: z.string().optional(),
  agent: z.string().optional(),
  fields: z.record(z.string(), z.string()).optional(),
  file: z.string().optional(),
  isSuperseded: z.boolean().optional(),
  isArchived: z.boolean().optional(),
});

interface Numbered {
  readonly value: unknown;
  readonly from: string;
}

/**
 * Reads memories from JSON, or from JSON lines: Loci's own export, mem0's (`get_all`), the reference memory server's file or
 * graph. Pure. Throws LociError BAD_INPUT for what is none of them, with nothing taken.
 */
export function readJsonImport(name: string, text: string): Imported {
  const values = valuesIn(name, text);
  const kind = kindOf(values.map(({ value }) => value));
  if (kind === undefined) throw refuse(name, values[0]?.value);
  const memories: ImportedMemory[] = [];
  const leftOut: LeftOut[] = [];
  for (const { value, from } of values) {
    const read = readers[kind](value, from);
    if ("reason" in read) leftOut.push(read);
    else memories.push(...read.memories);
  }
  return { kind, memories, leftOut };
}

type Read = LeftOut | { readonly memories: readonly ImportedMemory[] };

const readers: Readonly<Record<ImportKind, (value: unknown, from: string) => Read>> = {
  loci(value, from) {
    const { success, data } = own.safeParse(value);
    if (!success) return { from, reason: "it is not a memory of Loci's form" };
    const { file: _, isSuperseded, isArchived, ...memory } = data;
    if (isSuperseded === true) return { from, reason: "another memory stands for it" };
    if (isArchived === true) return { from, reason: "it was archived" };
    return { memories: [{ ...memory, from }] };
  },
  mem0(value, from) {
    const { success, data } = mem0Memory.safeParse(value);
    if (!success) return { from, reason: "it has no text (memory)" };
    const [category, ...others] = data.categories ?? [];
    const date = dayOf(data.created_at ?? data.updated_at);
    return {
      memories: [
        {
          text: data.memory,
          from: data.id ?? from,
          topic: category === undefined ? "imported" : wordsOf(category),
          ...(date === undefined ? {} : { date }),
          ...(others.length === 0 ? {} : { tags: others.map(tagOf) }),
          ...(data.user_id == null ? {} : { person: data.user_id }),
          ...(data.agent_id == null ? {} : { agent: data.agent_id }),
        },
      ],
    };
  },
  "mcp-memory"(value, from) {
    const asEntity = entity.safeParse(value);
    if (asEntity.success) {
      const { name, entityType, observations } = asEntity.data;
      const topic = wordsOf(name);
      const tags = entityType === "" ? [] : [tagOf(entityType)];
      const memories = observations.map((text) => {
        return {
          text: aboutTopic(topic, text),
          topic,
          from,
          ...(tags.length === 0 ? {} : { tags }),
        };
      });
      return { memories };
    }
    const asRelation = relation.safeParse(value);
    if (!asRelation.success) return { from, reason: "it is neither an entity nor a relation" };
    const { from: one, to, relationType } = asRelation.data;
    const text = `${wordsOf(one)} ${wordsOf(relationType)} ${wordsOf(to)}`;
    return { memories: [{ text, topic: wordsOf(one), from }] };
  },
};

/** An observation says no name: alone, nobody would know whom it is about. */
function aboutTopic(topic: string, text: string): string {
  return text.toLowerCase().includes(topic.toLowerCase()) ? text : `${topic}: ${text}`;
}

const wordsOf = (name: string): string => name.replace(/[_\s]+/g, " ").trim();

const tagOf = (words: string): string =>
  words
    .trim()
    .replace(/[^\p{L}\p{N}_/-]+/gu, "-")
    .replace(/^-+|-+$/g, "");

const dayOf = (time: string | null | undefined): string | undefined =>
  /^\d{4}-\d\d-\d\d/.exec(time ?? "")?.[0];

function kindOf(values: readonly unknown[]): ImportKind | undefined {
  if (values.some((value) => mem0Memory.safeParse(value).success)) return "mem0";
  if (values.some((value) => own.safeParse(value).success)) return "loci";
  const isGraph = (value: unknown): boolean =>
    entity.safeParse(value).success || relation.safeParse(value).success;
  return values.some(isGraph) ? "mcp-memory" : undefined;
}

/** The single values of a document, whatever they are wrapped in. */
function valuesIn(name: string, text: string): Numbered[] {
  const document = parse(text);
  if (document === undefined) return linesIn(name, text);
  return unwrap(document).map((value, i) => ({ value, from: `${name}, no. ${i + 1}` }));
}

function unwrap(document: unknown): readonly unknown[] {
  if (Array.isArray(document)) return document;
  if (typeof document !== "object" || document === null) return [document];
  const lists = ["results", "memories", "entities", "relations"].flatMap((key) => {
    const list: unknown = Object.hasOwn(document, key) ? Reflect.get(document, key) : undefined;
    return Array.isArray(list) ? list : [];
  });
  return lists.length > 0 ? lists : [document];
}

function linesIn(name: string, text: string): Numbered[] {
  return text.split(/\r?\n/).flatMap((line, i) => {
    if (line.trim() === "") return [];
    const value = parse(line);
    if (value !== undefined) return { value, from: `${name}:${i + 1}` };
    throw new LociError(
      "BAD_INPUT",
      `Cannot import ${name}: line ${i + 1} is not JSON; nothing was imported`,
      { data: { file: name, line: i + 1 } },
    );
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refuse(name: string, first: unknown): LociError {
  const isTalk =
    typeof first === "object" &&
    first !== null &&
    ["mapping", "messages", "chat_messages", "role", "content"].some((key) =>
      Object.hasOwn(first, key),
    );
  const advice = isTalk
    ? `it is a conversation: "loci digest ${name}" makes memories of it`
    : "it is none of mem0's JSON, the reference memory server's, and Loci's own export";
  return new LociError("BAD_INPUT", `Cannot import ${name}: ${advice}`, { data: { file: name } });
}
