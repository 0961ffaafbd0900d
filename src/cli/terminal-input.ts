import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  clearScreenDown,
  createInterface,
  cursorTo,
  type Interface,
  moveCursor,
} from "node:readline";
import { Writable } from "node:stream";
import type { Loci } from "../app/loci.ts";
import { readSmallFile } from "../vault/read-small-file.ts";
import type { ChatInput } from "./chat-input.ts";
import { printable } from "./printable.ts";
import type { Screen } from "./screen.ts";

/**
 * Opens a terminal as chat input. What is typed during a reply is not echoed, and is kept for the next prompt. Ctrl-C stops
 * a reply; at the prompt it ends the input.
 */
export function openTerminal(surroundings: {
  readonly screen: Screen;
  readonly loci: Loci;
  readonly stop: AbortSignal;
  readonly output: NodeJS.WritableStream;
}): ChatInput {
  const { screen, loci, stop, output } = surroundings;
  const keepsHistory = loci.settings.privacy.enabled;
  const echo = createEcho(output);
  const terminal = createInterface({
    input: screen.call.stdin,
    output: echo.stream,
    terminal: true,
    history: keepsHistory ? readChatHistory(loci.lociDir) : [],
    historySize: 500,
  });
  const prompt = createPrompt(terminal, echo, surroundings);
  let turn: AbortController | undefined;
  terminal.on("SIGINT", () => {
    if (prompt.asks() === "question") prompt.settle(undefined);
    else if (prompt.asks() === "line" || turn?.signal.aborted !== false) terminal.close();
    else turn.abort();
  });
  terminal.on("history", (lines) => {
    if (prompt.asks() === "question")
      lines.shift(); // Answers to questions don't belong in the history.
    else if (keepsHistory) saveChatHistory(loci.lociDir, lines);
  });
  const onStop = (): void => prompt.settle(undefined);
  stop.addEventListener("abort", onStop, { once: true });
  return {
    isTerminal: true,
    lines: promptLines(() => {
      turn = undefined;
      return prompt.next("> ", "line");
    }),
    interrupt() {
      turn = new AbortController();
      return AbortSignal.any([turn.signal, stop]);
    },
    ask: (question) => prompt.next(question, "question"),
    close() {
      stop.removeEventListener("abort", onStop);
      terminal.close();
      echo.close();
    },
  };
}

type Asked = "line" | "question";

/** Manages the prompt: shows it while a line is awaited, and keeps lines that were typed ahead. */
function createPrompt(
  terminal: Interface,
  echo: Echo,
  { screen, stop, output }: Parameters<typeof openTerminal>[0],
) {
  const typedAhead: string[] = [];
  let waiting: { readonly asks: Asked; take(line: string | undefined): void } | undefined;
  let isClosed = false;
  const settle = (line: string | undefined): void => {
    const { take } = waiting ?? {};
    waiting = undefined;
    screen.setPrompt(undefined);
    if (take !== undefined && line === undefined) output.write("\n");
    echo.mute(true);
    take?.(line);
  };
  const show = (): void => {
    Reflect.set(terminal, "prevRows", 0); // Otherwise readline overwrites the lines printed since the last prompt.
    terminal.prompt(true);
  };
  const hide = (): void => {
    moveCursor(output, 0, -terminal.getCursorPos().rows);
    cursorTo(output, 0);
    clearScreenDown(output);
  };
  terminal.on("line", (line) => {
    if (waiting === undefined) typedAhead.push(line);
    else settle(line);
  });
  terminal.on("close", () => {
    isClosed = true;
    settle(undefined);
  });
  return {
    asks: (): Asked | undefined => waiting?.asks,
    settle,
    next(prompt: string, asks: Asked): Promise<string | undefined> {
      const early = stop.aborted ? undefined : typedAhead.shift();
      if (early !== undefined) output.write(`${prompt}${printable(early)}\n`);
      if (early !== undefined || isClosed || stop.aborted) return Promise.resolve(early);
      const { promise, resolve } = Promise.withResolvers<string | undefined>();
      waiting = { asks, take: resolve };
      echo.mute(false);
      terminal.setPrompt(prompt);
      show();
      screen.setPrompt({ hide, show });
      return promise;
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

interface Echo {
  readonly stream: Writable;
  mute(muted: boolean): void;
  close(): void;
}

/** Creates the stream that readline writes to. It reaches the terminal only while a prompt is shown. */
function createEcho(output: NodeJS.WritableStream): Echo {
  let isMuted = true;
  const stream = new Writable({
    write(chunk: Uint8Array, _encoding, done) {
      if (!isMuted) output.write(chunk);
      done();
    },
  });
  Object.defineProperty(stream, "columns", { get: () => Reflect.get(output, "columns") });
  const onResize = (): void => void stream.emit("resize");
  output.on("resize", onResize);
  return {
    stream,
    mute(muted: boolean): void {
      isMuted = muted;
    },
    close: (): void => void output.off("resize", onResize),
  };
}

const fileIn = (lociDir: string): string => join(lociDir, "chat-history");

/** Reads the lines typed in earlier conversations, newest first. */
function readChatHistory(lociDir: string): string[] {
  try {
    const text = readSmallFile(fileIn(lociDir)) ?? "";
    return text
      .split("\n")
      .filter((line) => line !== "")
      .map(printable);
  } catch {
    return []; // The history is only a convenience.
  }
}

/** Saves the lines in a file that only this user can read. */
function saveChatHistory(lociDir: string, lines: readonly string[]): void {
  try {
    writeFileSync(fileIn(lociDir), `${lines.join("\n")}\n`, { mode: 0o600 });
    chmodSync(fileIn(lociDir), 0o600);
  } catch {
    // The history is only a convenience; a full disk is reported elsewhere.
  }
}
