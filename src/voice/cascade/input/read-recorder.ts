import { setImmediate } from "node:timers/promises";
import { LociError } from "../../../errors.ts";
import { runWithTimeout } from "../../async/timeout.ts";
import type { Frame, VoiceActivity } from "../../audio-ports.ts";
import type { Troubles } from "../../troubles.ts";
import type { VoicePorts } from "../../voice-ports.ts";

export interface RecorderParts {
  readonly ports: VoicePorts;
  readonly signal: AbortSignal;
  readonly troubles: Troubles;
  readonly onFrame: (frame: Frame) => void;
  /** A recording has ended; the next one is read once this resolves. */
  readonly onPause: () => Promise<void>;
}

/** Frames in a second; and the pause before a recorder that threw is read again (ms). */
const framesOfSecond = 50;
const restMs = 5_000;

/** Reads the recorder until it ends or the signal aborts, restarting it if it throws. Never rejects. */
export async function readRecorder(parts: RecorderParts): Promise<void> {
  const { signal, troubles } = parts;
  while (!signal.aborted) {
    try {
      await readAll(parts);
      return;
    } catch (error) {
      troubles.report("microphone", error);
      await runWithTimeout(restMs, () => new Promise<void>(() => {}), signal);
    }
  }
}

async function readAll({
  ports,
  signal,
  troubles,
  onFrame,
  onPause,
}: RecorderParts): Promise<void> {
  let frames = 0;
  for await (const recorded of ports.recorder.record(signal)) {
    if (signal.aborted) return;
    if (recorded.type === "trouble") troubles.report("microphone", recorded.error, recorded.code);
    else if (recorded.type === "mended") troubles.mend("microphone");
    else if (recorded.type === "pause") await onPause();
    else {
      onFrame(recorded.frame);
      frames++;
      // A file always has the next frame ready and would starve everything else.
      if (frames % framesOfSecond === 0) await setImmediate();
    }
  }
}

/** Longest wait for voice activity detection (ms). */
const maxOpeningMs = 15_000;

/** Opens voice activity detection. If that fails it is reported, and no sound counts as speech. Never rejects. */
export async function openHearing({
  ports,
  signal,
  troubles,
}: Omit<RecorderParts, "onFrame" | "onPause">): Promise<VoiceActivity> {
  const settled = await runWithTimeout(maxOpeningMs, () => ports.openVoiceActivity(), signal);
  const activity = settled.type === "done" ? settled.value : undefined;
  if (settled.type === "failed") troubles.report("microphone", settled.error);
  else if (settled.type === "late") troubles.report("microphone", tooLate);
  return {
    isSpeech(pcm) {
      try {
        return activity?.isSpeech(pcm) ?? false;
      } catch (error) {
        troubles.report("microphone", error);
        return false;
      }
    },
    close() {
      try {
        activity?.close();
      } catch {
        // The run is over; there is nothing left to protect.
      }
    },
  };
}

const tooLate = new LociError(
  "AUDIO_FAILED",
  "Cannot tell speech from noise: voice activity detection does not open; start Loci again",
  { data: { reason: "timeout" } },
);
