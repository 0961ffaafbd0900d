import type { Loci } from "../app.ts";
import type { Call, Command } from "./command.ts";
import { logHappenings } from "./log-happenings.ts";
import { withLoci } from "./open-vault.ts";
import { portFlag, portOf } from "./port-flag.ts";
import { untilStopped } from "./stop-signal.ts";
import { keepHeapSmall } from "./tune-v8.ts";

/** `loci serve`: the HTTP API and MCP, without site, voice, sync and nightly upkeep. */
export const serve: Command = {
  usage: "serve [flags]",
  summary:
    "Serves the HTTP API and MCP until it is stopped, keeps the index in step with the files and digests what was talked about there. `loci up` does this and all the rest.",
  flags: portFlag,
  examples: ["loci serve", "loci serve --vault ~/loci --port 8080"],
  async run(call) {
    keepHeapSmall();
    const { startServer } = await import("../server/start-server.ts");
    return withLoci(
      call,
      async (loci) => {
        const done = await loci.index.refresh();
        const options = { ...portOf(call, loci.settings.server.port), report: call.note };
        const server = await startServer(loci, { ...options, now: call.now });
        try {
          await keepServing(call, loci, done.files, new URL(server.url).origin);
        } finally {
          await server.close();
          await loci.sync.commit();
        }
        return 0;
      },
      { bearsBadSettings: true },
    );
  },
};

/** Until it is told to stop. */
async function keepServing(call: Call, loci: Loci, files: number, address: string): Promise<void> {
  const stopLogging = await logHappenings(loci.settings.log);
  const watcher = await loci.index.watch(() => {});
  const digesting = loci.digest.keep(async () => {});
  if (call.json) call.printJson({ address, files });
  else call.note(`Serving ${files} files at ${address}; the token is in .loci/token`);
  try {
    await untilStopped();
  } finally {
    stopLogging();
    await digesting.close();
    await watcher.close();
  }
}
