import { LociError } from "../../errors.ts";
import { readWavHeader, samplesIn } from "../../models/sound/wav.ts";

/** Sound of one channel. */
export interface Wav {
  /** Samples a second. */
  readonly rate: number;
  readonly pcm: Int16Array;
}

/** Longest recording (seconds): two hours. */
const longest = 7_200;

/**
 * Reads a WAV file of one channel. Tolerates wrong sizes in the header, which programs that write into
 * a pipe don't know, and truncated files. Throws LociError BAD_INPUT, which names the file `name`, also for sound
 * longer than `maxSeconds`.
 */
export function readWav(bytes: Uint8Array, name?: string, maxSeconds: number = longest): Wav {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const unreadable = (state: string): LociError => {
    const what = name === undefined ? "the recording" : `the recording "${name}"`;
    const data = name === undefined ? {} : { file: name };
    return new LociError("BAD_INPUT", `Cannot read ${what}: ${state}`, { data });
  };
  const header = readWavHeader(file) ?? "no whole WAV file";
  if (typeof header === "string") {
    const advice = "convert it, such as with: sox in.wav -b 16 -e signed-integer -c 1 out.wav";
    throw unreadable(`it is ${header}; ${advice}`);
  }
  const { start, size, rate } = header;
  const pcm = samplesIn(file.subarray(start, start + size));
  if (pcm.length / rate <= maxSeconds) return { rate, pcm };
  throw unreadable(`it lasts longer than ${maxSeconds / 60} minutes; cut it into shorter ones`);
}
