import { errnoOf, LociError, messageOf } from "../../errors.ts";
import type { ProgramExit } from "../../models/programs/start-program.ts";

/** A sound device, and the program that uses it. */
export interface AudioDevice {
  readonly use: "listen to the microphone" | "play through the speaker";
  readonly device: string;
  readonly program: "arecord" | "aplay";
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

/** Why arecord or aplay ended, in its own words: the last of them is the C library's. */
export function failureOf(device: AudioDevice, { cause, lines }: ProgramExit): LociError {
  const { program } = device;
  const missing = `${program} is not installed; install it (sudo apt install alsa-utils)`;
  if (errnoOf(cause) === "ENOENT") return audioFailure(device, "missing", missing);
  const last = cause === undefined ? lines.at(-1)?.slice(0, 160) : messageOf(cause);
  const said = last === undefined ? "" : ` (${last})`;
  return audioFailure(device, "ended", `${program} ended${said}; ${advice}`);
}

const advice =
  "see that it is plugged in and that `loci doctor --audio` lists it, that this user is in the group audio, and that no other program uses it";

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
