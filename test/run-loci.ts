import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "..");
/** The Node that runs the tests, and the command line: from source, or as `LOCI_TEST_MAIN` has it, which is what people install. */
export const lociCommand: readonly [string, string] = [
  process.execPath,
  resolve(root, process.env.LOCI_TEST_MAIN ?? join("src", "cli", "main.ts")),
];

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `loci` as a process of its own, with a home that is empty and the input given. */
export function runLoci(
  args: readonly string[],
  options: {
    readonly input?: string;
    readonly env?: Record<string, string>;
    readonly cwd?: string;
  } = {},
): Promise<Ran> {
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

/** Where the vaults of this process's tests are known as made here. */
const stateHome = mkdtempSync(join(tmpdir(), "loci-test-state-"));
process.once("exit", () => rmSync(stateHome, { recursive: true, force: true }));

/** The environment without any setting of the person who runs the tests. */
export function cleanEnv(extra: Record<string, string> = {}): Record<string, string> {
  return {
    PATH: process.env.PATH ?? "",
    HOME: "/nonexistent",
    XDG_STATE_HOME: stateHome,
    GIT_CONFIG_NOSYSTEM: "1",
    TZ: "Europe/Madrid",
    ...extra,
  };
}

/** Runs `loci … --json` and gives the parsed lines of its answer. Throws what it said when it failed. */
export async function lociJson(
  args: readonly string[],
  options: Parameters<typeof runLoci>[1] = {},
): Promise<unknown[]> {
  const { code, stdout, stderr } = await runLoci([...args, "--json"], options);
  if (code !== 0) throw new Error(`loci ${args.join(" ")} exited ${code}: ${stderr}`);
  return stdout
    .split("\n")
    .filter((line) => line !== "")
    .map((line): unknown => JSON.parse(line));
}
