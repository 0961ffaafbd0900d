import { errnoOf, LociError } from "../../errors.ts";
import { within } from "../../within.ts";
import { seconds } from "../servers/failure.ts";
import { short } from "../short.ts";
import { type ProgramExit, type ProgramOptions, startProgram } from "./start-program.ts";

export interface ProgramRun extends ProgramOptions {
  /** What it is there for: "speak", "transcribe". */
  readonly does: string;
  /** Its standard input. */
  readonly input?: string;
  /** Longest wait for its next word and for its end (ms); time that the reader takes does not count. */
  readonly waitMs: number;
  /** Debian's packages of it. */
  readonly packages: string;
}

/**
 * What a program writes, as it comes. Throws LociError MODEL_FAILED, or the signal's reason. However this ends, the
 * child is stopped.
 */
export async function* runProgram(
  run: ProgramRun,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  signal.throwIfAborted();
  const child = startProgram(run);
  let isLate = false;
  const stop = (): Promise<void> => child.stop(500);
  signal.addEventListener("abort", stop, { once: true });
  child.stdin.end(run.input);
  try {
    const pieces = child.stdout[Symbol.asyncIterator]();
    for (;;) {
      const timer = setTimeout(() => {
        isLate = true;
        void stop();
      }, run.waitMs);
      // How the program ended says more than how its output did.
      const next = await pieces.next().catch(() => ({ done: true, value: undefined }) as const);
      clearTimeout(timer);
      if (next.done === true) break;
      yield next.value;
    }
    if ((await within(500, () => child.exited)).type === "late") void stop();
    const exit = await child.exited;
    if (signal.aborted) throw signal.reason;
    const late = `nothing came of it within ${seconds(run.waitMs)}; this device is too slow or overloaded: name a server in its place`;
    if (isLate) throw programError(run, "timeout", late);
    if (exit.code !== 0) throw endError(run, exit);
  } finally {
    signal.removeEventListener("abort", stop);
    await stop();
  }
}

type Named = Pick<ProgramRun, "does" | "program" | "packages">;

/** Words what is wrong with a program. */
export function programError(
  { does, program }: Named,
  reason: "missing" | "timeout" | "answer" | "language",
  state: string,
  cause?: unknown,
): LociError {
  return new LociError("MODEL_FAILED", `Cannot ${does} with "${program}": ${state}`, {
    data: { reason, program, passing: reason === "timeout" },
    cause,
  });
}

/** What to do where it, or a part of it, is missing. */
export function missingError(run: Named, what: string, cause?: unknown): LociError {
  const state = `${what} is not installed; install it with: apt install ${run.packages}`;
  return programError(run, "missing", state, cause);
}

function endError(run: Named, { code, cause, lines }: ProgramExit): LociError {
  if (cause !== undefined && errnoOf(cause) === "ENOENT") return missingError(run, "it", cause);
  const line = lines.findLast((said) => /^(?:ERROR|FATAL)/.test(said)) ?? lines.at(-1) ?? "";
  const words = short(cause?.message ?? line.replace(/^\w+:\s*"[^"]*",\s*line \d+:\s*/, ""));
  const state = `it ended with ${code ?? "a signal"}${words === "" ? "" : ` (${words})`}`;
  return programError(run, "answer", state, cause);
}
