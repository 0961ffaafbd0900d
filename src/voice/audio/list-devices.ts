import { LociError } from "../../errors.ts";
import { reasonOf, stateOf } from "./audio-failure.ts";
import { outputMs, programOutput } from "./program-output.ts";

/** An audio device, under the name that the settings `voice.microphone` and `voice.speaker` take. */
interface AudioDevice {
  readonly name: string;
  /** For people, such as "USB Audio Device, USB Audio". */
  readonly description: string;
}

/** ALSA's devices, by names that don't depend on the order of plugging in. Throws LociError AUDIO_FAILED. */
export async function listDevices(env?: NodeJS.ProcessEnv): Promise<{
  readonly microphones: readonly AudioDevice[];
  readonly speakers: readonly AudioDevice[];
}> {
  const microphones = parseDevices(await ask("arecord", env));
  return { microphones, speakers: parseDevices(await ask("aplay", env)) };
}

async function ask(program: string, env: NodeJS.ProcessEnv | undefined): Promise<string> {
  const { text, isLate, cause } = await programOutput({ program, args: ["-L"], env });
  if (!isLate && cause === undefined) return text;
  const why = reasonOf({ code: null, lines: [], ...(cause === undefined ? {} : { cause }) }, false);
  const state =
    cause === undefined
      ? `${program} -L gave no answer for ${outputMs / 1_000} s`
      : stateOf({ use: "listen to", device: "", program, ...why });
  throw new LociError("AUDIO_FAILED", `Cannot list the sound devices: ${state}`, { cause });
}

/** Parses the output of `arecord -L` or `aplay -L`: each card once, and named devices without ALSA's own plug-ins. */
export function parseDevices(text: string): readonly AudioDevice[] {
  // Some systems hide the first.
  const card = /^plughw:/m.test(text) ? "plughw:" : "sysdefault:";
  const blocks = text.split(/\r?\n(?=\S)/).map((block) => block.split(/\s*\r?\n\s*/));
  return blocks.flatMap(([name = "", ...lines]) => {
    if (!name.startsWith(card) && !/^[\w.-]+$/.test(name)) return [];
    if (plugins.test(name)) return [];
    const said = lines.filter((line) => line !== "" && !line.startsWith("Hardware device with"));
    return { name, description: said.join(", ") };
  });
}

const plugins =
  /^(?:null|lavrate|samplerate.*|speex.*|upmix|vdownmix|oss|jack|usbstream|equal|a52|lfloat)$/;
