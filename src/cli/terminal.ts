import { LociError } from "../errors.ts";
import type { Call } from "./command.ts";

/** True if the stream is a terminal, that is, used by a person. */
export function isTerminal(stream: object): boolean {
  return "isTTY" in stream && stream.isTTY === true;
}

/** Whether progress is shown: on a terminal, unless `--quiet`. */
export const showsProgress = (call: Call): boolean =>
  isTerminal(call.stderr) && call.flags.quiet !== true;

/** Erases the line of progress. */
export function clearLine(call: Call): void {
  if (showsProgress(call)) call.stderr.write("\r\u001b[K");
}

/** Asks a question that `y` or `yes` answers with true, anything else with false. */
export async function askYesNo(
  { stdin }: Call,
  question: string,
  output: NodeJS.WritableStream,
): Promise<boolean> {
  const { createInterface } = await import("node:readline/promises");
  const line = createInterface({ input: stdin, output });
  try {
    return /^\s*y(?:es)?\s*$/i.test(await line.question(question));
  } finally {
    line.close();
  }
}

/** Asks before a change, unless `--yes` was given. Throws LociError USAGE with `refusal` if there is nobody to ask. */
export async function confirm(call: Call, question: string, refusal: string): Promise<boolean> {
  if (call.flags.yes === true) return true;
  if (!isTerminal(call.stdin) || !isTerminal(call.stdout) || call.json) {
    throw new LociError("USAGE", refusal);
  }
  return askYesNo(call, question, call.stdout);
}
