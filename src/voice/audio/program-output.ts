import {
  type ProgramExit,
  type ProgramOptions,
  startProgram,
} from "../../models/programs/start-program.ts";
import { within } from "../../within.ts";

interface ProgramOutput extends Partial<ProgramExit> {
  readonly text: string;
  /** It did not end in time, and was stopped. */
  readonly isLate: boolean;
}

/** A sound card that hangs can make a listing hang. */
export const outputMs = 5_000;
const maxLength = 1_000_000;

/** Runs a program that only prints. */
export async function programOutput(options: ProgramOptions): Promise<ProgramOutput> {
  const child = startProgram(options);
  child.stdin.end();
  let text = "";
  child.stdout.setEncoding("utf8");
  child.stdout.on("data", (part: string) => {
    if (text.length < maxLength) text += part;
  });
  const closed = new Promise<void>((resolve) => child.stdout.once("close", () => resolve()));
  const ended = await within(outputMs, async () => {
    const exit = await child.exited;
    if (exit.cause === undefined) await closed;
    return exit;
  });
  await child.stop(500);
  return ended.type === "done" ? { ...ended.value, text, isLate: false } : { text, isLate: true };
}
