import type { TurnEvent } from "../agent/turn-event.ts";
import type { Voice, VoiceRequest } from "../app/voice/voice.ts";
import type { Loci } from "../app.ts";
import { LociError } from "../errors.ts";
import type { VoiceEvent } from "../voice/voice-event.ts";
import { type ChatInput, isTerminal, openChatInput } from "./chat-input.ts";
import { answerAsked, endOf } from "./converse.ts";
import { createRenderer } from "./render-events.ts";
import { createVoiceScreen, type ShowVoice } from "./render-voice.ts";
import type { Screen } from "./screen.ts";
import { lastMs, whileAfter } from "./stop-signal.ts";
import { createMicrophoneWatch, watchTyped } from "./voice-microphone-watch.ts";
import { runVoice } from "./voice-run.ts";
import { voiceOpening } from "./voice-startup.ts";

interface Listening {
  readonly screen: Screen;
  readonly loci: Loci;
  readonly stop: AbortSignal;
}

/**
 * Talks by microphone and speaker until it is stopped, or left at the terminal; then what was said is
 * digested. Where no microphone works, what is typed is answered. Throws LociError AUDIO_FAILED without any input.
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
  const deadline = whileAfter(stop, lastMs);
  const { languages, voice: settings } = loci.settings;
  const show = createVoiceScreen(call, { words: true, minConfidence: settings.minConfidence });
  if (!call.json) voiceOpening(voice.inUse, { hasKeys, languages }).forEach(call.note);
  const input = openChatInput(screen, loci, signal);
  const typed = watchTyped(input);
  const microphoneWatch = createMicrophoneWatch(voice, typed, () => left.abort());
  const typing = readTyped({ screen, voice, input, lines: typed.lines, show, signal }).then(() => {
    // A pipe that ends leaves the microphone.
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
  await createRenderer(call)(endOf(voice.conversation, deadline));
}

function typeInstead(event: VoiceEvent): string {
  const why = event.type === "trouble" ? event.message : "";
  return `No microphone works (${why}): type instead; "loci doctor --audio" helps; it listens as soon as there is one`;
}

function checkReachable({ inUse }: Voice, hasKeys: boolean): void {
  if (inUse.activation !== "push" || hasKeys || inUse.button !== null) return;
  throw new LociError(
    "BAD_CONFIG",
    "Cannot be talked to: it waits for a button, and there is none; set voice.button.gpioLine in .loci/device.yaml, run it in a terminal, or leave out --push",
  );
}

interface Typing extends Pick<Listening, "screen"> {
  readonly voice: Voice;
  readonly input: ChatInput;
  readonly lines: AsyncIterable<string>;
  readonly show: ShowVoice;
  readonly signal: AbortSignal;
}

/** Lines are messages, an empty one is the button, and `/…` what it is in a conversation by text. */
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
      await answerAsked({ call, input, conversation }, showAll);
    } else if (text !== "") voice.type(text);
    else if (input.isTerminal) voice.press("tap");
  }
}
