import type { Speech } from "../../models/synthesize.ts";

export type EarconName = "listening" | "thinking" | "trouble" | "done";

/** Synthesizes an earcon, a short signal tone: rising for listening, falling for done, low for trouble. */
export function createEarcon(name: EarconName): Speech {
  const pcm = Int16Array.from(notes[name].flatMap(toneOf));
  return { rate, pcm: once(new Uint8Array(pcm.buffer)) };
}

/** The rate of espeak-ng, so that earcons and sentences can share a player. */
const rate = 22_050;
const loudest = 0.12 * 32_767;
/** Fade in and out, which prevents clicks. */
const fadeMs = 12;

interface Note {
  readonly hz: number;
  readonly ms: number;
}

const notes: Readonly<Record<EarconName, readonly Note[]>> = {
  listening: [
    { hz: 587, ms: 60 },
    { hz: 880, ms: 80 },
  ],
  thinking: [{ hz: 440, ms: 120 }],
  trouble: [
    { hz: 294, ms: 60 },
    { hz: 220, ms: 80 },
  ],
  done: [
    { hz: 880, ms: 60 },
    { hz: 587, ms: 80 },
  ],
};

function toneOf({ hz, ms }: Note): number[] {
  const length = Math.round((ms * rate) / 1000);
  const fade = (fadeMs * rate) / 1000;
  return Array.from({ length }, (_, i) => {
    const edge = Math.min(1, i / fade, (length - 1 - i) / fade);
    const volume = loudest * Math.sin((edge * Math.PI) / 2) ** 2;
    return Math.round(volume * Math.sin((2 * Math.PI * hz * i) / rate));
  });
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
