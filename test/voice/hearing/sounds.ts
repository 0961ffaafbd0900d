import { frameSamples } from "../../../src/voice/audio-ports.ts";
import {
  Endpointer,
  type TurnBoundary,
  type Utterance,
} from "../../../src/voice/hearing/endpointer.ts";

/** A frame of a level in dB below full scale. */
function frameOf(level: number): Int16Array {
  const amplitude = Math.round(32_767 * 10 ** (level / 20));
  return Int16Array.from({ length: frameSamples }, (_, i) =>
    i % 2 === 0 ? amplitude : -amplitude,
  );
}

/** Feeds an end-pointer by the clock of samples: speech of so many milliseconds at a level, or none. */
export function listenTo(maxTurnMs = 30_000) {
  const endpointer = new Endpointer({ silenceMs: 700, maxTurnMs });
  const boundaries: TurnBoundary[] = [];
  let sample = 0;
  const feed = (ms: number, level: number, isSpeech: boolean): TurnBoundary[] => {
    const found: TurnBoundary[] = [];
    for (let at = 0; at < ms; at += 20) {
      const boundary = endpointer.push({ pcm: frameOf(level), sample }, isSpeech);
      if (boundary !== undefined) found.push(boundary);
      sample += frameSamples;
    }
    boundaries.push(...found);
    return found;
  };
  return {
    endpointer,
    boundaries,
    speak: (ms: number, level = -25) => feed(ms, level, true),
    rest: (ms: number, level = -65) => feed(ms, level, false),
    skip(ms: number) {
      sample += ms * 16;
    },
    get sample() {
      return sample;
    },
    utterances: (): Utterance[] =>
      boundaries.flatMap((one) => (one.type === "end" ? one.utterance : [])),
  };
}

export const typesOf = (boundaries: readonly TurnBoundary[]): string[] =>
  boundaries.map(({ type }) => type);

/** An utterance of which only some things matter. */
export function utteranceOf(known: Partial<Utterance> = {}): Utterance {
  return {
    pcm: new Int16Array(0),
    startSample: 0,
    speechEndSample: 16_000,
    endSample: 27_200,
    reason: "silence",
    speechMs: 1_000,
    level: -25,
    floor: -60,
    ...known,
  };
}
