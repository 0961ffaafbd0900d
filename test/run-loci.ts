import { spawn } from "node:child_process";
import { join, resolve } from "node:path";
import { Readable, Writable } from "node:stream";

const root = resolve(import.meta.dirname, "..");
/** The command line as people install it, where the tests are to run that. */
const built = process.env.LOCI_TEST_MAIN;
/** The Node that runs the tests, and the command line: from source, or as `LOCI_TEST_MAIN` has it. */
export const lociCommand: readonly [string, string] = [
  process.execPath,
  resolve(root, built ?? join("src", "cli", "main.ts")),
];

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface RunOptions {
  readonly input?: string;
  readonly env?: Record<string, string>;
  readonly cwd?: string;
  /** The time it is, in ms since the epoch: a process of its own has none but the machine's. */
  readonly now?: () => number;
}

/**
 * Runs `loci` with a home that is empty and the input given: in this process, which takes a fifth of the time, unless
 * what people install is tested.
 */
export function runLoci(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const isOwn = built !== undefined || startsProcesses.has(args[0] ?? "");
  return isOwn ? spawnLoci(args, options) : runHere(args, options);
}

/** Astro takes over the process it runs in, and `loci up` starts itself again to build the site. */
const startsProcesses: ReadonlySet<string> = new Set(["site", "up"]);

/** Runs `loci` as a process of its own: for processes beside each other, and limits of one. */
export function spawnLoci(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const [node, main] = lociCommand;
  const child = spawn(node, [main, ...args], {
    cwd: options.cwd ?? "/",
    env: cleanEnv(options.env),
    stdio: ["pipe", "pipe", "pipe"],
  });
  child.stdin.end(options.input ?? "");
  child.stdin.on("error", () => {}); // The process may end without reading its input.
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text) => {
    stderr += text;
  });
  return new Promise((done, reject) => {
    child.once("error", reject);
    child.once("close", (code) => done({ code, stdout, stderr }));
  });
}

async function runHere(args: readonly string[], options: RunOptions): Promise<Ran> {
  const { runCli } = await import("../src/cli/run-cli.ts");
  const env = cleanEnv(options.env);
  const [stdout, stderr] = [new Collected(), new Collected()];
  const code = await inTimeZone(env.TZ, () =>
    runCli(args, {
      env,
      cwd: options.cwd ?? "/",
      stdin: Readable.from(options.input === undefined ? [] : [Buffer.from(options.input)]),
      ...{ stdout, stderr },
      now: options.now ?? Date.now,
    }),
  );
  return { code, stdout: stdout.text, stderr: stderr.text };
}

/** What is written to it, as text. */
class Collected extends Writable {
  private readonly chunks: Buffer[] = [];

  override _write(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    this.chunks.push(chunk);
    done();
  }

  get text(): string {
    return Buffer.concat(this.chunks).toString("utf8");
  }
}

let zoned = 0;
const ownZone = process.env.TZ;

/** A time zone belongs to the whole process: it is set while any command runs, and all of them have the same. */
async function inTimeZone<T>(zone: string | undefined, work: () => Promise<T>): Promise<T> {
  if (zone !== undefined) process.env.TZ = zone;
  zoned++;
  try {
    return await work();
  } finally {
    zoned--;
    if (zoned > 0) {
      // Another one still runs.
    } else if (ownZone === undefined) delete process.env.TZ;
    else process.env.TZ = ownZone;
  }
}
/** Settings and tokens of the device that this process's tests run on. */
export const configFolder = process.env.LOCI_CONFIG_DIR ?? "";

/** The environment without any setting of the person who runs the tests. */
export function cleanEnv(extra: Record<string, string> = {}): Record<string, string> {
  return {
    PATH: process.env.PATH ?? "",
    HOME: "/nonexistent",
    LOCI_CONFIG_DIR: configFolder,
    GIT_CONFIG_NOSYSTEM: "1",
    TZ: "Europe/Madrid",
    LOCI_MODEL_FIND: "false",
    ...extra,
  };
}

/** Runs `loci … --json` and gives the parsed lines of its answer. Throws what it said when it failed. */
export async function lociJson(
  args: readonly string[],
  options: RunOptions = {},
  run = runLoci,
): Promise<unknown[]> {
  const { code, stdout, stderr } = await run([...args, "--json"], options);
  if (code !== 0) throw new Error(`loci ${args.join(" ")} exited ${code}: ${stderr}`);
  return stdout
    .split("\n")
    .filter((line) => line !== "")
    .map((line): unknown => JSON.parse(line));
}
