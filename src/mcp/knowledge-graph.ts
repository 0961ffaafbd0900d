import { z } from "zod";
import { slugify } from "../vault/slugify.ts";
import type { McpEntry, McpMemory } from "./mcp-ports.ts";
import { type NamedTopic, readTopics } from "./named-topics.ts";

const name = z.string().trim().min(1);
const entityShape = z.object({
  name: name.describe("The name of the entity"),
  entityType: z.string().describe("The type of the entity"),
  observations: z.array(z.string()).describe("What is known of it, a sentence each"),
});
const relationShape = z.object({
  from: name.describe("The name of the entity where the relation starts"),
  to: name.describe("The name of the entity where the relation ends"),
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
  const name = line === undefined ? topic.title : withoutEnd(line.text, `: ${entityType}`);
  const observations = topic.lines
    .filter(({ entry }) => entry === undefined || isPlain(entry))
    .map(({ shown, entry }) => withoutName(name, entry?.text ?? shown));
  return { name, entityType, observations };
}

/** A type as a field of a line can hold it. */
export const typeOf = (type: string): string =>
  type
    .replace(/[#[\]]/g, "")
    .replace(/\s+/g, " ")
    .trim() || "thing";

export function notesOf({ name, entityType, observations }: Entity) {
  const type = typeOf(entityType);
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

const verbOf = (relationType: string): string => ` ${relationType.replaceAll("_", " ")} [[`;

export const sentenceOf = ({ from, to, relationType }: Relation): string =>
  `${from}${verbOf(typeOf(relationType))}${to}]]`;

/** Of a line that was edited by hand, the last link counts. */
export function relationOf(
  { title }: NamedTopic,
  { text, fields: { relation: relationType } }: McpEntry,
): Relation | undefined {
  if (relationType === undefined) return undefined;
  const [from = "", ...rest] = text.split(verbOf(relationType));
  const to = rest.join(verbOf(relationType));
  if (to.endsWith("]]")) return { from, to: to.slice(0, -2), relationType };
  const link = /\[\[([^[\]]+)\]\][^[\]]*$/.exec(text)?.[1];
  return link === undefined ? undefined : { from: title, to: link, relationType };
}

const withoutEnd = (text: string, end: string): string =>
  text.endsWith(end) ? text.slice(0, -end.length) : text;

export const keyOf = ({ from, to, relationType }: Relation): string =>
  JSON.stringify([slugify(from), slugify(to), typeOf(relationType)]);
