import { LociError } from "../../errors.ts";
import { reasonOf, stateOf } from "./audio-failure.ts";
import { outputMs, programOutput } from "./program-output.ts";

/** An audio device, under the name that the settings `voice.microphone` and `voice.speaker` take. */
interface AudioDevice {
  readonly name: string;
  /** For people, such as "USB Audio Device, USB Audio". */
  readonly description: string;
}

export interface AudioDevices {
  readonly microphones: readonly AudioDevice[];
  readonly speakers: readonly AudioDevice[];
}

/**
 * Lists ALSA's devices: hardware first, by names that don't depend on the order of plugging in, then `default` and
 * other named devices. Throws LociError AUDIO_FAILED.
 */
export async function listDevices(
  env?: NodeJS.ProcessEnv,
  [recorder, player]: readonly [string, string] = ["arecord", "aplay"],
): Promise<AudioDevices> {
  const list = async (program: string): Promise<readonly AudioDevice[]> => [
    ...parseHardware(await ask(program, "-l", env)),
    ...parseNamed(await ask(program, "-L", env)),
  ];
  return { microphones: await list(recorder), speakers: await list(player) };
}

async function ask(program: string, flag: string, env?: NodeJS.ProcessEnv): Promise<string> {
  const { text, isLate, cause } = await programOutput({ program, args: [flag], env });
  if (!isLate && cause === undefined) return text;
  const why = reasonOf({ code: null, lines: [], ...(cause === undefined ? {} : { cause }) }, false);
  const state =
    cause === undefined
      ? `${program} ${flag} gave no answer for ${outputMs / 1_000} s`
      : stateOf({ use: "listen to", device: "", program, ...why });
  throw new LociError("AUDIO_FAILED", `Cannot list the sound devices: ${state}`, { cause });
}

/** Parses the output of `arecord -l` or `aplay -l`. */
export function parseHardware(text: string): readonly AudioDevice[] {
  const line = /^card \d+: (\S+) \[(.*?)\], device (\d+): .*?\[(.*)\]\s*$/gm;
  return [...text.matchAll(line)].map(([, card, cardName, device, deviceName]) => ({
    name: `plughw:CARD=${card},DEV=${device}`,
    description: cardName === deviceName ? `${cardName}` : `${cardName}, ${deviceName}`,
  }));
}

/** Parses the output of `arecord -L` or `aplay -L`, without the variants of each card and ALSA's own plug-ins. */
export function parseNamed(text: string): readonly AudioDevice[] {
  const blocks = text.split(/\r?\n(?=\S)/).map((block) => block.split(/\s*\r?\n\s*/));
  return blocks
    .map(([name = "", ...lines]) => ({
      name: name.trim(),
      description: lines.filter((line) => line !== "").join(", "),
    }))
    .filter(({ name }) => /^[\w.-]+$/.test(name) && !plugins.test(name));
}

const plugins =
  /^(?:null|lavrate|samplerate.*|speex.*|upmix|vdownmix|oss|jack|usbstream|equal|a52|lfloat)$/;
