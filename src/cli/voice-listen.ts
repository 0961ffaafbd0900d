import type { Voice, VoiceRequest } from "../app/voice/open-voice.ts";
import { LociError } from "../errors.ts";
import { untilAborted } from "../voice/async/read-within.ts";
import type { VoiceTrouble } from "../voice/voice-event.ts";
import type { Call } from "./command.ts";
import { readLines } from "./read-input.ts";
import { createVoiceRenderer } from "./render-voice.ts";
import { endConversation, type Talk } from "./talk.ts";
import { isTerminal } from "./terminal.ts";
import { voiceStartupLines } from "./voice-startup.ts";

/**
 * Runs a voice conversation until `stop` aborts or the user leaves at the terminal, then digests it. Rejects with
 * LociError AUDIO_FAILED if there is no microphone and no button.
 */
export async function listen(
  { call, loci, stop, render }: Talk,
  request: VoiceRequest,
): Promise<void> {
  const voice = await loci.voice.open(request);
  const { button, activation } = voice.inUse;
  const hasKeys = isTerminal(call.stdin);
  if (activation === "push" && button === null && !hasKeys) throw unreachable();
  const left = new AbortController();
  const signal = AbortSignal.any([stop, left.signal]);
  const { languages } = loci.settings;
  const lines = call.json ? [] : voiceStartupLines(voice.inUse, { hasKeys, languages });
  for (const line of lines) call.note(line);
  const show = createVoiceRenderer(call, { words: true });
  const pressing = hasKeys ? readPresses(call, voice, signal) : undefined;
  void pressing?.finally(() => left.abort());
  let missing: VoiceTrouble | undefined;
  for await (const event of voice.run(signal)) {
    const isDeaf = voice.lastFrameAt === 0 && button === null;
    if (isDeaf && event.type === "trouble" && isNoMicrophone(event)) {
      missing = event;
      left.abort();
    } else show(event);
  }
  left.abort();
  await pressing;
  if (missing !== undefined) {
    throw new LociError("AUDIO_FAILED", missing.message, { data: { reason: missing.code } });
  }
  await endConversation(render, voice.conversation, stop);
}

const unreachable = (): LociError =>
  new LociError(
    "BAD_CONFIG",
    "Cannot be talked to: it waits for a button, and there is none; set voice.button.gpioLine in device.yaml, run it in a terminal, or choose another voice.activation",
  );

/** Enter is the button. Resolves at the end of the input. */
async function readPresses({ stdin }: Call, voice: Voice, signal: AbortSignal): Promise<void> {
  for await (const _ of untilAborted(readLines(stdin), signal)) voice.press("tap");
  if ("destroy" in stdin) stdin.destroy(); // Else it keeps the process alive.
}

const isNoMicrophone = ({ part }: VoiceTrouble): boolean => part === "microphone";
