import { errnoOf, LociError, messageOf } from "../../errors.ts";
import type { ProgramExit } from "../../models/programs/start-program.ts";

/** A sound device, and the program that uses it. */
export interface AudioDevice {
  readonly use: "listen to the microphone" | "play through the speaker";
  readonly device: string;
  readonly program: string;
}

/** The LociError AUDIO_FAILED: one sentence that says what failed and what to do. */
function audioFailure(
  { use, device, program }: AudioDevice,
  reason: string,
  state: string,
): LociError {
  const sentence = `Cannot ${use} "${device}": ${state}`;
  return new LociError("AUDIO_FAILED", sentence, { data: { device, program, reason } });
}

/** Finds out from its error output why arecord or aplay ended. */
export function failureOf(device: AudioDevice, { cause, lines }: ProgramExit): LociError {
  const { program } = device;
  if (errnoOf(cause) === "ENOENT") return audioFailure(device, "missing", missing(program));
  const clue = clues.findLast(([pattern]) => lines.some((line) => pattern.test(line)));
  if (clue !== undefined) return audioFailure(device, clue[1], clue[2]);
  const last = cause === undefined ? lines.at(-1)?.slice(0, 160) : messageOf(cause);
  return audioFailure(device, "ended", `${program} ended${last === undefined ? "" : ` (${last})`}`);
}

/** A device that hangs. */
export function stuckFailure(device: AudioDevice, ms: number): LociError {
  const what = device.use.startsWith("listen")
    ? "no sound has come from it"
    : "it has taken no sound";
  const state = `${what} for ${Math.round(ms / 100) / 10} s; unplug it and plug it in again if that goes on`;
  return audioFailure(device, "stuck", state);
}

/** Whatever goes wrong with sound. */
export const toProblem = (error: unknown): LociError =>
  error instanceof LociError
    ? error
    : new LociError("AUDIO_FAILED", `Cannot use sound: ${messageOf(error)}`, { cause: error });

const missing = (program: string): string =>
  program === "arecord" || program === "aplay"
    ? `${program} is not installed; install it (sudo apt install alsa-utils)`
    : `the program "${program}" is not there`;

/** English messages of the C library, arecord and aplay, with reason and state; the later ones tell more. */
const clues: readonly (readonly [clue: RegExp, reason: string, state: string])[] = [
  [
    /non available|not available|no configurations|hw params/i,
    "format",
    "it does not take sound as it is needed (16-bit, one channel; 16 kHz of a microphone); name it with plughw: instead of hw:",
  ],
  [
    /no such (?:file|device)|unknown pcm|cannot get card|file descriptor in bad state/i,
    "gone",
    "there is no such device; plug it in, or choose one of those that `loci doctor --audio` lists",
  ],
  [
    /permission denied|operation not permitted/i,
    "denied",
    "this user may not use sound devices; add it to their group (sudo usermod -aG audio USER) and start again",
  ],
  [
    /connection refused/i,
    "refused",
    "PulseAudio does not run for this user; start it, or use a plughw:… device (`loci doctor --audio` lists them)",
  ],
  [
    /device or resource busy/i,
    "busy",
    "another program is using it; end that program, or choose a device that can be shared",
  ],
];
