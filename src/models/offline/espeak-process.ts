import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { errnoOf, LociError, messageOf } from "../../errors.ts";
import { childEnv } from "../child-env.ts";
import { short } from "../server-failure.ts";

export interface EspeakRun {
  readonly program: string;
  readonly args: readonly string[];
  /** Its standard input. */
  readonly text: string;
  /** Milliseconds between two pieces of its output. */
  readonly timeoutMs: number;
}

/**
 * What espeak-ng writes, as it comes; time that the reader takes does not count. Throws LociError MODEL_FAILED, or the
 * signal's reason. The child is gone when this ends, however it ends.
 */
export async function* runEspeak(run: EspeakRun, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  signal.throwIfAborted();
  const child = spawn(run.program, [...run.args], { env: childEnv(), stdio: "pipe" });
  const watch = watchOver(child, run, signal);
  try {
    const chunks = child.stdout[Symbol.asyncIterator]();
    for (;;) {
      const next = await watch.within(chunks.next());
      if (next.done === true) break;
      yield next.value;
    }
    const failure = await watch.failure();
    if (failure !== undefined) throw failure;
  } catch (error) {
    if (error instanceof LociError || signal.aborted) throw signal.aborted ? signal.reason : error;
    throw (await watch.failure()) ?? espeakError(run.program, "answer", messageOf(error), error);
  } finally {
    watch.end();
  }
}

/** Words what is wrong with espeak-ng. */
export function espeakError(
  program: string,
  reason: "missing" | "timeout" | "voice" | "answer",
  state: string,
  cause?: unknown,
): LociError {
  return new LociError("MODEL_FAILED", `Cannot speak with "${program}": ${state}`, {
    data: { reason, program, passing: reason === "timeout" },
    cause,
  });
}

interface Ended {
  readonly code: number | null;
  readonly error?: Error;
}

function watchOver(child: ChildProcessWithoutNullStreams, run: EspeakRun, signal: AbortSignal) {
  let timer: NodeJS.Timeout | undefined;
  let isLate = false;
  let isKilled = false;
  let said = "";
  const kill = (): void => {
    if (isKilled || child.exitCode !== null) return;
    isKilled = true;
    child.kill("SIGTERM");
    const harder = setTimeout(() => child.kill("SIGKILL"), 500);
    child.once("close", () => clearTimeout(harder));
  };
  const ended = new Promise<Ended>((resolve) => {
    child.once("error", (error) => resolve({ code: null, error }));
    child.once("close", (code) => resolve({ code }));
  });
  signal.addEventListener("abort", kill, { once: true });
  child.stderr.on("data", (words: Buffer) => {
    said = `${said}${words.toString("utf8")}`.slice(-1_000);
  });
  child.stdin.on("error", () => undefined); // It may end before it has read all; how it ended says more.
  child.stdin.end(run.text);
  return {
    /** Kills the child if that takes too long; its output then ends. */
    async within<T>(next: Promise<T>): Promise<T> {
      timer = setTimeout(() => {
        isLate = true;
        kill();
      }, run.timeoutMs);
      try {
        return await next;
      } finally {
        clearTimeout(timer);
      }
    },
    /** Why the output ended, once the child has; undefined where nothing is wrong. */
    async failure(): Promise<unknown> {
      const grace = setTimeout(kill, 500);
      const { code, error } = await ended;
      clearTimeout(grace);
      if (signal.aborted) return signal.reason;
      if (isLate) {
        const state = `no sound within ${run.timeoutMs} ms; look whether this device is overloaded`;
        return espeakError(run.program, "timeout", state);
      }
      if (error !== undefined) return startError(run.program, error);
      return code === 0 || (said === "" && isKilled)
        ? undefined
        : exitError(run.program, code, said);
    },
    end(): void {
      signal.removeEventListener("abort", kill);
      kill();
    },
  };
}

function startError(program: string, error: Error): LociError {
  if (errnoOf(error) !== "ENOENT") {
    return espeakError(program, "answer", `it does not start (${short(error.message)})`, error);
  }
  const state = "it is not installed; install it with: apt install espeak-ng";
  return espeakError(program, "missing", state, error);
}

function exitError(program: string, code: number | null, said: string): LociError {
  const words = short(said);
  const state = `it ended with ${code ?? "a signal"}${words === "" ? "" : ` (${words})`}`;
  return espeakError(program, /voice does not exist/i.test(said) ? "voice" : "answer", state);
}
