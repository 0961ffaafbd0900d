import { setTimeout as sleep } from "node:timers/promises";
import type { TurnEvent } from "../agent/turn-event.ts";
import type { Loci } from "../app/loci.ts";
import type { Voice, VoiceRequest } from "../app/voice/voice.ts";
import { LociError } from "../errors.ts";
import type { VoiceEvent } from "../voice/voice-event.ts";
import { type ChatInput, openChatInput } from "./chat-input.ts";
import { answerQuestions, endConversation } from "./converse.ts";
import { createRenderer } from "./render-events.ts";
import { createVoiceRenderer, type RenderVoiceEvent } from "./render-voice.ts";
import type { Screen } from "./screen.ts";
import { digestDeadline } from "./stop-signal.ts";
import { isTerminal } from "./terminal.ts";
import { runVoice } from "./voice-run.ts";
import { voiceStartupLines } from "./voice-startup.ts";

interface Listening {
  readonly screen: Screen;
  readonly loci: Loci;
  readonly stop: AbortSignal;
}

/**
 * Runs a voice conversation until `stop` aborts or the user leaves at the terminal, then digests it. Also answers typed
 * messages, so it works without a microphone. Rejects with LociError AUDIO_FAILED if there is no input at all.
 */
export async function listen(
  { screen, loci, stop }: Listening,
  request: VoiceRequest,
): Promise<void> {
  const { call } = screen;
  const voice = await loci.voice.open(request);
  const hasKeys = isTerminal(call.stdin);
  checkReachable(voice, hasKeys);
  const left = new AbortController();
  const signal = AbortSignal.any([stop, left.signal]);
  const deadline = digestDeadline(stop);
  const { languages } = loci.settings;
  const show = createVoiceRenderer(call, { words: true });
  if (!call.json) voiceStartupLines(voice.inUse, { hasKeys, languages }).forEach(call.note);
  const input = openChatInput(screen, loci, signal);
  const typed = watchTyped(input);
  const microphoneWatch = createMicrophoneWatch(voice, typed, () => left.abort());
  const typing = readTyped({ screen, voice, input, lines: typed.lines, show, signal }).then(() => {
    // After the end of a pipe there is still the microphone.
    if (hasKeys) left.abort();
    else microphoneWatch.endIfIdle();
  });
  try {
    for await (const event of runVoice(voice, signal)) {
      if (!(await microphoneWatch.note(event)) || call.json) show(event);
      else call.error(typeInstead(event));
      microphoneWatch.endIfIdle();
    }
  } finally {
    left.abort();
    input.close();
    await typing;
  }
  microphoneWatch.check();
  await createRenderer(call)(endConversation(voice.conversation, deadline));
}

function typeInstead(event: VoiceEvent): string {
  const why = event.type === "trouble" ? event.message : "";
  return `No microphone works (${why}): type instead; "loci doctor --audio" helps; it listens as soon as there is one`;
}

function checkReachable({ inUse }: Voice, hasKeys: boolean): void {
  if (inUse.activation !== "push" || hasKeys || inUse.button !== null) return;
  throw new LociError(
    "BAD_CONFIG",
    "Cannot be talked to: it waits for a button, and there is none; set voice.button.gpioLine in device.yaml, run it in a terminal, or leave out --push",
  );
}

interface Typing extends Pick<Listening, "screen"> {
  readonly voice: Voice;
  readonly input: ChatInput;
  readonly lines: AsyncIterable<string>;
  readonly show: RenderVoiceEvent;
  readonly signal: AbortSignal;
}

/** Handles typed lines: messages, slash commands as in text chat, and an empty line as a press of the button. */
async function readTyped(typing: Typing): Promise<void> {
  const { screen, voice, input, lines, show, signal } = typing;
  const { call } = screen;
  for await (const line of lines) {
    const text = line.trim();
    if (text === "/quit" || text === "/exit") return;
    if (text.startsWith("/")) {
      const { conversation } = voice;
      const showAll = async (events: AsyncIterable<TurnEvent>): Promise<void> => {
        for await (const event of events) show(event);
      };
      await showAll(conversation.say(text, {}, signal));
      await answerQuestions({ call, input, conversation }, showAll);
    } else if (text !== "") voice.type(text);
    else if (input.isTerminal) voice.press("tap");
  }
}

/** Typed lines from a terminal or a pipe. */
interface Typed {
  readonly isTerminal: boolean;
  readonly lines: AsyncIterable<string>;
  /** Resolves at the first line, or at the end of the input. */
  readonly sign: Promise<void>;
  readonly hasLines: () => boolean;
  readonly hasEnded: () => boolean;
}

/** Wraps the lines of an input to track whether any came and whether it has ended. */
function watchTyped({ isTerminal, lines }: Pick<ChatInput, "isTerminal" | "lines">): Typed {
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
interface MicrophoneWatch {
  /** True if the event reports it and typing is possible. Rejects with LociError AUDIO_FAILED if typing is not possible. */
  note(event: VoiceEvent): Promise<boolean>;
  /** Calls `onEnd` once a pipe has ended and everything from it is answered. */
  endIfIdle(): void;
  /** Throws LociError AUDIO_FAILED if there was no input at all. */
  check(): void;
}

function createMicrophoneWatch(voice: Voice, typed: Typed, onEnd: () => void): MicrophoneWatch {
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
