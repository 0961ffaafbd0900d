import type { Speech } from "../../models/synthesize.ts";

export type EarconName = "listening" | "thinking" | "trouble" | "done";

/** The rate of espeak-ng, so that earcons and sentences can share a player. */
const rate = 22_050;
const loudest = 0.12 * 32_767;
/** Fade in and out, which prevents clicks. */
const fadeMs = 12;

const noteMs = 70;

/** Pitches (Hz): rising for listening, falling for done, low for trouble. */
const notes: Readonly<Record<EarconName, readonly number[]>> = {
  listening: [587, 880],
  thinking: [440],
  trouble: [294, 220],
  done: [880, 587],
};

/** Makes an earcon, a short signal tone. */
export function createEarcon(name: EarconName): Speech {
  const pcm = Int16Array.from(notes[name].flatMap(toneOf));
  return { rate, pcm: once(new Uint8Array(pcm.buffer)) };
}

function toneOf(hz: number): number[] {
  const length = Math.round((noteMs * rate) / 1_000);
  const fade = (fadeMs * rate) / 1_000;
  return Array.from({ length }, (_, i) => {
    const edge = Math.min(1, i / fade, (length - 1 - i) / fade);
    const volume = loudest * Math.sin((edge * Math.PI) / 2) ** 2;
    return Math.round(volume * Math.sin((2 * Math.PI * hz * i) / rate));
  });
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
