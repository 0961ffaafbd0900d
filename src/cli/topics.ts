import type { Loci } from "../app.ts";
import type { Command } from "./command.ts";
import { viewerFlags, viewerFrom } from "./flags.ts";
import { withLoci } from "./open-vault.ts";

/** `loci topics`: lists the topics with their size and newest date. */
export const topics: Command = {
  usage: "topics [flags]",
  summary: "Lists the topics, most recently updated first.",
  flags: {
    all: { type: "boolean", help: "list every file that recall looks at, not only topics" },
    ...viewerFlags,
  },
  examples: ["loci topics", "loci topics --all --json"],
  async run(call) {
    return withLoci(call, async (loci) => {
      const all = await loci.memory.topics(viewerFrom(call));
      const found = all.filter(({ kind }) => call.flags.all === true || kind === "topic");
      if (call.json) call.printJson({ topics: found });
      else for (const topic of found) call.print(rowOf(topic));
      if (found.length === 0 && !call.json) call.note(saysNone(all.length));
      return 0;
    });
  },
};

type TopicRow = Awaited<ReturnType<Loci["memory"]["topics"]>>[number];

function rowOf({ updated, entries, scope, topic, summary, title }: TopicRow): string {
  const name = scope === "" || topic.startsWith(`${scope}/`) ? topic : `${scope}/${topic}`;
  return `${updated.padEnd(10)}  ${String(entries).padStart(4)}  ${name.padEnd(24)}  ${summary || title}`;
}

const saysNone = (others: number): string =>
  others > 0
    ? `No topics in topics/; ${others} other notes are searched: loci topics --all`
    : "No topics yet: loci remember 'a first memory' --topic notes";
