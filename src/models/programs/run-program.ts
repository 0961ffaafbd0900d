import { errnoOf } from "../../errors.ts";
import { type Asked, modelError } from "../servers/failure.ts";
import { short } from "../short.ts";
import { type ProgramOptions, startProgram } from "./start-program.ts";

export interface ProgramRun extends Asked, ProgramOptions {
  /** Its standard input. */
  readonly input?: string;
  /** Debian's packages of it. */
  readonly packages: string;
}

/** What a program writes, as it comes. The signal stops it. Throws LociError where it fails. */
export async function* runProgram(
  run: ProgramRun,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  signal.throwIfAborted();
  const child = startProgram(run);
  signal.addEventListener("abort", () => void child.stop(500), { once: true });
  child.stdin.end(run.input);
  yield* child.stdout;
  const { code, cause, lines } = await child.exited;
  if (errnoOf(cause) === "ENOENT") throw modelError(run, "missing", run.packages);
  const said = short(cause?.message ?? lines.at(-1) ?? "no reason given");
  if (code !== 0) throw modelError(run, "server", `it ended with ${code ?? "a signal"}: ${said}`);
}
