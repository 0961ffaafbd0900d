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
  const wait = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    const ended = await within(run.waitMs, work, signal);
    if (ended.type === "aborted") throw signal.reason;
    if (ended.type === "done") return ended.value;
    if (ended.type === "failed") return undefined; // How the program ended says more than how its output did.
    const state = `nothing came of it within ${seconds(run.waitMs)}; this device is too slow or overloaded: name a server in its place`;
    throw programError(run, "timeout", state);
  };
  child.stdin.end(run.input);
  try {
    const pieces: AsyncIterator<Buffer> = child.stdout[Symbol.asyncIterator]();
    for (;;) {
      const next = await wait(() => pieces.next());
      if (next === undefined || next.done === true) break;
      yield next.value;
    }
    const exit = await wait(() => child.exited);
    if (exit !== undefined && exit.code !== 0) throw endError(run, exit);
  } finally {
    await child.stop(500);
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
  const data = { reason, program, passing: reason === "timeout" };
  return new LociError("MODEL_FAILED", `Cannot ${does} with "${program}": ${state}`, {
    data,
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
  const state = `it ended with ${code ?? "a signal"} (${short(cause?.message ?? line)})`;
  return programError(run, "answer", state, cause);
}
