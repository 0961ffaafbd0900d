import { createMicrophone, type MicrophoneOptions } from "../../../src/voice/audio/microphone.ts";
import { createSpeaker, type SpeakerOptions } from "../../../src/voice/audio/speaker.ts";
import type { Recorder, RecorderEvent, Speaker } from "../../../src/voice/audio-ports.ts";
import { framesIn } from "./sound.ts";

/** A microphone that starts its program again soon; how long it waits for sound (`stuckMs`) is for the tests of that. */
export function useMicrophone(options: Partial<MicrophoneOptions> = {}): Recorder {
  return createMicrophone({
    device: "plughw:CARD=Speaker,DEV=0",
    elapsed: () => performance.now(),
    pauseMs: [20, 100],
    stuckMs: 10_000,
    ...options,
  });
}

/** Whether so many frames came. */
export const frames =
  (count: number) =>
  (all: readonly RecorderEvent[]): boolean =>
    framesIn(all).length >= count;

export function useSpeaker(options: Partial<SpeakerOptions> = {}): Speaker {
  const device = "plughw:CARD=Speaker,DEV=0";
  return createSpeaker({ device, elapsed: () => performance.now(), ...options });
}

export const never = (): AbortSignal => new AbortController().signal;
