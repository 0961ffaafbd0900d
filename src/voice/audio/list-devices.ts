import { programOutput } from "./program-output.ts";

/** An audio device, under the name that the settings `voice.microphone` and `voice.speaker` take. */
interface AudioDevice {
  readonly name: string;
  /** For people, such as "USB Audio Device, USB Audio". */
  readonly description: string;
}

/** ALSA's devices, by names that don't depend on the order of plugging in; none without its programs. Never rejects. */
export async function listDevices(): Promise<{
  readonly microphones: readonly AudioDevice[];
  readonly speakers: readonly AudioDevice[];
}> {
  const list = async (program: string): Promise<readonly AudioDevice[]> =>
    parseDevices(await programOutput({ program, args: ["-L"] }));
  return { microphones: await list("arecord"), speakers: await list("aplay") };
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
