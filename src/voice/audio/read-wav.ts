import { LociError } from "../../errors.ts";
import {
  readSamples,
  readWavFormat,
  type SampleFormat,
  sampleBytes,
} from "../../models/sound/wav.ts";
import { speechRate } from "../../models/transcribe.ts";

/** Sound of one channel. */
export interface Wav {
  /** Samples a second. */
  readonly rate: number;
  readonly pcm: Int16Array;
}

/** The longest that is taken into memory, as bytes of the file and of its samples: 109 minutes of 16 kHz mono. */
export const maxWavBytes = 200 * 1024 * 1024;
/** The same in seconds, for sound of a low rate that grows where it is brought to that of speech. */
const longest = Math.floor(maxWavBytes / 2 / speechRate);

/**
 * The sound of a WAV file, its channels mixed into one. Sizes in the header are not believed: programs that write into
 * a pipe do not know them. What is cut off ends where its bytes do. Throws LociError BAD_INPUT, also for what lasts
 * longer than so many seconds; `name` is said in it.
 */
export function readWav(bytes: Uint8Array, name?: string, maxSeconds: number = longest): Wav {
  if (bytes.length > maxWavBytes) throw unreadable(name, tooLarge);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!["RIFF", "RF64"].includes(textAt(view, 0)) || textAt(view, 8) !== "WAVE") {
    throw unreadable(name, "it is no WAV file");
  }
  const { format, sound } = findChunks(view, name);
  const { channels, sample } = format;
  const count = Math.floor(sound.byteLength / (channels * sampleBytes(sample)));
  if (count * 2 > maxWavBytes) throw unreadable(name, tooLarge);
  if (count / format.rate > maxSeconds) {
    const minutes = Math.floor(maxSeconds / 60);
    throw unreadable(name, `it lasts longer than ${minutes} minutes; cut it into shorter ones`);
  }
  return { rate: format.rate, pcm: readSamples(sound, { channels, sample, count }) };
}

const tooLarge = `it is larger than ${maxWavBytes / 1024 / 1024} MB; cut it into shorter ones`;

interface WavFormat {
  readonly rate: number;
  readonly channels: number;
  readonly sample: SampleFormat;
}

/** The first `fmt ` chunk and the first `data` chunk behind it; all others are passed over. */
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

/** A size of 0 in a file whose own size is wrong too was never filled in. */
function soundSize(view: DataView, size: number, rest: number): number {
  const isSizeKnown = size > 0 || view.getUint32(4, true) + 8 === view.byteLength;
  return isSizeKnown ? Math.min(size, rest) : rest;
}

function readFormat(chunk: DataView, name: string | undefined): WavFormat {
  const format = readWavFormat(chunk);
  if (format === undefined) throw unreadable(name, "its format is cut off");
  const { kind, bits, sample, channels, rate } = format;
  if (sample === undefined) {
    const found = encodings[kind] ?? `encoding ${kind}`;
    throw unreadable(
      name,
      `its sound is ${bits}-bit ${found}; convert it to 16-bit PCM, such as with: sox in.wav -b 16 -e signed-integer out.wav`,
    );
  }
  if (channels < 1 || channels > 32) throw unreadable(name, `it has ${channels} channels`);
  if (rate < 4_000 || rate > 384_000) throw unreadable(name, `it has ${rate} samples a second`);
  return { rate, channels, sample };
}

const encodings: Readonly<Record<number, string>> = {
  1: "PCM",
  2: "ADPCM",
  3: "floating point",
  6: "A-law",
  7: "µ-law",
  17: "ADPCM",
  49: "GSM",
  85: "MP3",
};

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
