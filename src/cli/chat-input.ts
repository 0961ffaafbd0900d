import type { Loci } from "../app/loci.ts";
import { untilAborted } from "../voice/async/read-within.ts";
import type { Call } from "./command.ts";
import { readLines } from "./read-input.ts";
import type { Screen } from "./screen.ts";
import { isTerminal } from "./terminal.ts";
import { openTerminal } from "./terminal-input.ts";

/** The input of a conversation: a terminal or a pipe. */
export interface ChatInput {
  readonly isTerminal: boolean;
  readonly lines: AsyncIterable<string>;
  /** Returns a signal for the current turn, which Ctrl-C aborts. */
  interrupt(): AbortSignal;
  /** Asks a question and returns the answer; undefined if there is nobody to ask. */
  ask(question: string): Promise<string | undefined>;
  close(): void;
}

/** Opens the input: a terminal with prompt and line history, or a pipe. */
export function openChatInput(screen: Screen, loci: Loci, stop: AbortSignal): ChatInput {
  const { call } = screen;
  const output = isTerminal(call.stdin) ? promptOutput(call) : undefined;
  return output === undefined ? openPipe(call, stop) : openTerminal({ screen, loci, stop, output });
}

/** Returns the stream to prompt on, since standard output may be redirected; undefined if there is no terminal. */
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
      // An open pipe would keep the process alive.
      if ("destroy" in stdin) stdin.destroy();
    },
  };
}
