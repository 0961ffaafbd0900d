import { spawn } from "node:child_process";
import type { FileHandle } from "node:fs/promises";
import { errnoOf, LociError } from "../../errors.ts";
import { childEnv } from "../child-env.ts";
import { short } from "../server-failure.ts";

export interface SphinxRun {
  readonly program: string;
  readonly args: readonly string[];
  /** Files that it gets as descriptors 3, 4 and so on. */
  readonly files: readonly FileHandle[];
  readonly timeoutMs: number;
}

/**
 * Runs PocketSphinx and gives the end of its log. Rejects with LociError MODEL_FAILED, or the signal's reason; the child
 * is gone when this settles.
 */
export function runPocketSphinx(run: SphinxRun, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const files = run.files.map(({ fd }) => fd);
    const child = spawn(run.program, [...run.args], {
      env: childEnv(),
      stdio: ["ignore", "ignore", "pipe", ...files],
    });
    let log = "";
    let failure: unknown;
    const stop = (reason: unknown): void => {
      failure ??= reason;
      child.stderr?.destroy(); // Nobody reads it any more, whoever else writes to it.
      child.kill("SIGTERM");
      harder ??= setTimeout(() => child.kill("SIGKILL"), 500);
    };
    const abort = (): void => stop(signal.reason);
    let harder: NodeJS.Timeout | undefined;
    const timer = setTimeout(() => {
      const state = `no answer within ${run.timeoutMs} ms; this device is too slow or overloaded: name a server in voice.transcriber.url, or set a longer voice.transcriber.timeoutMs`;
      stop(sphinxError("timeout", state));
    }, run.timeoutMs);
    const settle = (end: () => void): void => {
      clearTimeout(timer);
      clearTimeout(harder);
      signal.removeEventListener("abort", abort);
      end();
    };
    signal.addEventListener("abort", abort, { once: true });
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      log = `${log}${text}`.slice(-longestLog);
    });
    child.on("error", (error) => {
      if (child.pid === undefined) settle(() => reject(startError(error)));
    });
    child.once("exit", () => {
      // Something that it started may keep its log open for ever.
      harder ??= setTimeout(() => child.stderr?.destroy(), 500);
    });
    child.once("close", (code) => {
      const problem = failure ?? (code === 0 ? undefined : exitError(code, log));
      settle(() => (problem === undefined ? resolve(log) : reject(problem)));
    });
  });
}

/** Words what is wrong with PocketSphinx. */
export function sphinxError(
  reason: "missing" | "timeout" | "answer" | "language",
  state: string,
  cause?: unknown,
): LociError {
  return new LociError("MODEL_FAILED", `Cannot transcribe with "pocketsphinx": ${state}`, {
    data: { reason, passing: reason === "timeout" },
    cause,
  });
}

/** What to do where a part of it is missing. */
export function missingError(what: string, cause?: unknown): LociError {
  const state = `${what}; install it with: apt install pocketsphinx pocketsphinx-en-us`;
  return sphinxError("missing", state, cause);
}

/** More than half a minute of speech makes. */
const longestLog = 256 * 1024;

function startError(error: Error): LociError {
  return errnoOf(error) === "ENOENT"
    ? missingError("it is not installed", error)
    : sphinxError("answer", `it does not start (${short(error.message)})`, error);
}

function exitError(code: number | null, log: string): LociError {
  const line = log.split("\n").findLast((said) => /^(?:ERROR|FATAL)/.test(said)) ?? "";
  const words = short(line.replace(/^\w+:\s*(?:"[^"]*",\s*line \d+:)?\s*/, ""));
  return sphinxError(
    "answer",
    `it ended with ${code ?? "a signal"}${words === "" ? "" : ` (${words})`}`,
  );
}
