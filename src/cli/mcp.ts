import { LociError, messageOf } from "../errors.ts";
import { type ToolSet, toolSets } from "../server/mcp/tool-sets.ts";
import type { Call, Command } from "./command.ts";
import { textFlag } from "./flags.ts";
import { withLoci } from "./open-vault.ts";

/** `loci mcp`: the memory for another assistant, over standard input and output. */
export const mcp: Command = {
  usage: "mcp [flags]",
  summary:
    "Gives another assistant the memory as tools, over MCP on standard input and output: `recall`, `remember`, `context` and more. Its client starts it.",
  flags: {
    person: { type: "string", value: "ID", help: "whose assistant it is: sees what is theirs too" },
    agent: {
      type: "string",
      value: "ID",
      help: "the agent that it is, for its own memories and the commits",
    },
    tools: {
      type: "string",
      value: "SET",
      help: `by whose names: ${toolSets.join(", ")} (loci)`,
    },
    "at-home": {
      type: "boolean",
      help: "its model runs at home: it may read what is marked as secret",
    },
  },
  examples: [
    "loci mcp --person ana",
    "loci mcp --tools reference",
    "claude mcp add loci -- loci mcp --vault ~/loci --person ana",
  ],
  async run(call) {
    const who = { ...textFlag(call, "person"), ...textFlag(call, "agent") };
    const tools = toolSetFrom(call);
    return withLoci(call, async (loci) => {
      const memory = await loci.forModels({ ...who, isAtHome: call.flags["at-home"] === true });
      const { serveOverStdio } = await import("../server/mcp/serve-over-stdio.ts");
      const { stdin, stdout, note } = call;
      const { onChanged, watch } = loci.index;
      const watching = watch(() => {}).catch((error: unknown) => note(messageOf(error)));
      try {
        const offered = { banks: loci.settings.banks, tools };
        await serveOverStdio(memory, offered, { stdin, stdout, report: note, onChanged });
      } finally {
        await (await watching)?.close();
      }
      return 0;
    });
  },
};

function toolSetFrom(call: Call): ToolSet {
  const { tools: name = "loci" } = textFlag(call, "tools");
  const tools = toolSets.find((one) => one === name);
  if (tools !== undefined) return tools;
  throw new LociError("USAGE", `Cannot use --tools "${name}": there is ${toolSets.join(", ")}`, {
    data: { flag: "tools", value: name },
  });
}
