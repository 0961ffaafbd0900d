import { setImmediate } from "node:timers/promises";
import { LociError } from "../../../errors.ts";
import type { Frame, VoiceActivity } from "../../audio-ports.ts";
import type { Troubles } from "../../troubles.ts";
import type { VoicePorts } from "../../voice-ports.ts";
import { settleWithin } from "../../waiting/settle-within.ts";

export interface ListenParts {
  readonly ports: VoicePorts;
  readonly signal: AbortSignal;
  readonly troubles: Troubles;
  readonly onFrame: (frame: Frame) => void;
  /** A recording is over; the next one is read when this resolves. */
  readonly onPause: () => Promise<void>;
}

/** Frames of one second; and how long a recorder that broke down is left alone (ms). */
const framesOfSecond = 50;
const restMs = 5_000;

/** Reads the recorder until it ends or the run does; never waits for what comes of it. Never rejects. */
export async function listen(parts: ListenParts): Promise<void> {
  const { signal, troubles } = parts;
  while (!signal.aborted) {
    try {
      await readAll(parts);
      return;
    } catch (error) {
      troubles.report("microphone", error);
      await settleWithin(restMs, () => new Promise<void>(() => {}), signal);
    }
  }
}

async function readAll({ ports, signal, troubles, onFrame, onPause }: ListenParts): Promise<void> {
  let frames = 0;
  for await (const recorded of ports.recorder.record(signal)) {
    if (signal.aborted) return;
    if (recorded.type === "trouble") troubles.report("microphone", recorded.error, recorded.code);
    else if (recorded.type === "mended") troubles.mend("microphone");
    else if (recorded.type === "pause") await onPause();
    else {
      onFrame(recorded.frame);
      frames++;
      // Sound that is always there (a file) leaves no room for anything else.
      if (frames % framesOfSecond === 0) await setImmediate();
    }
  }
}

/** Longest wait for voice activity detection (ms). */
const longestOpening = 15_000;

/** Opens voice activity detection. Where it fails, that is reported and nothing counts as speech. Never rejects. */
export async function openHearing({
  ports,
  signal,
  troubles,
}: Omit<ListenParts, "onFrame" | "onPause">): Promise<VoiceActivity> {
  const settled = await settleWithin(longestOpening, () => ports.openVoiceActivity(), signal);
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
        // It is over in any case.
      }
    },
  };
}

const tooLate = new LociError(
  "AUDIO_FAILED",
  "Cannot tell speech from noise: voice activity detection does not open; start Loci again",
  { data: { reason: "timeout" } },
);
