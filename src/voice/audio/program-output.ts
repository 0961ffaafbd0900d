import { text } from "node:stream/consumers";
import { type ProgramOptions, startProgram } from "../../models/programs/start-program.ts";
import { within } from "../../within.ts";

/** A sound card that hangs can make a listing hang (ms). */
const outputMs = 5_000;

/** What a program printed that only prints; '' if it isn't there or doesn't end. */
export async function programOutput(options: ProgramOptions): Promise<string> {
  const child = startProgram(options);
  child.stdin.end();
  const printed = text(child.stdout);
  const ended = await within(outputMs, () =>
    Promise.race([printed, child.exited.then(({ cause }) => (cause ? "" : printed))]),
  );
  await child.stop(500);
  printed.catch(() => {}); // It was stopped.
  return ended.type === "done" ? ended.value : "";
}
