import type { Loci } from "../app/loci.ts";
import type { Call, Command } from "./command.ts";
import { viewerFlags, viewerFrom } from "./flags.ts";
import { withLoci } from "./open-vault.ts";

/** `loci show`: prints a topic's file, or its data as JSON; without a name, lists the topics. */
export const show: Command = {
  usage: "show [TOPIC] [flags]",
  words: Number.POSITIVE_INFINITY,
  summary:
    "Shows a topic by name, alias, title or file: the file itself, or its entries as JSON. Without a name it lists all topics, last touched first.",
  flags: {
    all: {
      type: "boolean",
      help: "without a name: list every file that recall looks at, not only topics",
    },
    ...viewerFlags,
  },
  examples: [
    "loci show",
    "loci show --all --json",
    "loci show cooking",
    "loci show profile --person ana",
  ],
  async run(call) {
    const name = call.words.join(" ");
    return withLoci(call, async (loci) => {
      if (name === "") await listTopics(call, loci);
      else await showTopic(call, loci, name);
      return 0;
    });
  },
};

async function showTopic(call: Call, loci: Loci, name: string): Promise<void> {
  const { topic, text } = await loci.memory.show(name, viewerFrom(call));
  if (call.json) {
    const { path, title, frontmatter, entries, passages, problems } = topic;
    call.printJson({ file: path, title, frontmatter, entries, passages, problems });
  } else {
    call.print(text.replace(/\r?\n$/, ""));
    call.note(`(${topic.path})`);
  }
}

async function listTopics(call: Call, loci: Loci): Promise<void> {
  const viewer = viewerFrom(call);
  const all = await loci.memory.topics(viewer);
  const listed = all.filter(({ kind }) => call.flags.all === true || kind === "topic");
  const recent = await loci.memory.recent(viewer);
  const timesByTopic = new Map(recent.map(({ topic, time }) => [topic, time]));
  const touched = ({ topic, updated }: TopicRow): string => {
    const time = timesByTopic.get(topic) ?? "";
    return time.startsWith(updated) ? time : updated;
  };
  const topics = listed.toSorted((a, b) => compare(touched(b), touched(a)));
  if (call.json) return call.printJson({ topics });
  for (const topic of topics) call.print(rowOf(topic));
  if (topics.length === 0) call.note(saysNone(all.length));
}

type TopicRow = Awaited<ReturnType<Loci["memory"]["topics"]>>[number];

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

function rowOf({ updated, entries, scope, topic, summary, title }: TopicRow): string {
  const name = scope === "" || topic.startsWith(`${scope}/`) ? topic : `${scope}/${topic}`;
  return `${updated.padEnd(10)}  ${String(entries).padStart(4)}  ${name.padEnd(24)}  ${summary || title}`;
}

const saysNone = (others: number): string =>
  others > 0
    ? `No topics in topics/; ${others} other notes are searched: loci show --all`
    : "No topics yet: loci remember 'a first memory' --topic notes";
