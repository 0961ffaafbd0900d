import { z } from "zod";
import { sha256Hex } from "../vault/sha256.ts";
import { slugify } from "../vault/slugify.ts";
import type { McpEntry, McpMemory } from "./mcp-ports.ts";
import { type NamedTopic, readTopic, readTopics } from "./named-topics.ts";
import { lettersPerToken, within } from "./tool-answer.ts";

const kinds = ["event", "preference", "commitment", "belief", "fact"] as const;

export const line = z.string().max(4_000);
const count = z.int().min(1).max(100_000);

export const recallShape = z.object({
  query: line.exactOptional().describe("What to look for, in words"),
  entity: line.exactOptional().describe("The person, company or project that facts are about"),
  since: line.exactOptional().describe("Facts of this day or later: ISO 8601"),
  budget_tokens: count.exactOptional(),
  limit: z.int().min(1).max(100).exactOptional().describe("Most facts, and most results (20)"),
});

export const noteShape = z.object({
  fact: line.exactOptional().describe("REQUIRED. What to remember, one claim a call"),
  provenance: line
    .exactOptional()
    .describe('REQUIRED. Where it comes from: "user said in chat, 2026-06-12"'),
  ttl: line.exactOptional().describe('How long it holds: "30d", "12h", or an ISO 8601 time'),
  entity: line.exactOptional().describe("Whom or what it is about"),
  kind: z.enum(kinds).exactOptional(),
  visibility: z.enum(["world", "private"]).exactOptional(),
});

export async function recalled(
  memory: McpMemory,
  { query, entity, since, budget_tokens, limit = 20 }: z.infer<typeof recallShape>,
): Promise<object> {
  const day = since === undefined ? "" : dayOf(since);
  const topics = await topicsOf(memory, query, entity);
  const facts = topics
    .flatMap((topic) => factsOf(topic))
    .filter(({ valid_from }) => valid_from >= day)
    .slice(0, limit);
  const hits =
    query === undefined ? [] : (await memory.recall(query, { limit: Math.min(limit, 50) })).hits;
  const results = hits.map(({ topic, text, file }) => ({
    ...{ slug: topic, title: topic, chunk: text },
    ...{ evidence: "weak_semantic", create_safety: "exists", provenance: file },
  }));
  const textOf = (one: object): string => JSON.stringify(one);
  const costOf = (all: readonly object[]): number =>
    all.reduce((sum, one) => sum + Math.ceil((textOf(one).length + 1) / lettersPerToken), 0);
  const keptFacts = within(budget_tokens, facts, textOf);
  const left = budget_tokens === undefined ? undefined : budget_tokens - costOf(keptFacts);
  const keptResults = keptFacts.length < facts.length ? [] : within(left, results, textOf);
  const budget = budget_tokens !== undefined && {
    budget_tokens,
    budget_used: Math.min(budget_tokens, costOf([...keptFacts, ...keptResults])),
    dropped_count: facts.length + results.length - keptFacts.length - keptResults.length,
  };
  return {
    ...{ facts: keptFacts, total: keptFacts.length },
    ...(query === undefined ? {} : { results: keptResults }),
    ...(budget || {}),
  };
}

function dayOf(time: string): string {
  const day = /^\d{4}-\d\d-\d\d/.exec(time)?.[0];
  if (day !== undefined) return day;
  throw fault("invalid_params", `since "${time}" is not a day`, "Write it as 2026-07-12");
}

/** Whose facts are asked for: an entity's, all, or with nothing but a query none. */
async function topicsOf(
  memory: McpMemory,
  query: string | undefined,
  entity: string | undefined,
): Promise<readonly NamedTopic[]> {
  if (entity === undefined) return query === undefined ? readTopics(memory) : [];
  const found = await findEntity(memory, entity);
  return found === undefined ? [] : [found];
}

export async function remembered(
  memory: McpMemory,
  note: z.infer<typeof noteShape>,
): Promise<object> {
  const { fact = "", provenance, ttl, entity, kind, visibility } = note;
  if (provenance === undefined || fact.trim() === "") {
    throw fault("invalid_params", "fact and provenance are needed", "Pass both, as text");
  }
  const source = provenance.trim();
  if (source === "") {
    throw fault(
      "provenance_required",
      "provenance is empty",
      'Say where the fact comes from: "user said in chat, 2026-06-12"',
    );
  }
  const until = ttl === undefined ? undefined : lastDay(ttl, Date.now());
  const topic = entity === undefined ? undefined : nameOf(entity);
  const saved = await memory.remember({
    text: fact,
    ...(topic === undefined ? {} : { topic }),
    fields: {
      provenance: source,
      ...(kind === undefined || kind === "fact" ? {} : { kind }),
      ...(until === undefined ? {} : { until }),
      ...(visibility === "private" ? { sensitivity: "secret" } : {}),
    },
  });
  const status = saved.status === "saved" ? "inserted" : "duplicate";
  return {
    ...{ id: factId(saved.id), status, status_text: `${status} in ${saved.file}` },
    entity_slug: topic === undefined ? null : slugify(topic),
    valid_until: until === undefined ? null : endOf(until),
  };
}

