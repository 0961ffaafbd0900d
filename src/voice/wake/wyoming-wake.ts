import { setTimeout as sleep } from "node:timers/promises";
import { LociError, messageOf } from "../../errors.ts";
import { speechFormat, type WyomingConnection } from "../../models/wyoming/connection.ts";
import { createQueue, type Queue } from "../async/queue.ts";
import { createFrameCutter } from "../audio/frame-cutter.ts";
import type { WakeWord } from "../audio-ports.ts";

interface WakeTimes {
  /** Pause before it connects again (ms), doubled each time up to `longest`. */
  readonly pause: number;
  readonly longest: number;
  /** How long a connection must stand to count as working again (ms). */
  readonly steady: number;
}

const usualTimes: WakeTimes = { pause: 500, longest: 30_000, steady: 5_000 };

/** openWakeWord takes 80 ms at a time. */
const chunkSamples = 1_280;
/** Most sound that waits for a slow server: two seconds. Beyond that the oldest is dropped. */
const maxChunks = 25;
/** Detections closer together than this (ms) count once: they are the same word, or a flood. */
const minBetween = 1_000;

/**
 * Creates a wake word detector from a Wyoming server (wyoming-openwakeword), which decides what the wake words are. It
 * reconnects whenever the connection ends. `open` connects to the server until the signal aborts, and has its own time limit.
 */
export function createWyomingWake(
  open: (signal: AbortSignal) => Promise<WyomingConnection>,
  times = usualTimes,
): WakeWord {
  const over = new AbortController();
  const cut = createFrameCutter(chunkSamples);
  let sound = createQueue<Int16Array>(maxChunks);
  return {
    id: "wyoming",
    push(pcm) {
      for (const chunk of cut(new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength)))
        sound.push(chunk);
    },
    start(on) {
      const wake = once(on.wake);
      void keepListening(on.trouble, times, over.signal, async (works) => {
        const connection = await open(over.signal);
        sound = createQueue(maxChunks);
        const steady = setTimeout(works, times.steady);
        try {
          await listenOver(connection, sound, over.signal, () => {
            works();
            wake();
          });
        } finally {
          clearTimeout(steady);
          connection.close();
        }
      });
    },
    close: () => over.abort(),
  };
}

/** At most one call in `minBetween`. */
function once(call: () => void): () => void {
  let isResting = false;
  return () => {
    if (isResting) return;
    isResting = true;
    setTimeout(() => {
      isResting = false;
    }, minBetween).unref();
    call();
  };
}

/** Listens until the signal aborts, again after each failure, which is reported once until it works again. Never rejects. */
async function keepListening(
  trouble: (error: LociError | undefined) => void,
  times: WakeTimes,
  signal: AbortSignal,
  listen: (works: () => void) => Promise<void>,
): Promise<void> {
  let isReported = false;
  let pause = times.pause;
  const works = (): void => {
    pause = times.pause;
    if (isReported && !signal.aborted) trouble(undefined);
    isReported = false;
  };
  while (!signal.aborted) {
    try {
      await listen(works);
    } catch (error) {
      if (signal.aborted) return;
      if (!isReported) trouble(toWakeError(error));
      isReported = true;
    }
    await sleep(pause, undefined, { signal }).catch(() => {}); // Closed.
    pause = Math.min(times.longest, pause * 2);
  }
}

function toWakeError(error: unknown): LociError {
  if (error instanceof LociError) return error;
  const sentence = `Cannot hear the wake word: ${messageOf(error)}`;
  return new LociError("AUDIO_FAILED", sentence, { cause: error });
}

/** Rejects when the connection fails or the signal aborts. */
async function listenOver(
  connection: WyomingConnection,
  sound: Queue<Int16Array>,
  signal: AbortSignal,
  onDetection: () => void,
): Promise<void> {
  const ended = new AbortController();
  const both = AbortSignal.any([signal, ended.signal]);
  const reading = readDetections(connection, onDetection);
  const sending = sendSound(connection, sound, both);
  try {
    await Promise.race([reading, sending]);
  } finally {
    ended.abort();
    sound.close();
    connection.close();
    await Promise.allSettled([reading, sending]);
  }
}

async function sendSound(
  connection: WyomingConnection,
  sound: Queue<Int16Array>,
  signal: AbortSignal,
): Promise<void> {
  await connection.send({ type: "detect", data: {} });
  await connection.send({ type: "audio-start", data: speechFormat });
  for await (const chunk of sound) {
    signal.throwIfAborted();
    const payload = new Uint8Array(chunk.buffer);
    await connection.send({ type: "audio-chunk", data: speechFormat, payload });
  }
}

async function readDetections(
  connection: WyomingConnection,
  onDetection: () => void,
): Promise<never> {
  for (;;) {
    await connection.next("detection");
    onDetection();
  }
}
