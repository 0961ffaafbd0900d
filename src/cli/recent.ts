import type { Command } from "./command.ts";
import { viewerFlags, viewerFrom } from "./flags.ts";
import { withLoci } from "./open-vault.ts";

/** `loci recent`: lists the recently changed topics, with relative times. */
export const recent: Command = {
  usage: "recent [flags]",
  summary: "Shows the topics that were touched lately, newest first.",
  flags: viewerFlags,
  examples: ["loci recent", "loci recent --json"],
  async run(call) {
    return withLoci(call, async (loci) => {
      const topics = await loci.memory.recent(viewerFrom(call));
      if (call.json) call.printJson({ recent: topics });
      else {
        for (const { time, topic, summary, ago } of topics) {
          call.print(`${(ago || time).padEnd(16)}  ${topic.padEnd(24)}  ${summary}`);
        }
        if (topics.length === 0) call.note("Nothing was touched lately");
      }
      return 0;
    });
  },
};
