import { parseCommand } from "../../../language/commands/parse-command.ts";
import type { CascadeParts } from "./cascade-parts.ts";
import { asked } from "./dialog.ts";
import { type DialogState, handleCommand, isUrgent } from "./handle-command.ts";
import { followLanguage, readTurn } from "./read-turn.ts";

/** Messages and commands that are typed beside: the same session, and nothing of it is spoken. */
export interface Typing {
  readonly isBusy: boolean;
  type(text: string): void;
}

/** With a mute mouth: its own phrases are emitted as text. */
export interface TypingParts extends CascadeParts {
  readonly dialog: DialogState;
  /** Cuts short what is said now. */
  readonly interrupt: () => void;
}

/** A pipe may hold a whole talk. */
const maxWaiting = 1_000;
/** Typing an answer takes longer than saying it (ms). */
const answerMs = 60_000;

/** Begins with none. */
export function createTyping(parts: TypingParts): Typing {
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

const commandIn = ({ language }: TypingParts, text: string) =>
  parseCommand(text, language.current());

async function take(parts: TypingParts, text: string, stop: AbortSignal): Promise<void> {
  const { dialog, language, attending, sample } = parts;
  const command = commandIn(parts, text);
  if (isUrgent(command)) parts.interrupt();
  const said = { text, command, at: sample() };
  const handled = await handleCommand(parts, dialog, said, { stop, language: language.current() });
  if (handled.type === "message") await answerTyped(parts, handled.text, stop);
  else if (handled.after === "sleeps") attending.slept();
  dialog.question = asked(dialog.question, sample(), answerMs);
}

async function answerTyped(
  parts: TypingParts,
  content: string,
  signal: AbortSignal,
): Promise<void> {
  const { ports, talking, language, dialog, emit } = parts;
  const release = await talking.take();
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
