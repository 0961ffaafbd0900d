import type { Command } from "commander";
import { CommandLine, type Runner } from "./command.ts";

/** A command's own file; it is loaded only where the command is called. */
interface CommandFile {
  /** Declares arguments, flags, help and what the command does. */
  define(command: CommandLine): void;
}

type Entry = readonly [summary: string, load: () => Promise<CommandFile>];

/** All commands by the groups of `loci --help`. */
const groups: Readonly<Record<string, Readonly<Record<string, Entry>>>> = {
  "Every day:": {
    init: ["make a vault, or join one", () => import("./init.ts")],
    up: ["run everything: index, sync, site, and the agent to talk to", () => import("./up.ts")],
    chat: ["talk, in the terminal", () => import("./chat.ts")],
    voice: ["talk by voice", () => import("./voice.ts")],
    recall: ["find memories", () => import("./recall.ts")],
    remember: ["save a memory", () => import("./remember.ts")],
    forget: ["remove memories, with what mentions them", () => import("./forget.ts")],
    undo: ["take the last change back, or a memory out of the archive", () => import("./undo.ts")],
    sync: ["commit, fetch, merge and push", () => import("./sync.ts")],
    doctor: ["find and explain problems", () => import("./doctor.ts")],
  },
  "Looking back:": {
    show: ["show a topic, or list them all", () => import("./show.ts")],
    history: ["show what was learned and changed, and when", () => import("./history.ts")],
    why: ["say where a memory comes from", () => import("./why.ts")],
    sessions: ["list, show, end or delete conversations", () => import("./sessions.ts")],
    digest: [
      "turn waiting conversations, or a transcript, into memory",
      () => import("./digest.ts"),
    ],
  },
  "Housekeeping:": {
    upkeep: ["tidy the vault now, as every night", () => import("./upkeep.ts")],
    index: ["bring the index up to date, or rebuild it", () => import("./index-vault.ts")],
    config: ["show each setting and where it comes from", () => import("./config.ts")],
    site: ["build the vault's web pages", () => import("./site.ts")],
  },
  "Other programs:": {
    mcp: ["give another assistant the memory as tools (MCP)", () => import("./mcp.ts")],
    token: ["make, list or revoke a person's tokens for HTTP", () => import("./token.ts")],
    import: ["import memories from another program", () => import("./import.ts")],
    export: ["export memories for another program", () => import("./export.ts")],
    "merge-file": ["merge one file, for plain git", () => import("./merge-file.ts")],
  },
};

/** What only programs call. */
const hidden: readonly string[] = ["merge-file"];

const commands = new Map(Object.values(groups).flatMap((group) => Object.entries(group)));

/** The names of all commands, in the order of `loci --help`. */
export const commandNames: readonly string[] = [...commands.keys()];

/** Creates the command line. A command's file is loaded once the line names the command. */
export function createProgram(runner: Runner): CommandLine {
  const program = new CommandLine("loci", runner)
    .description("A memory in plain Markdown files.")
    .helpCommand(false)
    .exitOverride()
    .option("--vault <dir>", "the vault (else LOCI_VAULT, a folder upward, ~/loci)")
    .option("--json", "print JSON for scripts")
    .option("-q, --quiet", "print the answer only")
    .option("-V, --version", "print the version")
    .helpOption("-h, --help", "show this help")
    .addHelpText("after", '\n"loci <command> --help" shows its flags and examples.');
  for (const [heading, group] of Object.entries(groups)) {
    for (const [name, [summary]] of Object.entries(group)) {
      program
        .command(name, { hidden: hidden.includes(name) })
        .summary(summary)
        .helpGroup(heading);
    }
  }
  return program.hook("preSubcommand", (_, command) =>
    defineCommand(command.copyInheritedSettings(program)),
  );
}

/** Loads a command's file, which declares the rest of it. */
export async function defineCommand(command: Command): Promise<void> {
  const [, load] = commands.get(command.name()) ?? [];
  if (command instanceof CommandLine) (await load?.())?.define(command);
}
