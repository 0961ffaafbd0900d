import { messageOf } from "../errors.ts";
import type { Command } from "./command.ts";
import { textFlags } from "./flags.ts";
import { withLoci } from "./open-vault.ts";

/** `loci mcp`: the memory for another assistant, over standard input and output. */
export const mcp: Command = {
  usage: "mcp [flags]",
  words: 0,
  summary:
    "Gives another assistant the memory as tools, over MCP on standard input and output: `recall`, `remember`, `context` and more. Its client starts it.",
  flags: {
    person: { type: "string", value: "ID", help: "whose assistant it is: sees what is theirs too" },
    agent: {
      type: "string",
      value: "ID",
      help: "the agent that it is, for its own memories and the commits",
    },
    "at-home": {
      type: "boolean",
      help: "its model runs at home: it may read what is marked as secret",
    },
  },
  examples: ["loci mcp --person ana"],
  async run(call) {
    const who = textFlags(call, "person", "agent");
    return withLoci(call, async (loci) => {
      const memory = await loci.forModels({ ...who, isAtHome: call.flags["at-home"] === true });
      const { serveOverStdio } = await import("../server/mcp/serve-over-stdio.ts");
      const { stdin, stdout, note } = call;
      const { onChanged, watch } = loci.index;
      const watching = watch(() => {}).catch((error: unknown) => note(messageOf(error)));
      try {
        const streams = { stdin, stdout, report: note, onChanged };
        await serveOverStdio(memory, loci.settings.banks, streams);
      } finally {
        await (await watching)?.close();
      }
      return 0;
    });
  },
};