/** The last day that a fact holds; Loci counts days. Throws the protocol's invalid_params. */
function lastDay(ttl: string, now: number): string {
  const [, count, unit = ""] = /^(\d{1,6})([mhdw])$/.exec(ttl.trim()) ?? [];
  const minutes = { m: 1, h: 60, d: 1_440, w: 10_080 }[unit];
  const isTime = /^\d{4}-\d\d-\d\d/.test(ttl);
  const time = minutes === undefined ? Date.parse(ttl) : now + Number(count) * minutes * 60_000;
  const last = new Date(time + aheadOfUtcMs);
  if ((isTime || minutes !== undefined) && !Number.isNaN(last.valueOf())) {
    return last.toISOString().slice(0, 10);
  }
  throw fault("invalid_params", `ttl "${ttl}" is not a time`, 'Write "30d", "12h" or 2026-07-12');
}

/** So that the day is not over before, wherever the person is. */
const aheadOfUtcMs = 14 * 3_600_000;

const endOf = (day: string): string => `${day}T23:59:59.999Z`;

function factsOf({ slug, lines }: NamedTopic) {
  return lines.flatMap(({ entry }) => {
    if (entry === undefined) return [];
    const { text, date, fields } = entry;
    const fact_id = factId(entry.id);
    return {
      ...{ id: Number.parseInt(sha256Hex(fact_id).slice(0, 12), 16), fact_id, fact: text },
      ...{
        kind: kindOf(entry),
        entity_slug: slug,
        valid_from: date,
        visibility: fields.sensitivity === "secret" ? "private" : "world",
      },
      provenance: fields.provenance ?? fields.source ?? "Loci",
      valid_until: fields.until === undefined ? null : endOf(fields.until),
    };
  });
}

const kindOf = ({ fields }: McpEntry): string =>
  kinds.find((kind) => kind === fields.kind) ?? "fact";

export function cardOf(topic: NamedTopic, all: readonly NamedTopic[]): object {
  const entries = topic.lines.flatMap(({ entry }) => entry ?? []);
  const updated = entries
    .map(({ date }) => date)
    .sort()
    .at(-1);
  const link = `[[${topic.title}`.toLowerCase();
  const links = all.filter(({ slug }) => slug !== topic.slug).flatMap(({ lines }) => lines);
  return {
    entity: { slug: topic.slug, title: topic.title, type: null },
    ...{ aka: [], summary: topic.summary, edges: [] },
    last_touched: {
      updated_at: updated || null,
      last_retrieved_at: null,
      last_timeline_date: null,
    },
    open_threads: entries
      .filter((entry) => kindOf(entry) === "commitment")
      .slice(0, 3)
      .map(({ text, date }) => ({ kind: "commitment", text, date: date || null })),
    backlink_count: links.filter(({ shown }) => shown.toLowerCase().includes(link)).length,
    active_fact_count: entries.length,
  };
}

export async function near(memory: McpMemory, name: string): Promise<object[]> {
  const { hits } = await memory.recall(name, { limit: 5 });
  return [...new Set(hits.map(({ topic }) => topic))].map((slug) => ({
    ...{ slug, title: slug, create_safety: "probable" },
  }));
}

/** "people/alice-example" is Alice Example. */
const nameOf = (entity: string): string =>
  (entity.split("/").at(-1) ?? "").replace(/[-_\s]+/g, " ").trim();

export async function findEntity(
  memory: McpMemory,
  entity: string,
): Promise<NamedTopic | undefined> {
  const name = nameOf(entity);
  const topic = name === "" ? undefined : await readTopic(memory, name);
  return topic === undefined || topic.lines.length === 0 ? undefined : topic;
}

/** An entry's id with a check, so that one that is gone is told from one that never was. */
const factId = (id: string): string => `${id}.${sha256Hex(`fact ${id}`).slice(0, 6)}`;

export const entryIdIn = (id: string): string | undefined => {
  const entry = id.slice(0, id.lastIndexOf("."));
  return factId(entry) === id ? entry : undefined;
};

export const noFact = (id: string): Fault =>
  fault("not_found", `There is no fact "${id}"`, "recall gives ids, in facts[].fact_id");

/** A failure in the protocol's words. */
export class Fault extends Error {
  readonly code: string;
  readonly suggestion: string;

  constructor(code: string, message: string, suggestion: string) {
    super(message);
    this.code = code;
    this.suggestion = suggestion;
  }
}

export const fault = (code: string, message: string, suggestion: string): Fault =>
  new Fault(code, message, suggestion);
