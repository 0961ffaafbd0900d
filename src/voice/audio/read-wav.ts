import { LociError } from "../../errors.ts";
import { readSamples, readWavFormat } from "../../models/sound/wav.ts";
import { speechRate } from "../../models/transcribe.ts";

/** Sound of one channel. */
export interface Wav {
  /** Samples a second. */
  readonly rate: number;
  readonly pcm: Int16Array;
}

/** Largest file in bytes: 109 minutes of 16 kHz mono. */
export const maxWavBytes = 200 * 1024 * 1024;
/** The same in seconds at 16 kHz, because sound of a lower rate grows when it is resampled. */
const longest = Math.floor(maxWavBytes / 2 / speechRate);

/**
 * Reads a WAV file and mixes its channels into one. Tolerates wrong sizes in the header, which programs that write into a
 * pipe don't know, and truncated files. Throws LociError BAD_INPUT, which names the file `name`, also for sound longer
 * than `maxSeconds`.
 */
export function readWav(bytes: Uint8Array, name?: string, maxSeconds: number = longest): Wav {
  if (bytes.length > maxWavBytes) throw unreadable(name, tooLarge);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!["RIFF", "RF64"].includes(textAt(view, 0)) || textAt(view, 8) !== "WAVE") {
    throw unreadable(name, "it is not a WAV file");
  }
  const { format, sound } = findChunks(view, name);
  const { channels } = format;
  const count = Math.floor(sound.byteLength / (channels * 2));
  if (count / format.rate > maxSeconds) {
    const minutes = Math.floor(maxSeconds / 60);
    throw unreadable(name, `it lasts longer than ${minutes} minutes; cut it into shorter ones`);
  }
  return { rate: format.rate, pcm: readSamples(sound, { channels, count }) };
}

const tooLarge = `it is larger than ${maxWavBytes / 1024 / 1024} MB; cut it into shorter ones`;

interface WavFormat {
  readonly rate: number;
  readonly channels: number;
}

/** Finds the first `data` chunk and the last `fmt ` chunk before it; skips all others. */
function findChunks(
  view: DataView,
  name: string | undefined,
): { readonly format: WavFormat; readonly sound: DataView } {
  const part = (at: number, size: number): DataView =>
    new DataView(view.buffer, view.byteOffset + at, size);
  let format: WavFormat | undefined;
  for (let at = 12; at + 8 <= view.byteLength; ) {
    const kind = textAt(view, at);
    const size = view.getUint32(at + 4, true);
    const rest = view.byteLength - at - 8;
    if (kind === "fmt ") format = readFormat(part(at + 8, Math.min(size, rest)), name);
    if (kind === "data") {
      if (format === undefined) throw unreadable(name, "its sound comes before its format");
      return { format, sound: part(at + 8, soundSize(view, size, rest)) };
    }
    at += 8 + size + (size % 2);
  }
  throw unreadable(name, format === undefined ? "it has no format" : "it has no sound");
}

/** A size of 0 was never filled in if the size of the whole file is wrong too. */
function soundSize(view: DataView, size: number, rest: number): number {
  const isSizeKnown = size > 0 || view.getUint32(4, true) + 8 === view.byteLength;
  return isSizeKnown ? Math.min(size, rest) : rest;
}

function readFormat(chunk: DataView, name: string | undefined): WavFormat {
  const format = readWavFormat(chunk);
  if (format === undefined) throw unreadable(name, "its format is cut off");
  const { isPlain, channels, rate } = format;
  if (!isPlain) {
    throw unreadable(
      name,
      "its sound is not 16-bit PCM; convert it, such as with: sox in.wav -b 16 -e signed-integer out.wav",
    );
  }
  if (channels < 1 || channels > 32) throw unreadable(name, `it has ${channels} channels`);
  if (rate < 4_000 || rate > 384_000) throw unreadable(name, `it has ${rate} samples a second`);
  return { rate, channels };
}

function textAt(view: DataView, at: number): string {
  if (at + 4 > view.byteLength) return "";
  return String.fromCharCode(...[0, 1, 2, 3].map((offset) => view.getUint8(at + offset)));
}

function unreadable(name: string | undefined, state: string): LociError {
  const what = name === undefined ? "the recording" : `the recording "${name}"`;
  return new LociError("BAD_INPUT", `Cannot read ${what}: ${state}`, {
    data: name === undefined ? {} : { file: name },
  });
}
