import { randomBytes } from "node:crypto";
import type { Speech } from "../../../src/models/synthesize.ts";
import {
  type Frame,
  frameSamples,
  type Recorder,
  type RecorderEvent,
} from "../../../src/voice/audio-ports.ts";

/** Random samples, none of them 0: silence is never mistaken for them. */
export function noise(samples: number): Int16Array {
  return new Int16Array(Uint8Array.from(randomBytes(samples * 2)).buffer).map((x) => x || 1);
}

/** A sine of so many hertz. */
export function tone(hz: number, rate: number, samples: number, loudness = 10_000): Int16Array {
  return Int16Array.from({ length: samples }, (_, i) =>
    Math.round(loudness * Math.sin((2 * Math.PI * hz * i) / rate)),
  );
}

export function bytesOf(pcm: Int16Array): Uint8Array {
  return new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength);
}

/** A piece in chunks of so many bytes. */
export function speechOf(pcm: Int16Array, rate: number, chunkBytes = 4_096): Speech {
  return { rate, pcm: chunksOf(bytesOf(pcm), chunkBytes) };
}

async function* chunksOf(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size);
}

/** Pieces as they come, each after its pause (ms). */
export async function* piecesOf(...pieces: readonly (Speech | number)[]): AsyncGenerator<Speech> {
  for (const piece of pieces) {
    if (typeof piece === "number") await new Promise((resolve) => setTimeout(resolve, piece));
    else yield piece;
  }
}

/** Everything that is recorded until `enough` says so; then recording is called off. */
export async function recordUntil(
  recorder: Recorder,
  enough: (all: readonly RecorderEvent[]) => boolean,
): Promise<readonly RecorderEvent[]> {
  const all: RecorderEvent[] = [];
  for await (const recorded of recorder.record(AbortSignal.timeout(30_000))) {
    all.push(recorded);
    if (enough(all)) break;
  }
  return all;
}

export function framesIn(all: readonly RecorderEvent[]): readonly Frame[] {
  return all.flatMap((recorded) => (recorded.type === "frame" ? [recorded.frame] : []));
}

/** Samples of frames, one after another. */
export function samplesIn(frames: readonly Frame[]): Int16Array {
  const pcm = new Int16Array(frames.length * frameSamples);
  for (const [i, frame] of frames.entries()) pcm.set(frame.pcm, i * frameSamples);
  return pcm;
}

/** What was told besides sound: `pause`, `mended`, and codes of troubles. */
export function newsIn(all: readonly RecorderEvent[]): readonly string[] {
  return all.flatMap((recorded) => {
    if (recorded.type === "frame") return [];
    return [recorded.type === "trouble" ? String(recorded.error.data.reason) : recorded.type];
  });
}

/** The sentences of troubles. */
export function sentencesIn(all: readonly RecorderEvent[]): readonly string[] {
  return all.flatMap((recorded) => (recorded.type === "trouble" ? [recorded.error.message] : []));
}
