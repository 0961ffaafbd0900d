import { closeSync, openSync, writeSync } from "node:fs";
import { LociError, messageOf } from "../../errors.ts";
import { wavHeader, wavHeaderBytes } from "../../models/sound/wav.ts";
import type { Speaker } from "../audio-ports.ts";
import { type PlayRun, playPieces, type RunOptions } from "./play-pieces.ts";
import { resample } from "./resample.ts";

/**
 * Creates a speaker that writes everything it plays into one WAV file, at the sample rate of the first piece. What is
 * written counts as heard. An existing file is replaced, and the file is valid after every piece.
 */
export function createFileSpeaker(path: string): Speaker {
  const file = createWavFile(path);
  return {
    id: path,
    play: (pieces, options) => playPieces(pieces, options, (run) => startFileRun(file, run)),
  };
}

function startFileRun(file: WavFile, { rate, signal, onSound }: RunOptions): PlayRun {
  let piece: Uint8Array[] = [];
  let heard = 0;
  let heardMs = 0;
  const flush = () => {
    const pcm = toSamples(Buffer.concat(piece));
    piece = [];
    if (pcm.length === 0) return;
    file.append(pcm, rate);
    heardMs += (pcm.length / rate) * 1000;
  };
  return {
    rate,
    write: async (bytes) => {
      if (signal.aborted) return;
      onSound();
      piece.push(bytes);
    },
    endPiece: () => {
      flush();
      heard++;
    },
    finish: async () => {
      if (!signal.aborted) flush();
      return { heard, heardMs };
    },
  };
}

interface WavFile {
  append(pcm: Int16Array, rate: number): void;
}

/** Writes synchronously, so that header and sound match even if several plays overlap. */
function createWavFile(path: string): WavFile {
  let fileRate: number | undefined;
  let soundBytes = 0;
  return {
    append: (pcm, rate) => {
      const isNew = fileRate === undefined;
      const target = fileRate ?? rate;
      const sound = resample(pcm, rate, target);
      try {
        const file = openSync(path, isNew ? "w" : "r+");
        try {
          writeAll(file, toBytes(sound), wavHeaderBytes + soundBytes);
          writeAll(file, wavHeader(soundBytes + sound.byteLength, { rate: target }), 0);
        } finally {
          closeSync(file);
        }
      } catch (cause) {
        const state = messageOf(cause);
        throw new LociError("AUDIO_FAILED", `Cannot write what is said to "${path}": ${state}`, {
          data: { file: path },
          cause,
        });
      }
      fileRate = target;
      soundBytes += sound.byteLength;
    },
  };
}

function writeAll(file: number, bytes: Uint8Array, position: number): void {
  for (let at = 0; at < bytes.length; ) {
    at += writeSync(file, bytes, at, bytes.length - at, position + at);
  }
}

function toBytes(pcm: Int16Array): Uint8Array {
  return new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength);
}

/** An incomplete last sample is dropped. */
function toSamples(bytes: Buffer): Int16Array {
  return new Int16Array(Uint8Array.from(bytes).buffer, 0, Math.floor(bytes.length / 2));
}
