import { CommanderError } from "commander";
import picocolors from "picocolors";
import { LociError, messageOf } from "../errors.ts";
import { ownVersion } from "../server/mcp/own-version.ts";
import type { Call, CliEnvironment } from "./command.ts";
import { printable, printableJson } from "./printable.ts";
import { createProgram } from "./program.ts";

/** Runs a command line. Resolves with the exit code: 0 success, 1 failure, 2 wrong usage. Never rejects. */
export async function runCli(
  argv: readonly string[],
  environment: CliEnvironment,
): Promise<number> {
  const [first, ...rest] = argv;
  if (first === "--version" || first === "-V") {
    environment.stdout.write(`${ownVersion()}\n`);
    return 0;
  }
  let code = 0;
  const colors = colorsOf(environment);
  const program = createProgram(async (run, given) => {
    const result = await run(createCall(given, environment, colors));
    if (typeof result === "number") code = result;
  });
  program.configureHelp({ styleTitle: colors.bold, showGlobalOptions: true }).configureOutput({
    writeOut: (text) => environment.stdout.write(text),
    writeErr: (text) => environment.stderr.write(text),
    getOutHasColors: () => colors.isColorSupported,
  });
  const words = first === undefined || first === "help" ? [...rest, "--help"] : [...argv];
  try {
    await program.parseAsync(words, { from: "user" });
    return code;
  } catch (error) {
    // Help has been printed: because it was asked for, or because no command was named.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    return fail(error, argv.includes("--json"), environment);
  }
}

function createCall(
  { words, flags }: Pick<Call, "words" | "flags">,
  environment: CliEnvironment,
  colors: Call["colors"],
): Call {
  const { stdout, stderr } = environment;
  const isQuiet = flags.quiet === true;
  const print: Call["print"] = (line, paint = String) => {
    stdout.write(`${paint(printable(line))}\n`);
  };
  const error = (sentence: string): void => void stderr.write(`${printable(sentence)}\n`);
  return {
    ...environment,
    words,
    flags,
    json: flags.json === true,
    colors,
    print,
    write: (text) => void stdout.write(printable(text)),
    printJson: (value) => void stdout.write(`${printableJson(value)}\n`),
    aside: (line) => {
      if (!isQuiet) print(line, colors.dim);
    },
    error,
    note: (sentence) => {
      if (!isQuiet) error(sentence);
    },
  };
}

function colorsOf({ stdout, env }: CliEnvironment): Call["colors"] {
  return picocolors.createColors(stdout.isTTY === true && !env.NO_COLOR && env.TERM !== "dumb");
}

function fail(error: unknown, json: boolean, { stderr, env }: CliEnvironment): number {
  const known = error instanceof LociError;
  const message = known
    ? messageOf(error)
    : `Something went wrong inside Loci: ${messageOf(error)}; your files are as they were (LOCI_DEBUG=1 shows where)`;
  const code = known ? error.code : "INTERNAL";
  const data = known ? error.data : {};
  stderr.write(
    `${json ? printableJson({ error: { code, message, data } }) : printable(message)}\n`,
  );
  if (env.LOCI_DEBUG && error instanceof Error) stderr.write(`${error.stack}\n`);
  return code === "USAGE" ? 2 : 1;
}
