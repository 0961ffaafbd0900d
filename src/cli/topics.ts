import type { Command } from "./command.ts";
import { openFor } from "./open-for.ts";
import { viewerFlags, viewerFrom } from "./viewer-flags.ts";

/** `loci topics`: every topic with its size and newest date. */
export const topics: Command = {
  usage: "topics [flags]",
  summary: "Lists the topics, most recently updated first.",
  flags: {
    all: { type: "boolean", help: "list every file that recall looks at, not only topics" },
    ...viewerFlags,
  },
  examples: ["loci topics", "loci topics --all --json"],
  async run(call) {
    const loci = await openFor(call);
    try {
      const all = await loci.memory.topics(viewerFrom(call));
      const found = all.filter(({ kind }) => call.flags.all === true || kind === "topic");
      if (call.json) call.printJson({ topics: found });
      else {
        for (const { updated, entries, scope, topic, summary, title } of found) {
          const name = scope === "" || topic.startsWith(`${scope}/`) ? topic : `${scope}/${topic}`;
          call.print(
            `${updated.padEnd(10)}  ${String(entries).padStart(4)}  ${name.padEnd(24)}  ${summary || title}`,
          );
        }
        if (found.length === 0 && all.length > 0) {
          call.note(
            `No topics in topics/; ${all.length} other notes are searched: loci topics --all`,
          );
        } else if (found.length === 0) {
          call.note("No topics yet: loci remember 'a first memory' --topic notes");
        }
      }
      return 0;
    } finally {
      await loci.close();
    }
  },
};
