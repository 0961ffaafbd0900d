import { parseCommand } from "../../../language/commands/parse-command.ts";
import type { CascadeParts } from "../cascade-parts.ts";
import { asked } from "./dialog.ts";
import { followLanguage } from "./follow-language.ts";
import { heed, isUrgent, type Thread } from "./heed.ts";
import { readTurn } from "./read-turn.ts";

/** Messages and commands that are typed beside: the same session, and nothing of it is spoken. */
export interface Typing {
  readonly isBusy: boolean;
  type(text: string): void;
}

/** With a mute mouth: what it would say of its own is told. */
export interface TypingParts extends CascadeParts {
  readonly thread: Thread;
  /** Cuts short what is said now. */
  readonly interrupt: () => void;
}

/** A pipe may hold a whole talk. */
const mostWaiting = 1_000;
/** Who types an answer takes longer than who says it (ms). */
const answerMs = 60_000;

/** Begins with none. */
export function createTyping(parts: TypingParts): Typing {
  const waiting: string[] = [];
  let current: AbortController | undefined;
  let isBusy = false;
  const workOff = async (): Promise<void> => {
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
      if (text.trim() === "" || waiting.length >= mostWaiting) return;
      waiting.push(text);
      if (commandIn(parts, text)?.type === "stop") {
        current?.abort("interrupted");
        parts.interrupt();
      }
      if (!isBusy) void workOff();
    },
  };
}

const commandIn = ({ language }: TypingParts, text: string) =>
  parseCommand(text, language.current());

async function take(parts: TypingParts, text: string, stop: AbortSignal): Promise<void> {
  const { thread, language, attending, sample } = parts;
  const command = commandIn(parts, text);
  if (isUrgent(command)) parts.interrupt();
  const said = { text, command, at: sample() };
  const heeded = await heed(parts, thread, said, { stop, language: language.current() });
  if (heeded.type === "message") await answerTyped(parts, heeded.text, stop);
  else if (heeded.after === "sleeps") attending.slept();
  thread.question = asked(thread.question, sample(), answerMs);
}

async function answerTyped(
  parts: TypingParts,
  content: string,
  signal: AbortSignal,
): Promise<void> {
  const { ports, talking, language, thread, emit } = parts;
  const release = await talking.take();
  if (!signal.aborted) {
    await readTurn(ports.conversation, {
      content,
      extra: { mode: "text" },
      signal,
      onEvent(event) {
        followLanguage(language, event);
        if (event.type === "message" && event.role === "assistant" && event.content !== "") {
          thread.lastReply = event.content;
        }
        emit(event);
      },
    });
  }
  release();
}
