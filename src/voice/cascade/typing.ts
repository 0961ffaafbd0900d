import type { CascadeParts } from "./cascade-parts.ts";
import { followLanguage } from "./follow-language.ts";
import { readTurn } from "./read-turn.ts";

/** Messages that are typed beside: the same session, and nothing of it is spoken. */
export interface Typing {
  readonly isBusy: boolean;
  type(text: string): void;
}

const mostWaiting = 20;

/** Begins with none. */
export function createTyping(parts: CascadeParts): Typing {
  const waiting: string[] = [];
  let isBusy = false;
  const workOff = async (): Promise<void> => {
    isBusy = true;
    parts.refresh();
    for (let text = waiting.shift(); text !== undefined; text = waiting.shift()) {
      await answerTyped(parts, text);
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
      if (!isBusy) void workOff();
    },
  };
}

async function answerTyped(parts: CascadeParts, content: string): Promise<void> {
  const { ports, talking, language, emit, signal } = parts;
  const release = await talking.take();
  if (!signal.aborted) {
    await readTurn(ports.conversation, {
      content,
      extra: { mode: "text" },
      signal,
      onEvent(event) {
        followLanguage(language, event);
        emit(event);
      },
    });
  }
  release();
}
