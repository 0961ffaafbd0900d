import { once } from "node:events";
import { createInterface, type Interface } from "node:readline/promises";
import type { Loci } from "../app.ts";
import { readChatHistory, saveChatHistory } from "./chat-history.ts";
import type { Call } from "./command.ts";
import { readLines } from "./read-lines.ts";

/** Where the lines of a conversation come from. */
export interface ChatInput {
  readonly isTerminal: boolean;
  readonly lines: AsyncIterable<string>;
  /** Aborted when the person presses Ctrl-C before the next line. */
  interrupt(): AbortSignal;
  /** One line in answer to a question; undefined where there is nobody to ask. */
  ask(question: string): Promise<string | undefined>;
  close(): void;
}

/** Lines from a terminal, with a prompt and the history of earlier lines, or from a pipe. */
export function openChatInput(call: Call, loci: Loci, stop: AbortSignal): ChatInput {
  const isTerminal = "isTTY" in call.stdin && call.stdin.isTTY === true;
  return isTerminal ? openTerminal(call, loci, stop) : openPipe(call, stop);
}

function openPipe(call: Call, stop: AbortSignal): ChatInput {
  return {
    isTerminal: false,
    lines: untilAborted(readLines(call.stdin), stop),
    interrupt: () => stop,
    ask: async () => undefined,
    close() {},
  };
}

function openTerminal(call: Call, loci: Loci, stop: AbortSignal): ChatInput {
  const history = loci.settings.privacy.enabled ? readChatHistory(loci.lociDir) : [];
  const terminal = createInterface({
    input: call.stdin,
    output: call.stdout,
    prompt: "> ",
    history,
    historySize: 500,
  });
  let turn: AbortController | undefined;
  terminal.on("SIGINT", () => {
    if (turn === undefined || turn.signal.aborted) terminal.close();
    else turn.abort();
  });
  terminal.on("history", (lines) => {
    if (loci.settings.privacy.enabled) saveChatHistory(loci.lociDir, lines);
  });
  return {
    isTerminal: true,
    lines: untilAborted(
      promptLines(terminal, call, () => (turn = undefined)),
      stop,
    ),
    interrupt() {
      turn = new AbortController();
      return AbortSignal.any([turn.signal, stop]);
    },
    ask: (question) => terminal.question(question, { signal: stop }).catch(() => undefined),
    close: () => terminal.close(),
  };
}

async function* promptLines(
  terminal: Interface,
  call: Call,
  onPrompt: () => void,
): AsyncGenerator<string> {
  if (!call.json) call.note('Talk, or ask; "remember that …" saves at once; /help says more');
  const closed = once(terminal, "close").then(() => undefined);
  for (;;) {
    onPrompt();
    const line = await Promise.race([terminal.question("> ").catch(() => undefined), closed]);
    if (line === undefined) return;
    yield line;
  }
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
    const next = await Promise.race([iterator.next(), stopped]);
    if (next === undefined || next.done === true) return;
    yield next.value;
  }
}
