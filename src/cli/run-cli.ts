import { parseArgs, styleText } from "node:util";
import { adviceOn, LociError, messageOf } from "../errors.ts";
import type { Call, CliEnvironment, Command, FlagValue } from "./command.ts";
import { helpOf, parseArgsOptions } from "./command.ts";
import { commands } from "./commands.ts";
import { printable, printableJson } from "./printable.ts";

/** Runs a command line. Resolves with the exit code: 0 success, 1 failure, 2 wrong usage. Never rejects. */
export async function runCli(
  argv: readonly string[],
  environment: CliEnvironment,
): Promise<number> {
  const json = argv.includes("--json");
  try {
    return await dispatch(argv, environment);
  } catch (error) {
    return fail(error, json, environment);
  }
}

async function dispatch(argv: readonly string[], environment: CliEnvironment): Promise<number> {
  const [name, ...rest] = commandFirst(argv);
  if (name === undefined || name === "help" || name === "--help" || name === "-h") {
    return help(rest[0], environment);
  }
  if (name === "--version" || name === "-V") {
    const { ownVersion } = await import("../server/mcp/own-version.ts");
    environment.stdout.write(`${ownVersion()}\n`);
    return 0;
  }
  const command = await loadCommand(name);
  const { words, flags } = parse(name, command, rest);
  if (flags.help === true) {
    environment.stdout.write(`${helpOf(command)}\n`);
    return 0;
  }
  checkWords(name, command, words);
  return (await command.run(createCall(words, flags, environment))) ?? 0;
}

/** Moves flags before the command behind it: `loci --vault DIR stats`. */
function commandFirst(argv: readonly string[]): readonly string[] {
  const rest = [...argv];
  const leading: string[] = [];
  while (rest[0]?.startsWith("--") === true && !/^--(?:help|version)$/.test(rest[0])) {
    const [flag = ""] = rest.splice(0, 1);
    leading.push(flag);
    if (flag === "--vault") leading.push(...rest.splice(0, 1));
  }
  return [...rest, ...leading];
}

function checkWords(name: string, command: Command, words: readonly string[]): void {
  const most = command.words ?? 0;
  const extra = words[most];
  if (extra === undefined) return;
  throw new LociError(
    "USAGE",
    `Cannot use "${extra}" with "loci ${name}": it is one word too many; usage: loci ${command.usage}`,
    { data: { command: name, word: extra } },
  );
}

async function loadCommand(name: string): Promise<Command> {
  const entry = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (entry !== undefined) return entry.load();
  const names = Object.keys(commands);
  const advice = adviceOn(name, names, '"loci --help" lists them all');
  throw new LociError("USAGE", `Cannot run "loci ${name}": there is no such command; ${advice}`, {
    data: { command: name },
  });
}

function parse(name: string, command: Command, argv: readonly string[]) {
  const options = parseArgsOptions(command);
  try {
    const { values, positionals } = parseArgs({ args: [...argv], options, allowPositionals: true });
    return { words: positionals, flags: values as Record<string, FlagValue> };
  } catch (error) {
    const flag = /'(-{1,2}[^\s'=,<]+)/.exec(String(error))?.[1] ?? "";
    const word = flag.replace(/^-+/, "");
    const isKnown = Object.entries(options).some(
      ([own, { short }]) => own === word || short === word,
    );
    const names = Object.keys(options);
    const advice = isKnown
      ? "it is missing its value, or has one it does not take"
      : `there is no such flag; ${adviceOn(word, names, `it takes ${names.map((own) => `--${own}`).join(", ")}`).replace(/"(.*)"/, '"--$1"')}`;
    throw new LociError(
      "USAGE",
      `Cannot use "${flag}" with "loci ${name}": ${advice}; "loci ${name} --help" says more`,
      { cause: error, data: { command: name, flag } },
    );
  }
}

function createCall(
  words: readonly string[],
  flags: Readonly<Record<string, FlagValue>>,
  environment: CliEnvironment,
): Call {
  return {
    ...environment,
    words,
    flags,
    json: flags.json === true,
    print: (line) => void environment.stdout.write(`${printable(line)}\n`),
    write: (text) => void environment.stdout.write(printable(text)),
    printJson: (value) => void environment.stdout.write(`${printableJson(value)}\n`),
    aside: (line) => {
      if (flags.quiet !== true) environment.stdout.write(`${dim(printable(line), environment)}\n`);
    },
    error: (sentence) => void environment.stderr.write(`${printable(sentence)}\n`),
    note: (sentence) => {
      if (flags.quiet !== true) environment.stderr.write(`${printable(sentence)}\n`);
    },
  };
}

/** Dims text. Call it after `printable`, which would escape the codes. */
function dim(text: string, { stdout, env }: CliEnvironment): string {
  const isPlain = stdout.isTTY !== true || Boolean(env.NO_COLOR) || env.TERM === "dumb";
  return isPlain ? text : styleText("dim", text, { validateStream: false });
}

async function help(name: string | undefined, environment: CliEnvironment): Promise<number> {
  if (name !== undefined && !name.startsWith("-")) {
    environment.stdout.write(`${helpOf(await loadCommand(name))}\n`);
    return 0;
  }
  const lines = Object.entries(commands).flatMap(([key, { summary }]) =>
    summary === undefined ? [] : [`  ${key.padEnd(12)}${summary}`],
  );
  environment.stdout.write(
    [
      "loci: a memory in plain Markdown files",
      "",
      ...lines,
      "",
      "loci COMMAND --help shows its flags and examples; every command takes --vault DIR, --json and --quiet.",
      "",
    ].join("\n"),
  );
  return 0;
}

function fail(error: unknown, json: boolean, environment: CliEnvironment): number {
  const known = error instanceof LociError;
  const message = known
    ? messageOf(error)
    : `Something went wrong inside Loci: ${messageOf(error)}; your files are as they were (LOCI_DEBUG=1 shows where)`;
  const code = known ? error.code : "INTERNAL";
  environment.stderr.write(
    json
      ? `${printableJson({ error: { code, message, data: known ? error.data : {} } })}\n`
      : `${printable(message)}\n`,
  );
  if (environment.env.LOCI_DEBUG && error instanceof Error)
    environment.stderr.write(`${error.stack}\n`);
  return code === "USAGE" ? 2 : 1;
}
