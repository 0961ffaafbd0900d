import type { Loci } from "../app/loci.ts";
import { showTopic } from "../memory/topics.ts";
import type { Call, CommandLine } from "./command.ts";
import { addViewerFlags, viewerFrom } from "./flags.ts";
import { withLoci } from "./open-vault.ts";
import { padColumns } from "./printable.ts";

/** `loci show`: prints a topic's file, or its data as JSON; without a name, lists the topics. */
export function define(command: CommandLine): void {
  command
    .description("Shows a topic; without a name all of them, last touched first.")
    .argument("[topic...]");
  addViewerFlags(command)
    .examples("loci show cooking", "loci show profile --person ana")
    .runs(show);
}

async function show(call: Call): Promise<void> {
  const name = call.words.join(" ");
  await withLoci(call, (loci) =>
    name === "" ? listTopics(call, loci) : printTopic(call, loci, name),
  );
}

async function printTopic(call: Call, { vault, viewerOf }: Loci, name: string): Promise<void> {
  const { topic, text } = await showTopic(vault, viewerOf(viewerFrom(call)), name);
  if (call.json) {
    const { path, title, frontmatter, entries, passages, problems } = topic;
    return call.printJson({ file: path, title, frontmatter, entries, passages, problems });
  }
  call.print(text.replace(/\r?\n$/, ""));
  call.note(`(${topic.path})`);
}

async function listTopics(call: Call, { memory }: Loci): Promise<void> {
  const viewer = viewerFrom(call);
  const all = await memory.topics(viewer);
  // What fits no topic is in the month's file.
  const topics = all.filter(({ kind }) => kind === "topic" || kind === "general");
  const listed = topics.length > 0 ? topics : all;
  const timesByTopic = new Map(
    (await memory.recent(viewer)).map(({ topic, time }) => [topic, time]),
  );
  // The index knows the second of a day, unless the file has changed since.
  const touched = ({ topic, updated }: TopicRow): string => {
    const time = timesByTopic.get(topic) ?? "";
    return time.startsWith(updated) ? time : updated;
  };
  const rows = listed.toSorted((a, b) => compare(touched(b), touched(a)));
  if (call.json) return call.printJson({ topics: rows });
  for (const row of rows) {
    call.print(lineOf(row), (safe) => call.colors.dim(safe.slice(0, 10)) + safe.slice(10));
  }
  if (rows.length === 0) call.note("No topics yet: loci remember 'a first memory' --topic notes");
}

type TopicRow = Awaited<ReturnType<Loci["memory"]["topics"]>>[number];

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

function lineOf({ updated, entries, scope, topic, summary, title }: TopicRow): string {
  const name = scope === "" || topic.startsWith(`${scope}/`) ? topic : `${scope}/${topic}`;
  const count = String(entries).padStart(4);
  return `${updated.padEnd(10)}  ${count}  ${padColumns(name, 24)}  ${summary || title}`;
}
