import type { TurnEvent } from "../agent/turn-event.ts";
import type { Voice, VoiceRequest } from "../app/voice/voice.ts";
import type { Loci } from "../app.ts";
import { LociError } from "../errors.ts";
import type { VoiceEvent } from "../voice/voice-event.ts";
import { type ChatInput, openChatInput } from "./chat-input.ts";
import { answerQuestions, endConversation } from "./converse.ts";
import { createRenderer } from "./render-events.ts";
import { createVoiceRenderer, type RenderVoiceEvent } from "./render-voice.ts";
import type { Screen } from "./screen.ts";
import { digestDeadline } from "./stop-signal.ts";
import { isTerminal } from "./terminal.ts";
import { createMicrophoneWatch, watchTyped } from "./voice-microphone-watch.ts";
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
  const { languages, voice: settings } = loci.settings;
  const show = createVoiceRenderer(call, { words: true, minConfidence: settings.minConfidence });
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
    "Cannot be talked to: it waits for a button, and there is none; set voice.button.gpioLine in .loci/device.yaml, run it in a terminal, or leave out --push",
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
