import { LociError } from "../../errors.ts";
import { type RealtimeModel, realtimeRate } from "../../models/realtime.ts";
import {
  speechRate,
  type TranscribeHints,
  type Transcriber,
  type Transcript,
} from "../../models/transcribe.ts";
import { runWithTimeout } from "../async/timeout.ts";
import { resample } from "../audio/resample.ts";
import type { LiveLink } from "./live-link.ts";

interface LiveTranscriberParts {
  readonly realtime: RealtimeModel;
  readonly link: LiveLink;
  /** Writes down what the live model cannot. */
  readonly instead: Transcriber;
}

/** Longest wait for a transcript (ms). */
const transcriptMs = 15_000;
const maxTries = 2;

/** The ear of the live model: what it is given to transcribe stays in its conversation, as sound, to be answered. */
export function createLiveTranscriber(parts: LiveTranscriberParts): Transcriber {
  const { realtime, instead } = parts;
  return {
    id: realtime.id,
    isCloud: realtime.isCloud || instead.isCloud,
    transcribe: (pcm, hints, signal) => transcribe(parts, pcm, hints, signal),
    probe: () => realtime.probe(),
  };
}

/** Once more where the connection drops; what the server cannot write down, somebody else does. */
async function transcribe(
  { link, instead }: LiveTranscriberParts,
  pcm: Int16Array,
  hints: TranscribeHints,
  signal: AbortSignal,
): Promise<Transcript> {
  const sound = resample(pcm, speechRate, realtimeRate);
  for (let tries = 1; tries <= maxTries; tries++) {
    const talk = await link.take(signal);
    if (talk === undefined) break;
    const heard = await runWithTimeout(transcriptMs, (stop) => talk.hear(sound, stop), signal);
    signal.throwIfAborted();
    if (heard.type === "done") return heard.value;
    if (heard.type !== "failed") link.failed(tooLate);
    if (!talk.isClosed) break;
  }
  return instead.transcribe(pcm, hints, signal);
}

const tooLate = new LociError(
  "MODEL_FAILED",
  "Cannot use the live voice: it does not say what it heard; look whether the server is busy or down",
  { data: { reason: "timeout", passing: true } },
);
