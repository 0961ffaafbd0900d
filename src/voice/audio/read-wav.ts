import { LociError } from "../../errors.ts";
import { mixDown, readWavHeader } from "../../models/sound/wav.ts";
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
 * Reads a WAV file and mixes its channels into one. Tolerates wrong sizes in the header, which programs that write into
 * a pipe don't know, and truncated files. Throws LociError BAD_INPUT, which names the file `name`, also for sound
 * longer than `maxSeconds`.
 */
export function readWav(bytes: Uint8Array, name?: string, maxSeconds: number = longest): Wav {
  if (bytes.length > maxWavBytes) throw unreadable(name, tooLarge);
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const header = readWavHeader(file) ?? "no whole WAV file";
  if (typeof header === "string") {
    const advice = "convert it, such as with: sox in.wav -b 16 -e signed-integer out.wav";
    throw unreadable(name, `it is ${header}; ${advice}`);
  }
  const { start, size, rate, channels } = header;
  const pcm = mixDown(file.subarray(start, start + size), channels);
  if (pcm.length / rate > maxSeconds) {
    const minutes = Math.floor(maxSeconds / 60);
    throw unreadable(name, `it lasts longer than ${minutes} minutes; cut it into shorter ones`);
  }
  return { rate, pcm };
}

const tooLarge = `it is larger than ${maxWavBytes / 1024 / 1024} MB; cut it into shorter ones`;

function unreadable(name: string | undefined, state: string): LociError {
  const what = name === undefined ? "the recording" : `the recording "${name}"`;
  return new LociError("BAD_INPUT", `Cannot read ${what}: ${state}`, {
    data: name === undefined ? {} : { file: name },
  });
}
