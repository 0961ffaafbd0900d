import type { Call, CommandLine } from "./command.ts";
import { textFlags } from "./flags.ts";
import { withLoci } from "./open-vault.ts";

/** `loci mcp`: the memory for another assistant, over standard input and output. */
export function define(command: CommandLine): void {
  command
    .description("Gives another assistant the memory as tools, over standard input and output.")
    .option("--person <id>", "whose assistant it is: sees what is theirs too")
    .option("--agent <id>", "the agent that it is")
    .option("--at-home", "its model runs at home: it may read what is marked as secret")
    .examples("loci mcp --person ana")
    .runs(mcp);
}

async function mcp(call: Call): Promise<void> {
  const who = textFlags(call, "person", "agent");
  const { stdin, stdout, note: report } = call;
  await withLoci(call, async (loci) => {
    const memory = await loci.forModels({ ...who, isAtHome: call.flags.atHome === true });
    const { serveOverStdio } = await import("../server/mcp/serve-over-stdio.ts");
    await serveOverStdio(memory, loci.settings.banks, { stdin, stdout, report });
  });
}
