import { setTimeout as sleep } from "node:timers/promises";
import type { Voice } from "../app/voice/voice.ts";
import { LociError } from "../errors.ts";
import type { VoiceEvent } from "../voice/voice-event.ts";
import type { ChatInput } from "./chat-input.ts";

/** Lines from a terminal or a pipe. */
export interface Typed {
  readonly isTerminal: boolean;
  readonly lines: AsyncIterable<string>;
  /** The first line came, or it is known that none comes. */
  readonly sign: Promise<void>;
  readonly hasLines: () => boolean;
  readonly hasEnded: () => boolean;
}

/** The lines of an input, and what is known of them by now. */
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

/** A microphone that never gave a sound is most likely not there at all: only what is typed is left. */
export interface MicrophoneWatch {
  /** True where the event reports it and typing is possible. Throws LociError AUDIO_FAILED where it is not. */
  note(event: VoiceEvent): Promise<boolean>;
  /** Ends where a pipe has, and all that it held is answered. */
  endIfIdle(): void;
  /** Throws LociError AUDIO_FAILED where nothing was heard, nor typed. */
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

/** A pipe that holds nothing shows its end about as soon as the microphone fails (ms). */
const signMs = 1_000;
const noWait = { ref: false };
