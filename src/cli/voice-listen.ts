import type { Voice, VoiceRequest } from "../app/voice/voice.ts";
import type { Loci } from "../app.ts";
import { LociError } from "../errors.ts";
import type { VoiceEvent } from "../voice/voice-event.ts";
import { runChatCommand } from "./chat-commands.ts";
import { type ChatInput, isTerminal, openChatInput } from "./chat-input.ts";
import { endOf } from "./converse.ts";
import { createRenderer } from "./render-events.ts";
import type { Screen } from "./screen.ts";
import { createVoiceScreen, type ShowVoice } from "./show-voice.ts";
import { voiceOpening } from "./voice-opening.ts";
import { runVoice } from "./voice-run.ts";
import { lastMs, whileAfter } from "./while-after.ts";

interface Listening {
  readonly screen: Screen;
  readonly loci: Loci;
  readonly stop: AbortSignal;
}

/**
 * Talks by microphone and speaker until it is stopped, or who sits at the terminal leaves; then what was said is
 * digested. Throws LociError AUDIO_FAILED where it cannot hear from the start.
 */
export async function listen(
  { screen, loci, stop }: Listening,
  request: VoiceRequest,
): Promise<void> {
  const { call } = screen;
  const voice = await loci.openVoice(request);
  const hasKeys = isTerminal(call.stdin);
  checkReachable(voice, hasKeys);
  const left = new AbortController();
  const signal = AbortSignal.any([stop, left.signal]);
  const patience = whileAfter(stop, lastMs);
  const show = createVoiceScreen(call, { words: true });
  if (!call.json)
    voiceOpening(voice.inUse, { hasKeys, languages: loci.settings.languages }).forEach(call.note);
  const input = openChatInput(screen, loci, signal);
  const typing = readTyped({ screen, loci, voice, input, show, signal }).then(() => {
    if (hasKeys) left.abort(); // A pipe that ends leaves the microphone.
  });
  try {
    for await (const event of runVoice(voice, signal)) {
      checkHears(voice, event);
      show(event);
    }
  } finally {
    left.abort();
    input.close();
    await typing;
  }
  await createRenderer(call)(endOf(voice.conversation, patience));
}

/** A microphone that never gave a sound is most likely not there at all. */
function checkHears(voice: Voice, event: VoiceEvent): void {
  const isDeaf = event.type === "trouble" && event.part === "microphone" && event.code !== "silent";
  if (isDeaf && !voice.hasHeard()) {
    throw new LociError("AUDIO_FAILED", event.message, { data: { reason: event.code } });
  }
}

function checkReachable({ inUse }: Voice, hasKeys: boolean): void {
  if (inUse.activation !== "push" || hasKeys || inUse.button !== null) return;
  throw new LociError(
    "BAD_CONFIG",
    "Cannot be talked to: it waits for a button, and there is none; set voice.button.gpioLine in .loci/device.yaml, run it in a terminal, or leave out --push",
  );
}

interface Typing extends Pick<Listening, "screen" | "loci"> {
  readonly voice: Voice;
  readonly input: ChatInput;
  readonly show: ShowVoice;
  readonly signal: AbortSignal;
}

/** Lines are messages, an empty one is the button, and `/…` what it is in a conversation by text. */
async function readTyped({ screen, loci, voice, input, show, signal }: Typing): Promise<void> {
  const { call } = screen;
  for await (const line of input.lines) {
    const text = line.trim();
    if (text === "/quit" || text === "/exit") return;
    if (text.startsWith("/")) {
      const context = { call, loci, conversation: voice.conversation, input, signal };
      for await (const event of runChatCommand(context, text)) show(event);
    } else if (text !== "") voice.type(text);
    else if (input.isTerminal) voice.press("tap");
  }
}
