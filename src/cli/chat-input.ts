import { once } from "node:events";
import type { Loci } from "../app.ts";
import type { Call } from "./command.ts";
import { readLines } from "./read-lines.ts";
import type { Screen } from "./screen.ts";
import { openTerminal } from "./terminal-input.ts";

/** Where the lines of a conversation come from. */
export interface ChatInput {
  readonly isTerminal: boolean;
  readonly lines: AsyncIterable<string>;
  /** Aborted when the person presses Ctrl-C before the next line. */
  interrupt(): AbortSignal;
  /** One line in answer to a question; undefined where no one can be asked. */
  ask(question: string): Promise<string | undefined>;
  close(): void;
}

/** Lines from a terminal, with a prompt and the history of earlier lines, or from a pipe. */
export function openChatInput(screen: Screen, loci: Loci, stop: AbortSignal): ChatInput {
  const { call } = screen;
  const output = isTerminal(call.stdin) ? promptOutput(call) : undefined;
  return output === undefined ? openPipe(call, stop) : openTerminal({ screen, loci, stop, output });
}

/** A person uses this stream: it is a terminal. */
export function isTerminal(stream: object): boolean {
  return "isTTY" in stream && stream.isTTY === true;
}

/** The answer may go elsewhere; the prompt stands where it is seen. */
function promptOutput({ json, stdout, stderr }: Call): NodeJS.WritableStream | undefined {
  if (!json && isTerminal(stdout)) return stdout;
  return isTerminal(stderr) ? stderr : undefined;
}

function openPipe({ stdin }: Call, stop: AbortSignal): ChatInput {
  return {
    isTerminal: false,
    lines: untilAborted(readLines(stdin), stop),
    interrupt: () => stop,
    ask: async () => undefined,
    close() {
      // An open pipe that is not read any more would keep the process alive.
      if ("destroy" in stdin) stdin.destroy();
    },
  };
}

/** The same lines, but none after the signal, and no waiting for one. */
async function* untilAborted(
  lines: AsyncIterable<string>,
  stop: AbortSignal,
): AsyncGenerator<string> {
  const stopped = stop.aborted
    ? Promise.resolve(undefined)
    : once(stop, "abort").then(() => undefined);
  const iterator = lines[Symbol.asyncIterator]();
  for (;;) {
    const next = await Promise.race([stopped, iterator.next()]);
    if (next === undefined || next.done === true) return;
    yield next.value;
  }
}
