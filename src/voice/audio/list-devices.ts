import { LociError } from "../../errors.ts";
import { type ProgramExit, startProgram } from "../../models/programs/start-program.ts";
import { settlesInTime } from "../async/timeout.ts";
import { type AudioUse, reasonOf, stateOf } from "./audio-failure.ts";

/** An audio device, under the name that the settings `voice.microphone` and `voice.speaker` take. */
export interface AudioDevice {
  readonly name: string;
  /** For people, such as "USB Audio Device, USB Audio". */
  readonly description: string;
}

export interface AudioDevices {
  readonly microphones: readonly AudioDevice[];
  readonly speakers: readonly AudioDevice[];
}

/**
 * Lists ALSA's devices: hardware first, by names that don't depend on the order of plugging in, then `default` and other
 * named devices. Throws LociError AUDIO_FAILED.
 */
export async function listDevices(
  options: { readonly env?: NodeJS.ProcessEnv; readonly programs?: AudioPrograms } = {},
): Promise<AudioDevices> {
  const { env, programs = { recorder: "arecord", player: "aplay" } } = options;
  const microphones = await devicesOf(programs.recorder, "listen to", env);
  const speakers = await devicesOf(programs.player, "play through", env);
  return { microphones, speakers };
}

export interface AudioPrograms {
  readonly recorder: string;
  readonly player: string;
}

async function devicesOf(
  program: string,
  use: AudioUse,
  env: NodeJS.ProcessEnv | undefined,
): Promise<readonly AudioDevice[]> {
  const ask = (flag: string) => outputOf({ program, flag, use, env });
  return [...parseHardware(await ask("-l")), ...parseNamed(await ask("-L"))];
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
  const blocks = text.split(/\r?\n(?=\S)/).map((block) => block.split(/\r?\n/));
  return blocks
    .map(([name = "", ...lines]) => ({
      name: name.trim(),
      description: lines
        .map((line) => line.trim())
        .filter((line) => line !== "")
        .join(", "),
    }))
    .filter(({ name }) => /^[\w.-]+$/.test(name) && !parts.has(name));
}

const parts: ReadonlySet<string> = new Set(
  "null lavrate samplerate samplerate_best speexrate speex speex_best upmix vdownmix oss jack usbstream equal a52 lfloat".split(
    " ",
  ),
);

interface Question {
  readonly program: string;
  readonly flag: string;
  readonly use: AudioUse;
  readonly env: NodeJS.ProcessEnv | undefined;
}

/** A sound card that hangs can make the listing hang. */
const timeoutMs = 5_000;
const maxBytes = 1_000_000;

async function outputOf({ program, flag, use, env }: Question): Promise<string> {
  const child = startProgram({ program, args: [flag], env });
  child.stdin.end();
  let text = "";
  child.stdout.setEncoding("utf8");
  child.stdout.on("data", (part: string) => {
    if (text.length < maxBytes) text += part;
  });
  const closed = new Promise<void>((resolve) => child.stdout.once("close", () => resolve()));
  let exit: ProgramExit | undefined;
  const ended = child.exited.then((how) => {
    exit = how;
    return how.cause === undefined ? closed : undefined;
  });
  const isEnded = await settlesInTime(ended, timeoutMs);
  await child.stop(500);
  if (!isEnded) throw unlisted(`${program} ${flag} gave no answer for ${timeoutMs / 1000} s`);
  const cause = exit?.cause;
  if (exit === undefined || cause === undefined) return text;
  throw unlisted(stateOf({ use, device: "", program, ...reasonOf(exit, false) }), cause);
}

function unlisted(state: string, cause?: unknown): LociError {
  return new LociError("AUDIO_FAILED", `Cannot list the sound devices: ${state}`, { cause });
}
