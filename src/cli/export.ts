import { exportMemories } from "../memory/transfer.ts";
import type { Call, CommandLine } from "./command.ts";
import { addViewerFlags, viewerFrom } from "./flags.ts";
import { withLoci } from "./open-vault.ts";

/** `loci export`: hands the memories to another program. */
export function define(command: CommandLine): void {
  command
    .description("Writes all memories that you may see as JSON lines; `loci import` reads them.")
    .option("--secrets", "what is marked as secret too");
  addViewerFlags(command)
    .examples("loci export > memories.jsonl", "loci export --person ana")
    .runs(printMemories);
}

async function printMemories(call: Call): Promise<void> {
  const secrets = call.flags.secrets === true;
  await withLoci(call, async ({ vault, viewerOf }) => {
    const viewer = viewerOf(viewerFrom(call));
    for (const memory of exportMemories(vault, viewer, { secrets })) call.printJson(memory);
  });
}
