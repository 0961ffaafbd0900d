import { LociError } from "../errors.ts";
import { slugify } from "../vault/slugify.ts";
import type { McpEntry, McpMemory, McpTopicText } from "./mcp-ports.ts";

/** The topics of one name, such as a person's own and everyone's, read as one: what other memories call an entity or a file. */
export interface NamedTopic {
  readonly slug: string;
  readonly title: string;
  readonly summary: string;
  readonly files: readonly string[];
  readonly lines: readonly TopicLine[];
}

/** A line in force; without an entry it is prose, which only a person changes. */
export interface TopicLine {
  readonly shown: string;
  readonly entry?: McpEntry;
}

/** All that the viewer may know, the last touched first. */
export async function readTopics(memory: McpMemory): Promise<readonly NamedTopic[]> {
  const groups = Map.groupBy(await memory.readTopics(), ({ title }) => slugify(title));
  return [...groups].flatMap(([slug, topics]) => joined(slug, topics) ?? []);
}

/** The topic of a name, title, alias or file. */
export async function readTopic(memory: McpMemory, name: string): Promise<NamedTopic | undefined> {
  const all = await memory.topics();
  const called = (slug: string) => all.filter(({ title }) => slugify(title) === slug);
  const wanted = slugify(name);
  const own = called(wanted);
  if (own.length > 0) return readFiles(memory, wanted, own);
  const other = (await unlessGone(memory.topic(name))) ?? (await unlessGone(memory.topic(wanted)));
  if (other === undefined) return undefined;
  const slug = slugify(other.title);
  return readFiles(memory, slug, called(slug));
}

async function readFiles(
  memory: McpMemory,
  slug: string,
  files: Awaited<ReturnType<McpMemory["topics"]>>,
): Promise<NamedTopic | undefined> {
  const read = await Promise.all(files.map(({ file }) => unlessGone(memory.topic(file))));
  const there = read.filter((one) => one !== undefined);
  return joined(slug, there);
}

function joined(slug: string, topics: readonly McpTopicText[]): NamedTopic | undefined {
  const [first] = topics;
  if (first === undefined) return undefined;
  const { title, summary } = first;
  const lines = topics.flatMap(linesOf);
  return { slug, title, summary, files: topics.map(({ file }) => file), lines };
}

function linesOf(topic: McpTopicText): readonly TopicLine[] {
  const byLine = Map.groupBy(topic.entries, ({ shown }) => shown);
  const lines = topic.text.split("\n").filter((line) => line.trim() !== "");
  return lines.map((shown): TopicLine => {
    const entry = byLine.get(shown)?.shift();
    return entry === undefined ? { shown } : { shown, entry };
  });
}

async function unlessGone<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof LociError && error.code === "NOT_FOUND") return undefined;
    throw error;
  }
}
