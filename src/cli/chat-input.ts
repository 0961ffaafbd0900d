import {
  clearScreenDown,
  createInterface,
  cursorTo,
  type Interface,
  moveCursor,
} from "node:readline";
import { Writable } from "node:stream";
import { untilAborted } from "../voice/async/read-within.ts";
import type { Call } from "./command.ts";
import { printable } from "./printable.ts";
import { readLines } from "./read-input.ts";
import type { Screen } from "./screen.ts";
import { isTerminal } from "./terminal.ts";

/** The input of a conversation: a terminal with prompt and line history, or a pipe. */
export interface ChatInput {
  readonly isTerminal: boolean;
  readonly lines: AsyncIterable<string>;
  /** Returns a signal for the current turn, which Ctrl-C aborts. */
  interrupt(): AbortSignal;
  close(): void;
}

export function openChatInput(screen: Screen, stop: AbortSignal): ChatInput {
  const { call } = screen;
  const output = isTerminal(call.stdin) ? promptOutput(call) : undefined;
  return output === undefined ? openPipe(call, stop) : openTerminal({ screen, stop, output });
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
    close() {
      // An open pipe would keep the process alive.
      if ("destroy" in stdin) stdin.destroy();
    },
  };
}

interface Terminal {
  readonly screen: Screen;
  readonly stop: AbortSignal;
  readonly output: NodeJS.WritableStream;
}

/** What is typed during a reply is not echoed, and is kept for the next prompt. At the prompt Ctrl-C ends the input. */
function openTerminal({ screen, stop, output }: Terminal): ChatInput {
  const echo = createEcho(output);
  const { stdin } = screen.call;
  const terminal = createInterface({ input: stdin, output: echo.stream, terminal: true });
  terminal.setPrompt("> ");
  const typedAhead: string[] = [];
  let waiting: ((line: string | undefined) => void) | undefined;
  let turn: AbortController | undefined;
  let isClosed = false;
  const settle = (line: string | undefined): void => {
    const take = waiting;
    waiting = undefined;
    screen.setPrompt(undefined);
    if (take !== undefined && line === undefined) output.write("\n");
    echo.mute(true);
    take?.(line);
  };
  terminal.on("line", (line) => {
    if (waiting === undefined) typedAhead.push(line);
    else settle(line);
  });
  terminal.on("close", () => {
    isClosed = true;
    settle(undefined);
  });
  terminal.on("SIGINT", () => {
    if (waiting !== undefined || turn?.signal.aborted !== false) terminal.close();
    else turn.abort();
  });
  const onStop = (): void => settle(undefined);
  stop.addEventListener("abort", onStop, { once: true });
  const next = async (): Promise<string | undefined> => {
    const early = stop.aborted ? undefined : typedAhead.shift();
    if (early !== undefined) output.write(`> ${printable(early)}\n`);
    if (early !== undefined || isClosed || stop.aborted) return early;
    const { promise, resolve } = Promise.withResolvers<string | undefined>();
    waiting = resolve;
    echo.mute(false);
    const prompt = promptOn(terminal, output);
    prompt.show();
    screen.setPrompt(prompt);
    return promise;
  };
  return {
    isTerminal: true,
    lines: promptLines(next),
    interrupt() {
      turn = new AbortController();
      return AbortSignal.any([turn.signal, stop]);
    },
    close() {
      stop.removeEventListener("abort", onStop);
      terminal.close();
    },
  };
}

async function* promptLines(next: () => Promise<string | undefined>): AsyncGenerator<string> {
  for (;;) {
    const line = await next();
    if (line === undefined) return;
    yield line;
  }
}

function promptOn(terminal: Interface, output: NodeJS.WritableStream) {
  return {
    show() {
      Reflect.set(terminal, "prevRows", 0); // Otherwise readline overwrites the lines printed since the last prompt.
      terminal.prompt(true);
    },
    hide() {
      moveCursor(output, 0, -terminal.getCursorPos().rows);
      cursorTo(output, 0);
      clearScreenDown(output);
    },
  };
}

/** Creates the stream that readline writes to. It reaches the terminal only while a prompt is shown. */
function createEcho(output: NodeJS.WritableStream) {
  let isMuted = true;
  const stream = new Writable({
    write(chunk: Uint8Array, _encoding, done) {
      if (!isMuted) output.write(chunk);
      done();
    },
  });
  Object.defineProperty(stream, "columns", { get: () => Reflect.get(output, "columns") });
  return {
    stream,
    mute(muted: boolean): void {
      isMuted = muted;
    },
  };
}
