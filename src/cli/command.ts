import type { ParseArgsOptionsConfig } from "node:util";

/** The environment of a command; tests pass their own. */
export interface CliEnvironment {
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly stdin: NodeJS.ReadStream | NodeJS.ReadableStream;
  readonly stdout: NodeJS.WritableStream & { readonly isTTY?: boolean };
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean };
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** A flag, as `parseArgs` of node:util takes it, with its help. */
export interface Flag {
  readonly type: "string" | "boolean";
  /** It may be repeated; its value is a list. */
  readonly multiple?: true;
  readonly short?: string;
  readonly value?: string;
  readonly help: string;
}

export type FlagValue = string | boolean | readonly string[] | undefined;

/** A parsed command line, and the functions to print with. */
export interface Call extends CliEnvironment {
  readonly words: readonly string[];
  readonly flags: Readonly<Record<string, FlagValue>>;
  readonly json: boolean;
  /** Prints a line to standard output. */
  readonly print: (line: string) => void;
  /** Prints text without a line end to standard output. */
  readonly write: (text: string) => void;
  /** Prints one JSON value on a line of its own. */
  readonly printJson: (value: unknown) => void;
  /** Prints a secondary line to standard output, dimmed on a terminal; nothing under `--quiet`. */
  readonly aside: (line: string) => void;
  /** Prints a note to standard error; nothing under `--quiet`. */
  readonly note: (sentence: string) => void;
  /** Prints an error to standard error, even under `--quiet`. */
  readonly error: (sentence: string) => void;
}

/** A command of `loci`. `run` resolves with the exit code (default 0), or rejects with a LociError. */
export interface Command {
  readonly usage: string;
  readonly summary: string;
  /** Most positional arguments it takes (default: none). */
  readonly words?: number;
  readonly flags: Readonly<Record<string, Flag>>;
  readonly examples: readonly string[];
  run(call: Call): Promise<number | undefined>;
}

/** Flags of every command. */
export const commonFlags: Readonly<Record<string, Flag>> = {
  vault: {
    type: "string",
    value: "DIR",
    help: "the vault (else LOCI_VAULT, a folder upward, ~/loci)",
  },
  json: { type: "boolean", help: "print JSON for scripts" },
  quiet: { type: "boolean", short: "q", help: "print the answer only" },
  help: { type: "boolean", short: "h", help: "show this help" },
};

/** Converts a command's flags to options of `parseArgs`. */
export function parseArgsOptions(command: Command): ParseArgsOptionsConfig {
  const options: ParseArgsOptionsConfig = {};
  for (const [name, flag] of Object.entries({ ...command.flags, ...commonFlags })) {
    const { type, short, multiple } = flag;
    options[name] = { type, ...(short && { short }), ...(multiple && { multiple }) };
  }
  return options;
}

/** Returns the text of `loci COMMAND --help`. */
export function helpOf(command: Command): string {
  const flags = { ...command.flags, ...commonFlags };
  const names = Object.entries(flags).map(([name, flag]): [string, string] => [
    `${flag.short ? `-${flag.short}, ` : "    "}--${name}${flag.value ? ` ${flag.value}` : ""}`,
    flag.help,
  ]);
  const width = Math.max(...names.map(([name]) => name.length)) + 2;
  return [
    `loci ${command.usage}`,
    "",
    command.summary,
    "",
    ...names.map(([name, help]) => `  ${name.padEnd(width)}${help}`),
    "",
    "Examples:",
    ...command.examples.map((example) => `  ${example}`),
  ].join("\n");
}
