import { speechRate } from "../../models/transcribe.ts";
import { frameSamples, type MicrophoneTrouble, type RecorderEvent } from "../audio-ports.ts";
import { type AudioFailure, audioFailure, inSeconds } from "./audio-failure.ts";

/** Numbers a microphone's samples across restarts, and reports its failures. */
export interface Capture {
  /** Takes a frame. */
  hear(pcm: Int16Array): void;
  /** Reports that no more sound comes, and why. */
  fail(failure: CaptureFailure): void;
}

export type CaptureFailure = Pick<AudioFailure, "reason" | "detail" | "cause">;

export interface CaptureOptions {
  readonly device: string;
  readonly program: string;
  readonly elapsed: () => number;
  /** How long nothing but zeros may come before that is reported (ms). */
  readonly silentMs: number;
  readonly emit: (recorded: RecorderEvent) => void;
}

/** Reports each failure once until it ends. After a gap the sample numbers skip ahead by the time it took. */
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
      // In time and in frames: a file that is read faster than real time is not silent for long.
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
