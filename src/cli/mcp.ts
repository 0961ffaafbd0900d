import { LociError, messageOf } from "../errors.ts";
import type { Command } from "./command.ts";
import { textFlags } from "./flags.ts";
import { withLoci } from "./open-vault.ts";

/** `loci mcp`: the memory for another assistant, over standard input and output. */
export const mcp: Command = {
  usage: "mcp [install [CLIENT…] | context] [flags]",
  words: 20,
  summary:
    "Gives another assistant the memory as tools, over MCP on standard input and output: `recall`, `remember`, `context` and more. Its client starts it. `install` writes that into the client's settings, after showing and asking; without a CLIENT it lists those that it knows. `context` prints what a conversation is to begin with.",
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
    "agents-md": {
      type: "string",
      multiple: true,
      value: "FILE",
      help: "install: tell of it in this AGENTS.md or CLAUDE.md, between two marks",
    },
    hooks: {
      type: "boolean",
      help: "install: have Claude Code begin its sessions with the context, and sync at their end",
    },
    "dry-run": { type: "boolean", help: "install: only show what would be written" },
    yes: { type: "boolean", short: "y", help: "install: do not ask" },
  },
  examples: [
    "loci mcp --person ana",
    "loci mcp install claude-code cursor --person ana",
    "loci mcp install --agents-md AGENTS.md --dry-run",
  ],
  async run(call) {
    const [word = "", ...more] = call.words;
    const who = textFlags(call, "person", "agent");
    if (word === "install") {
      const { installMcp } = await import("./mcp-install.ts");
      const isAtHome = call.flags["at-home"] === true;
      return installMcp(call, [
        ...Object.entries(who).flatMap(([flag, value]) => [`--${flag}`, value]),
        ...(isAtHome ? ["--at-home"] : []),
      ]);
    }
    const extra = word === "context" ? more[0] : word;
    if (extra !== undefined && extra !== "") throw noSuchWord(extra);
    return withLoci(call, async (loci) => {
      const memory = await loci.forModels({ ...who, isAtHome: call.flags["at-home"] === true });
      if (word === "context") {
        const { contextText } = await import("../mcp/mcp-tools.ts");
        call.print(await contextText(memory, undefined, 1_500));
        return 0;
      }
      const { serveOverStdio } = await import("../mcp/serve-over-stdio.ts");
      const { stdin, stdout, note } = call;
      const { onChanged, watch } = loci.index;
      const watching = watch(() => {}).catch((error: unknown) => note(messageOf(error)));
      try {
        await serveOverStdio(memory, loci.settings.banks, {
          stdin,
          stdout,
          report: note,
          onChanged,
        });
      } finally {
        await (await watching)?.close();
      }
      return 0;
    });
  },
};

const noSuchWord = (word: string): LociError =>
  new LociError(
    "USAGE",
    `Cannot use "${word}" with "loci mcp": it takes install, context, or no word`,
    { data: { command: "mcp", word } },
  );
