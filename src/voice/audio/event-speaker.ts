import { wavOf } from "../../models/sound/wav.ts";
import type { Speech } from "../../models/synthesize.ts";
import { untilAborted } from "../async/read-within.ts";
import type { PlayOptions, PlayResult, Speaker } from "../audio-ports.ts";
import { toProblem } from "./audio-failure.ts";

/** A piece of a spoken reply, a WAV file of its own. */
export interface AudioEvent {
  readonly type: "audio";
  /** Base64. */
  readonly wav: string;
}

/** A mouth somewhere else: what it would play is sent, sentence by sentence, and counts as heard. */
export function createEventSpeaker(send: (event: AudioEvent) => void): Speaker {
  return { id: "the caller", play: (pieces, options) => sendPieces(pieces, options, send) };
}

async function sendPieces(
  pieces: AsyncIterable<Speech>,
  { signal, onSound = () => {} }: PlayOptions,
  send: (event: AudioEvent) => void,
): Promise<PlayResult> {
  const played = { heard: 0, heardMs: 0 };
  try {
    for await (const { rate, pcm } of untilAborted(pieces, signal)) {
      const sound = await samplesOf(untilAborted(pcm, signal));
      if (signal.aborted) break;
      if (sound.length === 0) continue;
      if (played.heardMs === 0) onSound();
      send({ type: "audio", wav: wavOf(sound, rate).toString("base64") });
      played.heardMs += (sound.length * 1_000) / rate;
      played.heard++;
    }
  } catch (error) {
    return { ...played, isInterrupted: signal.aborted, problem: toProblem(error) };
  }
  return { ...played, isInterrupted: signal.aborted };
}

/** Half a sample is no sound. */
async function samplesOf(pcm: AsyncIterable<Uint8Array>): Promise<Int16Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of pcm) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  return new Int16Array(
    new Uint8Array(bytes.subarray(0, bytes.length - (bytes.length % 2))).buffer,
  );
}
