import type { ParseArgsOptionsConfig } from "node:util";

/** The world a command runs in; tests pass their own. */
export interface CliEnvironment {
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly stdin: NodeJS.ReadStream | NodeJS.ReadableStream;
  readonly stdout: NodeJS.WritableStream & { readonly isTTY?: boolean };
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean };
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** One flag, as `node:util`'s parseArgs takes it, with its line of help. */
export interface Flag {
  readonly type: "string" | "boolean";
  /** It may be given several times: its value is then the list of them. */
  readonly multiple?: true;
  readonly short?: string;
  readonly value?: string;
  readonly help: string;
}

export type FlagValue = string | boolean | readonly string[] | undefined;

/** What a command gets: its words, its flags, and how to speak. */
export interface Call extends CliEnvironment {
  readonly words: readonly string[];
  readonly flags: Readonly<Record<string, FlagValue>>;
  readonly json: boolean;
  /** Prints a line of the answer. */
  readonly print: (line: string) => void;
  /** Prints a piece of the answer, as it comes. */
  readonly write: (text: string) => void;
  /** Prints one JSON value on a line of its own. */
  readonly printJson: (value: unknown) => void;
  /** Prints a line beside the answer: dim where the terminal can; nothing under `--quiet`. */
  readonly aside: (line: string) => void;
  /** Says something beside the answer, on standard error; nothing under `--quiet`. */
  readonly note: (sentence: string) => void;
  /** Says what failed, on standard error, even under `--quiet`. */
  readonly error: (sentence: string) => void;
}

/** A command of `loci`. `run` returns the exit code, 0 when it returns nothing; it throws LociError to fail. */
export interface Command {
  readonly usage: string;
  readonly summary: string;
  /** Most words it takes beside its flags; none where it is left out. */
  readonly words?: number;
  readonly flags: Readonly<Record<string, Flag>>;
  readonly examples: readonly string[];
  run(call: Call): Promise<number | undefined>;
}

/** Flags that every command takes. */
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

/** All flags of a command in the form parseArgs takes. */
export function parseArgsOptions(command: Command): ParseArgsOptionsConfig {
  const options: ParseArgsOptionsConfig = {};
  for (const [name, flag] of Object.entries({ ...command.flags, ...commonFlags })) {
    const { type, short, multiple } = flag;
    options[name] = { type, ...(short && { short }), ...(multiple && { multiple }) };
  }
  return options;
}

/** The text of `loci COMMAND --help`. */
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
