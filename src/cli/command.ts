import { Command, type ErrorOptions } from "commander";
import type { createColors } from "picocolors";
import { adviceOn, LociError } from "../errors.ts";

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

type FlagValue = string | boolean | readonly string[] | undefined;

/** A parsed command line, and the functions to print with. */
export interface Call extends CliEnvironment {
  readonly words: readonly string[];
  /** In camel case: `dryRun` for `--dry-run`. */
  readonly flags: Readonly<Record<string, FlagValue>>;
  readonly json: boolean;
  /** Without effect where standard output is no terminal, or `NO_COLOR` is set. */
  readonly colors: ReturnType<typeof createColors>;
  /** Prints a line to standard output. `paint` gets it with all control characters escaped. */
  readonly print: (line: string, paint?: (safe: string) => string) => void;
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

/** Does the work of a command. Resolves with the exit code, or with nothing for 0; rejects with a LociError. */
export type Run = (call: Call) => Promise<unknown>;

/** Runs with the words and flags of the command line. */
export type Runner = (run: Run, given: Pick<Call, "words" | "flags">) => Promise<void>;

/** A command of `loci`, as commander has it, whose mistakes are LociErrors in one sentence. */
export class CommandLine extends Command {
  private readonly runner: Runner;

  constructor(name: string, runner: Runner) {
    super(name);
    this.runner = runner;
  }

  override createCommand(name: string): CommandLine {
    return new CommandLine(name, this.runner);
  }

  /** Adds the examples that end the help. */
  examples(...lines: readonly string[]): this {
    return this.addHelpText("after", `\nExamples:\n  ${lines.join("\n  ")}`);
  }

  runs(run: Run): this {
    return this.action(() => this.runner(run, { words: this.args, flags: this.optsWithGlobals() }));
  }

  override error(message: string, options?: ErrorOptions): never {
    let sentence = message.replace(/^error: (.)/, (_, first: string) => first.toUpperCase());
    const [word = ""] = this.parent?.args ?? [];
    if (options?.code === "commander.excessArguments" && this.isUnnamed(word)) {
      const names = this.parent?.commands.map((command) => command.name()) ?? [];
      sentence = `Unknown command '${word}': ${adviceOn(word, names, `there is ${names.join(", ")}`)}`;
    }
    const path = [this.name()];
    for (let one = this.parent; one !== null; one = one.parent) path.unshift(one.name());
    const help = `"${path.join(" ")} --help" says more`;
    throw new LociError("USAGE", `${sentence.replaceAll("\n", " ")}; ${help}`);
  }

  /** Whether it runs by default, without its name: a first word was meant as the name of another. */
  private isUnnamed(word: string): boolean {
    return this.parent?.parent !== null && word !== this.name();
  }
}
