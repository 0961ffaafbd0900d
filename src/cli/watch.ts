import type { Command } from "./command.ts";
import { openFor } from "./open-for.ts";
import { untilStopped } from "./until-stopped.ts";

/** `loci watch`: keeps the index in step until it is stopped. */
export const watch: Command = {
  usage: "watch [flags]",
  summary:
    "Keeps the search index in step with the files, and logs what is edited by hand, until it is stopped (loci up does this and more).",
  flags: {},
  examples: ["loci watch", "loci watch --json"],
  async run(call) {
    const loci = await openFor(call);
    try {
      const watcher = await loci.watch((change) => {
        if (call.json) call.printJson(change);
        else {
          for (const file of change.indexed) call.print(`indexed ${file}`);
          for (const file of change.removed) call.print(`removed ${file}`);
        }
      });
      call.note(`Watching ${loci.root}; stop with Ctrl-C`);
      await untilStopped();
      await watcher.close();
      await loci.commit();
      return 0;
    } finally {
      await loci.close();
    }
  },
};
