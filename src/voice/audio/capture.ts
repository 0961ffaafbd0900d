import { speechRate } from "../../models/transcribe.ts";
import { frameSamples, type MicrophoneTrouble, type Recorded } from "../audio-ports.ts";
import { type AudioFailure, audioFailure, inSeconds } from "./audio-failure.ts";

/** Keeps the sample clock of a microphone across restarts, and reports its troubles. */
export interface Capture {
  /** One frame came. */
  hear(pcm: Int16Array): void;
  /** No sound comes any more, for this reason. */
  fail(failure: CaptureFailure): void;
}

export type CaptureFailure = Pick<AudioFailure, "reason" | "detail" | "cause">;

export interface CaptureOptions {
  readonly device: string;
  readonly program: string;
  readonly elapsed: () => number;
  /** So long nothing but zeros is a trouble. */
  readonly silentMs: number;
  readonly emit: (recorded: Recorded) => void;
}

/**
 * Reports each trouble once until it is mended. While no sound comes the sample clock goes on with time, so that a gap
 * is one for its readers too.
 */
export function createCapture({
  device,
  program,
  elapsed,
  silentMs,
  emit,
}: CaptureOptions): Capture {
  let next = 0;
  let reported: MicrophoneTrouble | undefined;
  let heardAt: number | undefined;
  let isFailing = false;
  let zeros: { readonly since: number; frames: number } | undefined;

  const trouble = (code: MicrophoneTrouble, failure: CaptureFailure) => {
    if (reported === code) return;
    reported = code;
    const error = audioFailure({ use: "listen to", device, program, ...failure });
    emit({ type: "trouble", code, error });
  };
  const mended = () => {
    if (reported === undefined) return;
    reported = undefined;
    emit({ type: "mended" });
  };

  return {
    hear: (pcm) => {
      const now = elapsed();
      if (isFailing) {
        next += framesIn(now - (heardAt ?? now)) * frameSamples;
        isFailing = false;
        zeros = undefined;
        mended();
      }
      heardAt = now;
      if (!isZero(pcm)) {
        zeros = undefined;
        mended();
      } else {
        zeros ??= { since: now, frames: 0 };
        zeros.frames++;
      }
      emit({ type: "frame", frame: { pcm, sample: next } });
      next += frameSamples;
      // By both clocks: a file that is read faster than it would sound is not silent for long.
      const isLong = zeros !== undefined && now - zeros.since >= silentMs;
      if (isLong && zeros !== undefined && zeros.frames >= framesIn(silentMs)) {
        trouble("silent", { reason: "silent", detail: inSeconds(silentMs) });
      }
    },
    fail: (failure) => {
      isFailing = true;
      trouble(codeOf(failure), failure);
    },
  };
}

function codeOf({ reason }: CaptureFailure): MicrophoneTrouble {
  return reason === "busy" || reason === "stuck" || reason === "silent" ? reason : "gone";
}

function framesIn(ms: number): number {
  return Math.max(0, Math.round((ms * speechRate) / 1000 / frameSamples));
}

function isZero(pcm: Int16Array): boolean {
  return pcm.every((sample) => sample === 0);
}
