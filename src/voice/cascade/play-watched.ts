import { LociError } from "../../errors.ts";
import type { Speech } from "../../models/synthesize.ts";
import { within } from "../../within.ts";
import { abortLater, noLimit } from "../async/read-within.ts";
import { toProblem } from "../audio/audio-failure.ts";
import type { PlayResult, Speaker } from "../audio-ports.ts";
import type { Sound } from "./voices.ts";

export interface PlaybackOptions {
  readonly signal: AbortSignal;
  readonly onSound: () => void;
  readonly elapsed: () => number;
}

/** How long a speaker may take nothing beyond the sound it already has; and how long it may take to stop (ms). */
const maxStallMs = 20_000;
const maxStopMs = 1_000;

/** Plays sounds, and copes with a speaker that throws, hangs or does not stop. Never rejects. */
export async function playWatched(
  speaker: Speaker,
  sounds: AsyncIterator<Sound>,
  { signal, onSound, elapsed }: PlaybackOptions,
): Promise<PlayResult> {
  const stuck = new AbortController();
  const stop = AbortSignal.any([signal, stuck.signal]);
  const grace = abortLater(stop, maxStopMs);
  const taken: Sound[] = [];
  let timer: NodeJS.Timeout | undefined;
  let soundAt: number | undefined;
  const rest = (): void => clearTimeout(timer);
  const watch = (): void => {
    rest();
    timer = setTimeout(() => stuck.abort(), maxStallMs + msOf(taken));
  };
  /** The watchdog rests while the next sentence is being synthesized. */
  async function* handOver(): AsyncGenerator<Speech> {
    for (;;) {
      rest();
      const next = await sounds.next();
      watch();
      if (next.done === true) return;
      taken.push(next.value);
      yield { rate: next.value.rate, pcm: watched(next.value.pcm) };
    }
  }
  async function* watched(pcm: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of pcm) {
      watch();
      yield chunk;
    }
  }
  const play = (): Promise<PlayResult> =>
    speaker.play(handOver(), {
      signal: stop,
      onSound() {
        soundAt ??= elapsed();
        onSound();
      },
    });
  watch();
  const ended = await within(noLimit, play, grace.signal);
  grace.end();
  rest();
  const problem = stuck.signal.aborted ? { problem: stuckError(speaker) } : {};
  if (ended.type === "done") return { ...ended.value, ...problem };
  const heardMs = soundAt === undefined ? 0 : Math.min(elapsed() - soundAt, msOf(taken));
  const failed = ended.type === "failed" ? { problem: toProblem(ended.error) } : problem;
  return { heard: heardCount(taken, heardMs), heardMs, isInterrupted: true, ...failed };
}

const msOf = (sounds: readonly Sound[]): number => sounds.reduce((sum, one) => sum + one.ms(), 0);

/** How many sounds end within `heardMs`. */
const heardCount = (sounds: readonly Sound[], heardMs: number): number =>
  sounds.filter((one, i) => one.isComplete && msOf(sounds.slice(0, i + 1)) <= heardMs).length;

const stuckError = ({ id }: Speaker): LociError =>
  new LociError(
    "AUDIO_FAILED",
    `Cannot speak through "${id}": it takes no sound; check the device, or set another as voice.speaker`,
    { data: { reason: "stuck" } },
  );
