import { wavOf } from "../../../src/models/sound/wav.ts";
import { speechRate } from "../../../src/models/transcribe.ts";

/** A WAV file of something like a voice: a buzz of 120 Hz through two formants, in syllables. `ms` of it, then a pause. */
export function voiceLike(ms: number): Uint8Array {
  const pcm = Int16Array.from({ length: (ms * speechRate) / 1_000 }, (_, i) => {
    const at = i / speechRate;
    const syllable = 0.35 + 0.65 * Math.abs(Math.sin(2 * Math.PI * 2 * at));
    let sum = 0;
    for (let n = 1; n * pitch < 3_500; n++) {
      const hz = n * pitch * (1 + 0.03 * Math.sin(2 * Math.PI * 3 * at));
      sum += gainAt(n * pitch) * Math.sin(2 * Math.PI * hz * at);
    }
    return Math.round(3_000 * syllable * sum);
  });
  return wavOf(pcm, speechRate);
}

const pitch = 120;

/** Loud about two formants, as an "a" is. */
const gainAt = (hz: number): number =>
  0.08 + Math.exp(-(((hz - 700) / 200) ** 2)) + 0.6 * Math.exp(-(((hz - 1_200) / 250) ** 2));
