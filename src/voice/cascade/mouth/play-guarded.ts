import { LociError } from "../../../errors.ts";
import type { Speech } from "../../../models/synthesize.ts";
import type { Played, Speaker } from "../../audio-ports.ts";
import { abortAfter, settleWithin } from "../../waiting/settle-within.ts";
import type { MadeSpeech } from "./made-speech.ts";

export interface PlayGuard {
  readonly signal: AbortSignal;
  readonly onSound: () => void;
  readonly elapsed: () => number;
}

/** A speaker that takes nothing for so long beyond what it has is stuck; one that was called off is silent soon (ms). */
const longestStill = 20_000;
const longestStop = 1_000;
/** No turn speaks for longer: the limit of last resort. */
const longestPlay = 3_600_000;

/** Plays pieces, also with a speaker that throws, hangs or does not stop. Never rejects. */
export async function playGuarded(
  speaker: Speaker,
  pieces: AsyncIterator<MadeSpeech> | Iterator<MadeSpeech>,
  { signal, onSound, elapsed }: PlayGuard,
): Promise<Played> {
  const stuckStop = new AbortController();
  const stop = AbortSignal.any([signal, stuckStop.signal]);
  const grace = abortAfter(stop, longestStop);
  const handed: MadeSpeech[] = [];
  let isStuck = false;
  let soundAt: number | undefined;
  const stuckWatch = createStuckWatch(handed, () => {
    isStuck = true;
    stuckStop.abort();
  });
  const play = (): Promise<Played> =>
    speaker.play(handOver(pieces, handed, stuckWatch), {
      signal: stop,
      onSound() {
        if (soundAt !== undefined) return;
        soundAt = elapsed();
        onSound();
      },
    });
  stuckWatch.watch();
  const settled = await settleWithin(longestPlay, play, grace.signal);
  grace.end();
  stuckWatch.rest();
  const stuck = isStuck ? { problem: stuckError(speaker) } : {};
  if (settled.type === "done") return { ...settled.value, ...stuck };
  const heardMs = soundAt === undefined ? 0 : Math.min(elapsed() - soundAt, msOf(handed));
  const problem = settled.type === "failed" ? { problem: toProblem(settled.error) } : stuck;
  return { heard: heardCount(handed, heardMs), heardMs, isInterrupted: true, ...problem };
}

interface StuckWatch {
  watch(): void;
  rest(): void;
}

/** Calls once nothing was taken for longer than what there is lasts. */
function createStuckWatch(handed: readonly MadeSpeech[], onStill: () => void): StuckWatch {
  let timer: NodeJS.Timeout | undefined;
  return {
    watch() {
      clearTimeout(timer);
      timer = setTimeout(onStill, longestStill + msOf(handed));
    },
    rest: () => clearTimeout(timer),
  };
}

/** Waiting for the next sentence is no stuckWatch of the speaker. */
async function* handOver(
  pieces: AsyncIterator<MadeSpeech> | Iterator<MadeSpeech>,
  handed: MadeSpeech[],
  stuckWatch: StuckWatch,
): AsyncGenerator<Speech> {
  for (;;) {
    stuckWatch.rest();
    const next = await pieces.next();
    stuckWatch.watch();
    if (next.done === true) return;
    handed.push(next.value);
    yield { rate: next.value.rate, pcm: watched(next.value.pcm, stuckWatch) };
  }
}

async function* watched(
  pcm: AsyncIterable<Uint8Array>,
  stuckWatch: StuckWatch,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of pcm) {
    stuckWatch.watch();
    yield chunk;
  }
}

const msOf = (handed: readonly MadeSpeech[]): number =>
  handed.reduce((sum, piece) => sum + piece.madeMs(), 0);

/** How many pieces end within so long. */
function heardCount(handed: readonly MadeSpeech[], heardMs: number): number {
  let end = 0;
  return handed.filter((piece) => {
    end += piece.madeMs();
    return piece.isWhole && end <= heardMs;
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
