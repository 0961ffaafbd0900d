import { z } from "zod";
import { LociError } from "../errors.ts";

/** A memory as `loci export` writes it. */
export type OwnMemory = Readonly<z.output<typeof own>>;

const own = z.strictObject({
  text: z.string(),
  /** Name of the topic that it belongs to. */
  topic: z.string(),
  /** `YYYY-MM-DD`. */
  date: z.string().optional(),
  bank: z.string().optional(),
  /** Without `#`. */
  tags: z.array(z.string()).readonly().optional(),
  person: z.string().optional(),
  agent: z.string().optional(),
  fields: z.record(z.string(), z.string()).optional(),
  file: z.string().optional(),
  isSuperseded: z.boolean().optional(),
  isArchived: z.boolean().optional(),
});

/** A memory of another program, ready to be saved. */
export type ImportedMemory = OwnMemory & {
  /** Where it stood: a file, and in it a line or an id. */
  readonly from: string;
};

/** What was not taken, and why. */
export interface LeftOut {
  readonly from: string;
  readonly reason: string;
}

/** A key that other programs leave out, or set to null. */
const maybe = z.string().nullish();

const mem0 = z
  .looseObject({
    memory: z.string(),
    created_at: maybe,
    updated_at: maybe,
    user_id: maybe,
    agent_id: maybe,
    categories: z.array(z.string()).nullish(),
  })
  .transform((one): OwnMemory[] => {
    const [category = "imported", ...others] = one.categories ?? [];
    return [
      {
        text: one.memory,
        topic: wordsOf(category),
        date: /^\d{4}-\d\d-\d\d/.exec(one.created_at ?? one.updated_at ?? "")?.[0],
        tags: others.map(tagOf),
        person: one.user_id ?? undefined,
        agent: one.agent_id ?? undefined,
      },
    ];
  });

const entity = z
  .looseObject({
    name: z.string(),
    entityType: z.string().default(""),
    observations: z.array(z.string()),
  })
  .transform(({ name, entityType, observations }): OwnMemory[] => {
    const topic = wordsOf(name);
    // An observation says no name: alone, nobody would know whom it is about.
    const isNamed = (text: string): boolean => text.toLowerCase().includes(topic.toLowerCase());
    const tags = [tagOf(entityType)];
    return observations.map((text) => ({
      text: isNamed(text) ? text : `${topic}: ${text}`,
      topic,
      tags,
    }));
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

/** Reads memories from JSON, or from JSON lines. Pure. Throws LociError BAD_INPUT where there is none, with nothing taken. */
export function readJsonImport(name: string, text: string) {
  const memories: ImportedMemory[] = [];
  const leftOut: LeftOut[] = [];
  let isKnown = false;
  for (const { value, from } of valuesIn(name, text)) {
    const { data } = form.safeParse(value);
    isKnown ||= data !== undefined;
    if (data === undefined) leftOut.push({ from, reason: "it has the form of no memory" });
    for (const memory of data ?? []) {
      if (memory.isSuperseded) leftOut.push({ from, reason: "another memory stands for it" });
      else if (memory.isArchived) leftOut.push({ from, reason: "it was archived" });
      else memories.push({ ...memory, from });
    }
  }
  if (isKnown) return { memories, leftOut };
  throw refused(
    name,
    `it is none of mem0's JSON, the reference memory server's, and Loci's own export; of a conversation, "loci digest ${name}" makes memories`,
  );
}

interface Numbered {
  readonly value: unknown;
  readonly from: string;
}

/** The single values of a document: its own, those of its list, or of the lists that it wraps. */
function valuesIn(name: string, text: string): Numbered[] {
  const document = parse(text);
  if (document !== undefined) {
    const isOne = form.safeParse(document).success || typeof document !== "object";
    const values = isOne ? [document] : Object.values(document ?? {}).flat();
    return values.map((value, i) => ({ value, from: `${name}, no. ${i + 1}` }));
  }
  return text.split(/\r?\n/).flatMap((line, i) => {
    if (line.trim() === "") return [];
    const value = parse(line);
    if (value !== undefined) return { value, from: `${name}:${i + 1}` };
    throw refused(name, `line ${i + 1} is not JSON; nothing was imported`, i + 1);
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const refused = (file: string, state: string, line?: number): LociError =>
  new LociError("BAD_INPUT", `Cannot import ${file}: ${state}`, { data: { file, line } });
