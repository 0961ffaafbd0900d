import { setTimeout as sleep } from "node:timers/promises";
import type { Voice } from "../app/voice/voice.ts";
import { LociError } from "../errors.ts";
import type { VoiceEvent } from "../voice/voice-event.ts";
import type { ChatInput } from "./chat-input.ts";

/** Typed lines from a terminal or a pipe. */
export interface Typed {
  readonly isTerminal: boolean;
  readonly lines: AsyncIterable<string>;
  /** Resolves at the first line, or at the end of the input. */
  readonly sign: Promise<void>;
  readonly hasLines: () => boolean;
  readonly hasEnded: () => boolean;
}

/** Wraps the lines of an input to track whether any came and whether it has ended. */
export function watchTyped({ isTerminal, lines }: Pick<ChatInput, "isTerminal" | "lines">): Typed {
  const { promise: sign, resolve } = Promise.withResolvers<void>();
  let hasLines = false;
  let hasEnded = false;
  const watched = async function* (): AsyncGenerator<string> {
    try {
      for await (const line of lines) {
        hasLines = true;
        resolve();
        yield line;
      }
    } finally {
      hasEnded = true;
      resolve();
    }
  };
  return {
    ...{ isTerminal, sign, lines: watched() },
    hasLines: () => hasLines,
    hasEnded: () => hasEnded,
  };
}

/** Handles a microphone that has never delivered sound, and so probably doesn't exist: only typed input is left. */
export interface MicrophoneWatch {
  /** True if the event reports it and typing is possible. Rejects with LociError AUDIO_FAILED if typing is not possible. */
  note(event: VoiceEvent): Promise<boolean>;
  /** Calls `onEnd` once a pipe has ended and everything from it is answered. */
  endIfIdle(): void;
  /** Throws LociError AUDIO_FAILED if there was no input at all. */
  check(): void;
}

export function createMicrophoneWatch(
  voice: Voice,
  typed: Typed,
  onEnd: () => void,
): MicrophoneWatch {
  let trouble: Trouble | undefined;
  const hasNoInput = (): boolean =>
    !typed.isTerminal && voice.inUse.button === null && typed.hasEnded() && !typed.hasLines();
  const check = (): void => {
    if (trouble === undefined || !hasNoInput()) return;
    const { message, code } = trouble;
    throw new LociError("AUDIO_FAILED", message, { data: { reason: code } });
  };
  return {
    check,
    async note(event) {
      if (event.type === "mended" && event.part === "microphone") trouble = undefined;
      if (!isMicrophoneTrouble(event) || voice.lastFrameAt() !== 0) return false;
      trouble = event;
      if (!typed.isTerminal) await Promise.race([typed.sign, sleep(signMs, undefined, noWait)]);
      check();
      return true;
    },
    endIfIdle() {
      if (trouble === undefined || typed.isTerminal || !typed.hasEnded()) return;
      const isIdle = voice.state === "asleep" || voice.state === "listening";
      if (hasNoInput() || (isIdle && typed.hasLines())) onEnd();
    },
  };
}

type Trouble = Extract<VoiceEvent, { type: "trouble" }>;

const isMicrophoneTrouble = (event: VoiceEvent): event is Trouble =>
  event.type === "trouble" && event.part === "microphone" && event.code !== "silent";

/** How long to wait for a pipe to show whether it holds anything (ms). */
const signMs = 1_000;
const noWait = { ref: false };
