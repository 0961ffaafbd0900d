import { z } from "zod";
import { slugify } from "../../vault/slugify.ts";
import type { McpEntry, McpMemory } from "./mcp-ports.ts";
import { type NamedTopic, readTopics } from "./named-topics.ts";

const entityShape = z.object({
  name: z.string().describe("The name of the entity"),
  entityType: z.string().describe("The type of the entity"),
  observations: z.array(z.string()).describe("What is known of it, a sentence each"),
});
const relationShape = z.object({
  from: z.string().describe("The name of the entity where the relation starts"),
  to: z.string().describe("The name of the entity where the relation ends"),
  relationType: z.string().describe("The type of the relation, in active voice"),
});
export const entitiesShape = z.array(entityShape);
export const relationsShape = z.array(relationShape);
export const graphShape = z.object({
  entities: entitiesShape,
  relations: relationsShape,
});
export type Entity = z.infer<typeof entityShape>;
type Relation = z.infer<typeof relationShape>;
export type Graph = z.infer<typeof graphShape>;

export async function readGraph(memory: McpMemory): Promise<Graph> {
  const topics = await readTopics(memory);
  return {
    entities: topics.filter(isEntity).map(entityOf),
    relations: topics.flatMap((topic) =>
      entriesOf(topic).flatMap((entry) => relationOf(topic, entry) ?? []),
    ),
  };
}

/** The entities that fit, and the relations from and to them. */
export function around({ entities, relations }: Graph, fits: (one: Entity) => boolean): Graph {
  const found = entities.filter(fits);
  const within = new Set(found.map(({ name }) => slugify(name)));
  return {
    entities: found,
    relations: relations.filter(
      ({ from, to }) => within.has(slugify(from)) || within.has(slugify(to)),
    ),
  };
}

export const entriesOf = ({ lines }: NamedTopic): McpEntry[] =>
  lines.flatMap(({ entry }) => entry ?? []);

export const isPlain = ({ fields }: McpEntry): boolean =>
  fields.entity === undefined && fields.relation === undefined;

/** What only begins relations is a name, and no entity yet. */
export const isEntity = ({ lines }: NamedTopic): boolean =>
  lines.some(({ entry }) => entry?.fields.relation === undefined);

/** The line that says what an entity is keeps its name as it was given, and an entity of which nothing is known. */
export function entityOf(topic: NamedTopic): Entity {
  const line = entriesOf(topic).find(({ fields }) => fields.entity !== undefined);
  const entityType = line?.fields.entity ?? "topic";
  const named = withoutEnd(line?.text ?? "", `: ${entityType}`);
  const name = named === line?.text ? topic.title : named || topic.title;
  const observations = topic.lines
    .filter(({ entry }) => entry === undefined || isPlain(entry))
    .map(({ shown, entry }) => withoutName(name, entry?.text ?? shown));
  return { name, entityType, observations };
}

export function notesOf({ name, entityType, observations }: Entity) {
  const type = entityType.trim() || "entity";
  const line = { ...noteOf(name, `${name}: ${type}`), fields: { entity: type } };
  return [line, ...observations.map((text) => noteOf(name, text))];
}

/** An observation says no name: alone, nobody would know whom it is about. What another topic says too is one of this as well. */
export const noteOf = (name: string, text: string) => ({
  text: text.toLowerCase().startsWith(name.toLowerCase()) ? text : `${name}: ${text}`,
  topic: name,
  evenIfKnown: true,
});

export const withoutName = (name: string, text: string): string =>
  text.startsWith(`${name}: `) ? text.slice(name.length + 2) : text;

const linkTo = ({ to, relationType }: Omit<Relation, "from">): string =>
  ` ${relationType.replaceAll("_", " ")} [[${to}]]`;

export const sentenceOf = (relation: Relation): string => relation.from + linkTo(relation);

export function relationOf(
  { title }: NamedTopic,
  { text, fields }: McpEntry,
): Relation | undefined {
  const to = /\[\[(.+)\]\]$/.exec(text)?.[1];
  const relationType = fields.relation;
  if (to === undefined || relationType === undefined) return undefined;
  const from = withoutEnd(text, linkTo({ to, relationType }));
  return { from: from === text ? title : from, to, relationType };
}

const withoutEnd = (text: string, end: string): string =>
  text.endsWith(end) ? text.slice(0, -end.length) : text;

export const keyOf = ({ from, to, relationType }: Relation): string =>
  JSON.stringify([slugify(from), slugify(to), relationType]);
