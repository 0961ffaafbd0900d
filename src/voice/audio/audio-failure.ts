import { errnoOf, LociError, messageOf } from "../../errors.ts";
import type { ProgramExit } from "../../models/programs/start-program.ts";

export interface AudioFailure {
  readonly use: "listen to" | "play through";
  readonly device: string;
  readonly program: string;
  /** The `data.reason` of the LociError. */
  readonly reason: AudioReason;
  /** Seconds without sound, or the program's last line. */
  readonly detail?: string | undefined;
  readonly cause?: unknown;
}

/** Creates the LociError AUDIO_FAILED: one sentence that says what failed and what to do. */
export function audioFailure(failure: AudioFailure): LociError {
  const { use, device, program, reason, cause } = failure;
  const what = use === "listen to" ? "microphone" : "speaker";
  const sentence = `Cannot ${use} the ${what} "${device}": ${stateOf(failure)}`;
  return new LociError("AUDIO_FAILED", sentence, { data: { device, program, reason }, cause });
}

/** Whatever went wrong while a reply was played. */
export const toProblem = (error: unknown): LociError =>
  error instanceof LociError
    ? error
    : new LociError("AUDIO_FAILED", `Cannot play a reply: ${messageOf(error)}`, { cause: error });

/** Formats milliseconds as seconds with one decimal, for `detail`. */
export const inSeconds = (ms: number): string => String(Math.round(ms / 100) / 10);

/** The part of that sentence that says what is wrong and what to do. */
export const stateOf = ({ use, program, reason, detail = "" }: AudioFailure): string =>
  states[reason]({ program, detail, isMicrophone: use === "listen to" });

interface Words {
  readonly program: string;
  readonly detail: string;
  readonly isMicrophone: boolean;
}

const states = {
  missing: ({ program }: Words) =>
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
  format: ({ isMicrophone }: Words) =>
    `it does not take sound as it is needed (16-bit, ${isMicrophone ? "16 kHz, " : ""}one channel); name it with plughw: instead of hw:`,
  stuck: ({ isMicrophone, detail }: Words) =>
    `${isMicrophone ? "no sound has come from it" : "it has taken no sound"} for ${detail} s; unplug it and plug it in again if that goes on`,
  ended: ({ program, detail }: Words) => `${program} ended${detail === "" ? "" : ` (${detail})`}`,
};

type AudioReason = keyof typeof states;

/** Finds out from its error output why arecord or aplay ended; `hadSound`: the device worked before. */
export function reasonOf(
  { cause, lines }: ProgramExit,
  hadSound: boolean,
): Pick<AudioFailure, "reason" | "detail" | "cause"> {
  if (cause !== undefined) {
    if (errnoOf(cause) === "ENOENT") return { reason: "missing", cause };
    return { reason: "ended", detail: messageOf(cause), cause };
  }
  const [, reason] = clues.findLast(([clue]) => lines.some((line) => clue.test(line))) ?? [];
  if (reason === undefined) return { reason: "ended", detail: lines.at(-1)?.slice(0, 160) };
  return { reason: reason === "gone" && hadSound ? "unplugged" : reason };
}

/** English messages of the C library, arecord and aplay; the later ones tell more. */
const clues: readonly (readonly [RegExp, AudioReason])[] = [
  [/non available|not available|no configurations|hw params/i, "format"],
  [/no such (?:file|device)|unknown pcm|cannot get card|file descriptor in bad state/i, "gone"],
  [/permission denied|operation not permitted/i, "denied"],
  [/connection refused/i, "refused"],
  [/device or resource busy/i, "busy"],
];
