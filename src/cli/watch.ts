import type { Command } from "./command.ts";
import { describeBackgroundRound, describeRemote } from "./describe-sync.ts";
import { withLoci } from "./open-vault.ts";
import { untilStopped } from "./stop-signal.ts";
import { keepHeapSmall } from "./tune-v8.ts";

/** `loci watch`: keeps the index up to date until it is stopped. */
export const watch: Command = {
  usage: "watch [flags]",
  summary:
    "Keeps the search index in step with the files, logs and commits what is edited by hand, and syncs it, until it is stopped (loci up does this and more).",
  flags: {},
  examples: ["loci watch", "loci watch --json"],
  async run(call) {
    keepHeapSmall();
    return withLoci(
      call,
      async (loci) => {
        const watcher = await loci.index.watch((change) => {
          if (call.json) call.printJson(change);
          else {
            for (const file of change.indexed) call.print(`indexed ${file}`);
            for (const file of change.removed) call.print(`removed ${file}`);
          }
        });
        const syncing = await loci.sync.keep((report) =>
          describeBackgroundRound(report).forEach(call.note),
        );
        call.note(`Watching ${loci.root}; stop with Ctrl-C`);
        call.note(await describeRemote(loci, syncing !== undefined));
        await untilStopped();
        await watcher.close();
        await syncing?.close();
        await loci.sync.commit();
        return 0;
      },
      { bearsBadSettings: true },
    );
  },
};
