import { exportMemories } from "../memory/export-memories.ts";
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
    .runs(printMemories);
}

async function printMemories(call: Call): Promise<void> {
  const what = { secrets: call.flags.secrets === true, archive: call.flags.archive === true };
  await withLoci(call, async ({ vault, viewerOf }) => {
    const viewer = viewerOf(viewerFrom(call));
    for (const memory of await exportMemories(vault, viewer, what)) call.printJson(memory);
  });
}
