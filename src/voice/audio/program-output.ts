import { text } from "node:stream/consumers";
import { runProgram } from "../../models/programs/run-program.ts";
import type { ProgramOptions } from "../../models/programs/start-program.ts";

/** A sound card that hangs can make a listing hang (ms). */
const outputMs = 5_000;

/** What a program printed that only prints; '' if it isn't there, fails or doesn't end. */
export const programOutput = (options: ProgramOptions): Promise<string> =>
  text(runProgram({ ...options, does: "", packages: "" }, AbortSignal.timeout(outputMs))).catch(
    () => "",
  );
