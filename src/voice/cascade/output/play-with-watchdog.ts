import { LociError } from "../../../errors.ts";
import type { Speech } from "../../../models/synthesize.ts";
import { abortLater, runWithTimeout } from "../../async/timeout.ts";
import type { PlayResult, Speaker } from "../../audio-ports.ts";
import type { BufferedSpeech } from "./buffered-speech.ts";

export interface PlaybackOptions {
  readonly signal: AbortSignal;
  readonly onSound: () => void;
  readonly elapsed: () => number;
}

/** How long a speaker may take nothing beyond the sound it already has; and how long it may take to stop (ms). */
const maxStallMs = 20_000;
const maxStopMs = 1_000;
/** Longest playback of all (ms). */
const maxPlayMs = 3_600_000;

/** Plays pieces, and copes with a speaker that throws, hangs or does not stop. Never rejects. */
export async function playWithWatchdog(
  speaker: Speaker,
  pieces: AsyncIterator<BufferedSpeech> | Iterator<BufferedSpeech>,
  { signal, onSound, elapsed }: PlaybackOptions,
): Promise<PlayResult> {
  const stuckStop = new AbortController();
  const stop = AbortSignal.any([signal, stuckStop.signal]);
  const grace = abortLater(stop, maxStopMs);
  const handedOver: BufferedSpeech[] = [];
  let isStuck = false;
  let soundAt: number | undefined;
  const watchdog = createWatchdog(handedOver, () => {
    isStuck = true;
    stuckStop.abort();
  });
  const play = (): Promise<PlayResult> =>
    speaker.play(handOver(pieces, handedOver, watchdog), {
      signal: stop,
      onSound() {
        if (soundAt !== undefined) return;
        soundAt = elapsed();
        onSound();
      },
    });
  watchdog.watch();
  const settled = await runWithTimeout(maxPlayMs, play, grace.signal);
  grace.end();
  watchdog.rest();
  const stuck = isStuck ? { problem: stuckError(speaker) } : {};
  if (settled.type === "done") return { ...settled.value, ...stuck };
  const heardMs = soundAt === undefined ? 0 : Math.min(elapsed() - soundAt, msOf(handedOver));
  const problem = settled.type === "failed" ? { problem: toProblem(settled.error) } : stuck;
  return { heard: heardCount(handedOver, heardMs), heardMs, isInterrupted: true, ...problem };
}

interface Watchdog {
  watch(): void;
  rest(): void;
}

/** Calls `onStuck` once the speaker has taken nothing for longer than the sound it has lasts. */
function createWatchdog(handedOver: readonly BufferedSpeech[], onStuck: () => void): Watchdog {
  let timer: NodeJS.Timeout | undefined;
  return {
    watch() {
      clearTimeout(timer);
      timer = setTimeout(onStuck, maxStallMs + msOf(handedOver));
    },
    rest: () => clearTimeout(timer),
  };
}

/** Hands the pieces to the speaker. The watchdog pauses while the next sentence is being synthesized. */
async function* handOver(
  pieces: AsyncIterator<BufferedSpeech> | Iterator<BufferedSpeech>,
  handedOver: BufferedSpeech[],
  watchdog: Watchdog,
): AsyncGenerator<Speech> {
  for (;;) {
    watchdog.rest();
    const next = await pieces.next();
    watchdog.watch();
    if (next.done === true) return;
    handedOver.push(next.value);
    yield { rate: next.value.rate, pcm: watched(next.value.pcm, watchdog) };
  }
}

async function* watched(
  pcm: AsyncIterable<Uint8Array>,
  watchdog: Watchdog,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of pcm) {
    watchdog.watch();
    yield chunk;
  }
}

const msOf = (handedOver: readonly BufferedSpeech[]): number =>
  handedOver.reduce((sum, piece) => sum + piece.bufferedMs(), 0);

/** Counts the pieces that end within `heardMs`. */
function heardCount(handedOver: readonly BufferedSpeech[], heardMs: number): number {
  let end = 0;
  return handedOver.filter((piece) => {
    end += piece.bufferedMs();
    return piece.isComplete && end <= heardMs;
  }).length;
}

function stuckError({ id }: Speaker): LociError {
  return new LociError(
    "AUDIO_FAILED",
    `Cannot speak through "${id}": it takes no sound; check the device, or set another as voice.speaker`,
    { data: { reason: "stuck" } },
  );
}

function toProblem(error: unknown): LociError {
  if (error instanceof LociError) return error;
  return new LociError("AUDIO_FAILED", "Cannot speak: the speaker failed", { cause: error });
}
