import { readdirSync } from "node:fs";
import { join } from "node:path";
import { LociError } from "../../errors.ts";
import type { Speech } from "../../models/synthesize.ts";
import { speechRate } from "../../models/transcribe.ts";
import type { AudioReason } from "../../voice/audio/audio-failure.ts";
import type { AudioDevice, AudioDevices } from "../../voice/audio/list-devices.ts";
import { measureLevel } from "../../voice/audio/measure-level.ts";
import { createMicrophone } from "../../voice/audio/microphone.ts";
import { createSpeaker } from "../../voice/audio/speaker.ts";
import type { Diagnosis } from "../vault/diagnosis.ts";

/** What is missing where no name in the settings would help. */
export function missingHardware(
  failure: unknown,
  { microphones, speakers }: AudioDevices,
  use: "microphone" | "speaker",
): Diagnosis | undefined {
  if (!cannotOpen(failure)) return undefined;
  const files = soundFiles();
  if (files.length === 0 && ![...microphones, ...speakers].some(isCard)) {
    return {
      code: "NO_SOUND_CARD",
      message: "This computer has no sound card that Linux knows",
      fix: "Plug in a USB microphone or headset, and run this again",
    };
  }
  if (use === "speaker" || files.some((file) => file.endsWith("c")) || microphones.some(isCard)) {
    return undefined;
  }
  return {
    code: "NO_MICROPHONE",
    message: "This computer has no microphone that Linux knows",
    fix: "Plug in a USB microphone or headset, and run this again",
  };
}

const isCard = ({ name }: AudioDevice): boolean => name.startsWith("plughw:");

const hopeless: ReadonlySet<unknown> = new Set(["gone", "refused"] satisfies AudioReason[]);

const cannotOpen = (failure: unknown): boolean =>
  failure instanceof LociError && hopeless.has(failure.data.reason);

/** A sound server that does not run is in ALSA's lists all the same: what is no card is tried, in silence. */
export async function thoseThatOpen({
  microphones,
  speakers,
}: AudioDevices): Promise<AudioDevices> {
  const open = async (
    devices: readonly AudioDevice[],
    attempt: (device: string) => Promise<unknown>,
  ): Promise<readonly AudioDevice[]> => {
    const opening: AudioDevice[] = [];
    for (const device of devices) {
      if (isCard(device) || !cannotOpen(await attempt(device.name))) opening.push(device);
    }
    return opening;
  };
  return {
    microphones: await open(microphones, tryMicrophone),
    speakers: await open(speakers, (device) => playOnce(device, silence(), probeTimeoutMs)),
  };
}

const probeTimeoutMs = 2_000;

const tryMicrophone = (device: string): Promise<unknown> =>
  measureLevel(createMicrophone({ device, elapsed: () => performance.now() }), {
    ms: 40,
    signal: AbortSignal.timeout(probeTimeoutMs),
  }).then(
    () => undefined,
    (error: unknown) => error,
  );

const silence = (): Speech => ({
  rate: speechRate,
  pcm: (async function* () {
    yield new Uint8Array(speechRate / 25);
  })(),
});

/** The kernel's files of sound cards: those to record from end in `c`. */
export function soundFiles(): readonly string[] {
  try {
    return readdirSync("/dev/snd")
      .filter((name) => name.startsWith("pcm"))
      .map((name) => join("/dev/snd", name));
  } catch {
    return []; // No sound card at all: the devices say so.
  }
}

/** Plays one sound; what went wrong, if anything did. */
export async function playOnce(
  device: string,
  speech: Speech,
  ms: number,
): Promise<LociError | undefined> {
  const speaker = createSpeaker({ device, elapsed: () => performance.now() });
  const pieces = (async function* () {
    yield speech;
  })();
  return (await speaker.play(pieces, { signal: AbortSignal.timeout(ms) })).problem;
}
