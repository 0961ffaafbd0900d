import { parseCommand } from "../../../language/commands/parse-command.ts";
import type { CascadeParts } from "./cascade-parts.ts";
import { startAnswerWindow } from "./confirm-forget.ts";
import { type DialogState, handleCommand, isUrgent } from "./handle-command.ts";
import { followLanguage, readTurn } from "./read-turn.ts";

/** Messages and commands typed during a voice conversation: same session, but nothing is spoken. */
export interface TypedInput {
  readonly isBusy: boolean;
  type(text: string): void;
}

/** Its `sayPhrase` emits text instead of speaking. */
export interface TypedInputParts extends CascadeParts {
  readonly dialog: DialogState;
  /** Cuts off the current spoken reply. */
  readonly interrupt: () => void;
}

/** Many, because a pipe may hold a whole conversation. */
const maxWaiting = 1_000;
/** Time to type an answer to a question (ms); longer than for a spoken one. */
const answerMs = 60_000;

export function createTypedInput(parts: TypedInputParts): TypedInput {
  const waiting: string[] = [];
  let current: AbortController | undefined;
  let isBusy = false;
  const drainQueue = async (): Promise<void> => {
    isBusy = true;
    parts.refresh();
    for (let text = waiting.shift(); text !== undefined; text = waiting.shift()) {
      current = new AbortController();
      if (!parts.signal.aborted) {
        await take(parts, text, AbortSignal.any([parts.signal, current.signal]));
      }
      current = undefined;
    }
    isBusy = false;
    parts.refresh();
  };
  return {
    get isBusy() {
      return isBusy;
    },
    type(text) {
      if (text.trim() === "" || waiting.length >= maxWaiting) return;
      waiting.push(text);
      if (commandIn(parts, text)?.type === "stop") {
        current?.abort("interrupted");
        parts.interrupt();
      }
      if (!isBusy) void drainQueue();
    },
  };
}

const commandIn = ({ language }: TypedInputParts, text: string) =>
  parseCommand(text, language.current());

async function take(parts: TypedInputParts, text: string, stop: AbortSignal): Promise<void> {
  const { dialog, language, attention, sample } = parts;
  const command = commandIn(parts, text);
  if (isUrgent(command)) parts.interrupt();
  const said = { text, command, at: sample() };
  const handled = await handleCommand(parts, dialog, said, { stop, language: language.current() });
  if (handled.type === "message") await answerTyped(parts, handled.text, stop);
  else if (handled.after === "sleeps") attention.sleep();
  dialog.question = startAnswerWindow(dialog.question, sample(), answerMs);
}

async function answerTyped(
  parts: TypedInputParts,
  content: string,
  signal: AbortSignal,
): Promise<void> {
  const { ports, conversationLock, language, dialog, emit } = parts;
  const release = await conversationLock.take();
  if (!signal.aborted) {
    await readTurn(ports.conversation, {
      content,
      extra: { mode: "text" },
      signal,
      onEvent(event) {
        followLanguage(language, event);
        if (event.type === "message" && event.role === "assistant" && event.content !== "") {
          dialog.lastReply = event.content;
        }
        emit(event);
      },
    });
  }
  release();
}
