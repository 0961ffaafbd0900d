import type { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { LociError } from "../errors.ts";
import { slugify } from "../vault/slugify.ts";
import {
  around,
  entitiesShape,
  entityOf,
  entriesOf,
  type Graph,
  graphShape,
  isEntity,
  isPlain,
  keyOf,
  noteOf,
  notesOf,
  readGraph,
  relationOf,
  relationsShape,
  sentenceOf,
  typeOf,
  withoutName,
} from "./knowledge-graph.ts";
import type { McpEntry, McpMemory } from "./mcp-ports.ts";
import { type NamedTopic, readTopic, readTopics } from "./named-topics.ts";
import { answer, reads } from "./tool-answer.ts";

const names = z.array(z.string());
const done = { success: z.boolean(), message: z.string() };
const adds = { readOnlyHint: false, destructiveHint: false, openWorldHint: false } as const;
const removes = { destructiveHint: true, idempotentHint: true, openWorldHint: false } as const;

type Shape = z.ZodRawShape;
type Data<S extends Shape> = z.output<z.ZodObject<S>>;

/**
 * The tools of the reference memory server over the vault: an entity is a topic, an observation one of its memories, a relation a
 * memory that links to another topic.
 */
export function addGraphTools(server: McpServer, memory: McpMemory): void {
  /** `text`: what it says in words, where that is not its data. */
  const tool = <In extends Shape, Out extends Shape>(
    name: string,
    [takes, gives, annotations]: readonly [In, Out, typeof reads | typeof adds | typeof removes],
    work: (args: Data<In>) => Promise<Data<Out>>,
    text = (data: Data<Out>): string => JSON.stringify(data, null, 2),
  ) => {
    const [verb = "", ...what] = name.split("_");
    const description = `${verb.charAt(0).toUpperCase()}${verb.slice(1)} ${what.join(" ")} in the knowledge graph`;
    const [inputSchema, outputSchema] = [z.object(takes), z.object(gives)];
    server.registerTool(name, { description, inputSchema, outputSchema, annotations }, (args) =>
      answer(async () => {
        const data = await work(args as Data<In>);
        return { text: text(data), data };
      }),
    );
  };
  const graph = graphShape.shape;
  const graphOf = () => readGraph(memory);
  tool("read_graph", [{}, graph, reads], graphOf);
  tool("search_nodes", [{ query: z.string() }, graph, reads], ({ query }) => search(memory, query));
  tool("open_nodes", [{ names }, graph, reads], async (args) => {
    const wanted = new Set(args.names.map(slugify));
    return around(await graphOf(), ({ name }) => wanted.has(slugify(name)));
  });
  const entities = { entities: entitiesShape };
  const list = (data: object): string => JSON.stringify(Object.values(data)[0], null, 2);
  tool("create_entities", [entities, entities, adds], (args) => create(memory, args), list);
  const relations = { relations: relationsShape };
  tool("create_relations", [relations, relations, adds], (args) => relate(memory, args), list);
  const contents = z.array(z.object({ entityName: z.string(), contents: names }));
  const results = z.array(z.object({ entityName: z.string(), addedObservations: names }));
  tool(
    "add_observations",
    [{ observations: contents }, { results }, adds],
    async ({ observations }) => ({ results: await observe(memory, observations) }),
    list,
  );
  const remove = async (what: string, entries: readonly McpEntry[]) => {
    if (entries.length > 0) await memory.forget(entries.map(({ id }) => id));
    return { success: true, message: `${what} deleted successfully` };
  };
  const say = ({ message }: { message: string }): string => message;
  tool(
    "delete_entities",
    [{ entityNames: names }, done, removes],
    async ({ entityNames }) => remove("Entities", await entriesWith(memory, entityNames)),
    say,
  );
  const deletions = z.array(z.object({ entityName: z.string(), observations: names }));
  tool(
    "delete_observations",
    [{ deletions }, done, removes],
    async (args) => remove("Observations", await observed(memory, args.deletions)),
    say,
  );
  tool(
    "delete_relations",
    [relations, done, removes],
    async (args) => remove("Relations", await related(memory, args.relations)),
    say,
  );
}

/** By their words, as the reference does; where those are nowhere, by what recall finds for them. */
async function search(memory: McpMemory, query: string): Promise<Graph> {
  const graph = await readGraph(memory);
  const words = query.toLowerCase();
  const found = around(graph, ({ name, entityType, observations }) =>
    [name, entityType, ...observations].some((text) => text.toLowerCase().includes(words)),
  );
  if (found.entities.length > 0) return found;
  const { hits } = await memory.recall(query, {});
  const topics = new Set(hits.map(({ topic }) => topic));
  return around(graph, ({ name }) => topics.has(slugify(name)));
}

/** Makes those of which there is none yet, and gives them. */
async function create(memory: McpMemory, { entities }: Pick<Graph, "entities">) {
  const made: Graph["entities"] = [];
  for (const entity of entities) {
    const isTwice = made.some(({ name }) => slugify(name) === slugify(entity.name));
    if (!isTwice && (await readEntity(memory, entity.name)) === undefined) made.push(entity);
  }
  await memory.rememberAll(made.flatMap(notesOf));
  return { entities: made };
}

async function relate(memory: McpMemory, { relations }: Pick<Graph, "relations">) {
  const known = new Set((await readGraph(memory)).relations.map(keyOf));
  const made = relations.filter((one) => !known.has(keyOf(one)) && known.add(keyOf(one)));
  await memory.rememberAll(
    made.map((one) => ({
      ...noteOf(one.from, sentenceOf(one)),
      fields: { relation: typeOf(one.relationType) },
    })),
  );
  return { relations: made };
}

/** Throws LociError NOT_FOUND, with nothing added, where one of the entities is not there. */
async function observe(
  memory: McpMemory,
  observations: readonly { readonly entityName: string; readonly contents: readonly string[] }[],
) {
  const wanted = [];
  for (const { entityName, contents } of observations) {
    const topic = await readEntity(memory, entityName);
    if (topic === undefined) throw notFound(entityName);
    const { name, observations: known } = entityOf(topic);
    const added = [...new Set(contents)].filter((text) => !known.includes(text));
    wanted.push({ entityName, name, added });
  }
  const saved = await memory.rememberAll(
    wanted.flatMap(({ name, added }) => added.map((text) => noteOf(name, text))),
  );
  const statuses = saved.values();
  return wanted.map(({ entityName, added }) => ({
    entityName,
    addedObservations: added.filter(() => statuses.next().value?.status === "saved"),
  }));
}

/** All of these entities, and the relations from and to them. */
async function entriesWith(memory: McpMemory, entities: readonly string[]): Promise<McpEntry[]> {
  const gone = new Set(entities.map(slugify));
  return (await readTopics(memory)).flatMap((topic) => {
    const isGone = gone.has(slugify(entityOf(topic).name));
    return entriesOf(topic).filter(
      (entry) => isGone || gone.has(slugify(relationOf(topic, entry)?.to ?? "")),
    );
  });
}

async function observed(
  memory: McpMemory,
  deletions: readonly { readonly entityName: string; readonly observations: readonly string[] }[],
): Promise<McpEntry[]> {
  const found = deletions.map(async ({ entityName, observations }) => {
    const topic = await readEntity(memory, entityName);
    if (topic === undefined) return [];
    const { name } = entityOf(topic);
    const isMeant = (text: string): boolean => observations.includes(withoutName(name, text));
    return entriesOf(topic).filter((entry) => isPlain(entry) && isMeant(entry.text));
  });
  return (await Promise.all(found)).flat();
}

async function related(
  memory: McpMemory,
  relations: Graph["relations"],
): Promise<readonly McpEntry[]> {
  const gone = new Set(relations.map(keyOf));
  return (await readTopics(memory)).flatMap((topic) =>
    entriesOf(topic).filter((entry) => {
      const relation = relationOf(topic, entry);
      return relation !== undefined && gone.has(keyOf(relation));
    }),
  );
}

async function readEntity(memory: McpMemory, name: string): Promise<NamedTopic | undefined> {
  const topic = await readTopic(memory, name);
  return topic !== undefined && isEntity(topic) ? topic : undefined;
}

const notFound = (name: string): LociError =>
  new LociError("NOT_FOUND", `Entity with name ${name} not found: create_entities makes it`, {
    data: { name },
  });
