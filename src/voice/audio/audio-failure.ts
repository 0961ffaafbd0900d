import { errnoOf, LociError, messageOf } from "../../errors.ts";
import type { ProgramExit } from "../../models/programs/start-program.ts";

export type AudioUse = "listen to" | "play through";

/** Why a device does not work; the `data.reason` of the LociError. */
type AudioReason =
  | "missing"
  | "gone"
  | "unplugged"
  | "busy"
  | "denied"
  | "refused"
  | "format"
  | "stuck"
  | "silent"
  | "ended";

export interface AudioFailure {
  readonly use: AudioUse;
  readonly device: string;
  readonly program: string;
  readonly reason: AudioReason;
  /** Seconds without sound, or the program's last line. */
  readonly detail?: string | undefined;
  readonly cause?: unknown;
}

/** Creates the LociError AUDIO_FAILED: one sentence that says what failed and what to do. */
export function audioFailure(failure: AudioFailure): LociError {
  const { use, device, program, reason, cause } = failure;
  const what = use === "listen to" ? "microphone" : "speaker";
  const state = stateOf(failure);
  return new LociError("AUDIO_FAILED", `Cannot ${use} the ${what} "${device}": ${state}`, {
    data: { device, program, reason },
    cause,
  });
}

/** Whatever went wrong while a reply was played. */
export const toProblem = (error: unknown): LociError =>
  error instanceof LociError
    ? error
    : new LociError("AUDIO_FAILED", `Cannot play a reply: ${messageOf(error)}`, { cause: error });

/** The part of that sentence that says what is wrong and what to do. */
export function stateOf(failure: AudioFailure): string {
  return states[failure.reason](failure, failure.detail ?? "");
}

/** Formats milliseconds as seconds with one decimal, for `detail`. */
export function inSeconds(ms: number): string {
  return String(Math.round(ms / 100) / 10);
}

const states: { readonly [reason in AudioReason]: (of: AudioFailure, detail: string) => string } = {
  missing: ({ program }) =>
    program === "arecord" || program === "aplay"
      ? `${program} is not installed; install it (sudo apt install alsa-utils)`
      : `the program "${program}" is not there`,
  gone: () =>
    "there is no such device; plug it in, or choose one of those that `loci doctor --audio` lists",
  unplugged: () => "it was unplugged or switched off; plug it in again",
  busy: () =>
    "another program is using it; end that program, or choose a device that can be shared",
  denied: () =>
    "this user may not use sound devices; add it to their group (sudo usermod -aG audio USER) and start again",
  refused: () =>
    "PulseAudio does not run for this user; start it, or use a plughw:… device (`loci doctor --audio` lists them)",
  format: ({ use }) =>
    `it does not take sound as it is needed (16-bit, ${use === "listen to" ? "16 kHz, " : ""}one channel); name it with plughw: instead of hw:`,
  stuck: ({ use }, detail) =>
    use === "listen to"
      ? `no sound has come from it for ${detail} s; unplug it and plug it in again if that goes on`
      : `it has taken no sound for ${detail} s; unplug it and plug it in again if that goes on`,
  silent: (_, detail) =>
    `it has given nothing but zeros for ${detail} s; check that it is not muted (its own switch, alsamixer)`,
  ended: ({ program }, detail) => `${program} ended${detail === "" ? "" : ` (${detail})`}`,
};

/** Finds out from its error output why arecord or aplay ended; `hadSound`: the device worked before. */
export function reasonOf(
  { cause, lines }: ProgramExit,
  hadSound: boolean,
): Pick<AudioFailure, "reason" | "detail"> {
  if (cause !== undefined) {
    return errnoOf(cause) === "ENOENT"
      ? { reason: "missing" }
      : { reason: "ended", detail: messageOf(cause) };
  }
  const [, reason] = clues.findLast(([clue]) => lines.some((line) => clue.test(line))) ?? [];
  if (reason === "gone" && hadSound) return { reason: "unplugged" };
  return reason === undefined
    ? { reason: "ended", detail: lines.at(-1)?.slice(0, 160) }
    : { reason };
}

/** English messages of the C library, arecord and aplay; the later ones tell more. */
const clues: readonly (readonly [RegExp, AudioReason])[] = [
  [
    /(?:format|count|access type|rate).{0,200} non available|not available|no configurations|hw params/i,
    "format",
  ],
  [
    /no such (?:file|device)|unknown pcm|cannot get card index|file descriptor in bad state/i,
    "gone",
  ],
  [/permission denied|operation not permitted/i, "denied"],
  [/connection refused/i, "refused"],
  [/device or resource busy/i, "busy"],
];
