import type { Loci } from "../app/loci.ts";
import type { Voice, VoiceRequest, VoiceTrouble } from "../app/voice/open-voice.ts";
import { LociError } from "../errors.ts";
import { untilAborted } from "../voice/async/read-within.ts";
import type { VoiceEvent } from "../voice/voice-event.ts";
import type { Call } from "./command.ts";
import { endConversation } from "./converse.ts";
import { readLines } from "./read-input.ts";
import { createRenderer } from "./render-events.ts";
import { createVoiceRenderer } from "./render-voice.ts";
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
 * Runs a voice conversation until `stop` aborts or the user leaves at the terminal, then digests it. Rejects with LociError
 * AUDIO_FAILED if there is no microphone and no button.
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
  const pressing = hasKeys
    ? readPresses(call, voice, signal).finally(() => left.abort())
    : undefined;
  let missing: VoiceTrouble | undefined;
  for await (const event of runVoice(voice, signal)) {
    if (isMicrophoneTrouble(event) && voice.lastFrameAt() === 0 && voice.inUse.button === null) {
      missing = event;
      left.abort();
    } else show(event);
  }
  left.abort();
  await pressing;
  if (missing !== undefined) {
    const { message, code } = missing;
    throw new LociError("AUDIO_FAILED", message, { data: { reason: code } });
  }
  await createRenderer(call)(endConversation(voice.conversation, deadline));
}

function checkReachable({ inUse }: Voice, hasKeys: boolean): void {
  if (inUse.activation !== "push" || hasKeys || inUse.button !== null) return;
  throw new LociError(
    "BAD_CONFIG",
    "Cannot be talked to: it waits for a button, and there is none; set voice.button.gpioLine in device.yaml, run it in a terminal, or choose another voice.activation",
  );
}

/** Enter is the button. Resolves at the end of the input. */
async function readPresses({ stdin }: Call, voice: Voice, signal: AbortSignal): Promise<void> {
  for await (const _ of untilAborted(readLines(stdin), signal)) voice.press("tap");
  if ("destroy" in stdin) stdin.destroy(); // Else it keeps the process alive.
}

const isMicrophoneTrouble = (event: VoiceEvent): event is VoiceTrouble =>
  event.type === "trouble" && event.part === "microphone" && event.code !== "silent";
