import type { Call, CommandLine } from "./command.ts";
import { addViewerFlags, viewerFrom } from "./flags.ts";
import { withLoci } from "./open-vault.ts";

/** `loci export`: hands the memories to another program. */
export function define(command: CommandLine): void {
  command
    .description("Writes all memories that you may see as JSON lines; `loci import` reads them.")
    .option("--archive", "those in archive/ too")
    .option("--secrets", "what is marked as secret too");
  addViewerFlags(command)
    .examples("loci export > memories.jsonl", "loci export --person ana")
    .runs(exportMemories);
}

async function exportMemories(call: Call): Promise<void> {
  const what = { secrets: call.flags.secrets === true, archive: call.flags.archive === true };
  await withLoci(call, async ({ transfer }) => {
    for (const memory of await transfer.export(what, viewerFrom(call))) call.printJson(memory);
  });
}
